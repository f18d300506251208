package chainwatcher

// Step counts what a step of the watcher answered.
func Step(chainID uint32, err error) { newMetrics().step(chainID, err) }
