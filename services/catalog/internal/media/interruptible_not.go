//go:build !wasm2go

package media

const interruptible = false
