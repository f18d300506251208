//go:build wasm2go

package media

// interruptible reports that libavif is Go code here, which the runtime can interrupt. It otherwise runs in a WebAssembly machine, and the
// garbage collector, and with it every request, would wait until a picture is encoded: for seconds.
const interruptible = true
