// Package properties tests checkout's rules on Postgres with random commands and schedules.
//
// Its tests are a separate package because rapid looks for earlier failures in the package's folder: Go's test cache notes that folder, and so
// another clone doesn't reuse their results.
package properties
