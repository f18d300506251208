//go:build wasm2go

package media

// interruptible is true because libavif is compiled to Go code here, which the runtime can interrupt. In a WebAssembly machine, the
// garbage collector, and with it every request, would wait until a picture is encoded, which takes seconds.
const interruptible = true
