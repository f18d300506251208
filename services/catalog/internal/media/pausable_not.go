//go:build !wasm2go

package media

const pausable = false
