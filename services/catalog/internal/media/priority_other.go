//go:build !linux

package media

// lowerPriority does nothing on systems where only whole processes have a priority.
func lowerPriority() {}
