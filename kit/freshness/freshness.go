// Package freshness is the header in which a service reports for how long the gateway may send a response again.
package freshness

import (
	"strconv"
	"strings"
	"time"
)

// Header is the name of the response header. The gateway doesn't pass it on.
const Header = "Vitrine-Freshness"

// Freshness describes a response that is the same for everyone.
type Freshness struct {
	// Version is the version of the content that the response shows.
	Version int64
	// For is how long the response stays valid, in whole milliseconds, if the content doesn't change earlier.
	For time.Duration
}

// String returns the value of the header.
func (f Freshness) String() string {
	return strconv.FormatInt(f.Version, 10) + " " + strconv.FormatInt(f.For.Milliseconds(), 10)
}

// Parse reads a value of the header. It reports false if the response may not be sent again.
func Parse(value string) (f Freshness, ok bool) {
	version, valid, _ := strings.Cut(value, " ")
	number, err := strconv.ParseInt(version, 10, 64)
	if err != nil {
		return f, false
	}
	ms, err := strconv.ParseUint(valid, 10, 31)
	return Freshness{number, time.Duration(ms) * time.Millisecond}, err == nil && ms > 0
}
