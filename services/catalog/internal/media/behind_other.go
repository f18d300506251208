//go:build !linux

package media

// standBack does nothing where priorities are those of whole processes.
func standBack() {}
