//go:build !linux

package media

// lowerPriority does nothing where priorities are those of whole processes.
func lowerPriority() {}
