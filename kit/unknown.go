package kit

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// known has the settings of all processes, and after an empty line names that may look like them: Compose's, onebox's and other programs'. A file of
// settings may be shared by several processes, so each accepts the settings of all. `make gen` writes it.
//
//go:embed known.txt
var known string

// injected are variables that Kubernetes and Docker add for each service, whatever its name is.
var injected = regexp.MustCompile(`^[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$`)

// unknown reports the variables that no process reads, but whose names are almost a setting's.
func unknown(own []Setting, environ map[string]string) error {
	processes, others, _ := strings.Cut(known, "\n\n")
	settings := strings.Fields(processes)
	for _, s := range own {
		settings = append(settings, s.Name)
	}
	read := map[string]bool{}
	for _, name := range append(strings.Fields(others), settings...) {
		read[name] = true
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(environ)) {
		if read[name] || injected.MatchString(name) {
			continue
		}
		if meant := Nearest(name, settings); meant != "" {
			errs = append(errs, fmt.Errorf("%s is not a setting: did you mean %s?", name, meant))
		}
	}
	return errors.Join(errs...)
}

// Nearest returns the known name, such as a setting's or a column's, that a name in any case is almost equal to, or "". Short names have fewer letters
// to get wrong: programs of others have names of four letters, too.
func Nearest(name string, known []string) (meant string) {
	upper := strings.ReplaceAll(strings.ToUpper(name), "-", "_")
	least := 3
	for _, k := range known {
		most := 2
		switch {
		case len(k) < 4:
			continue
		case len(k) < 9:
			most = 1
		}
		wanted := strings.ToUpper(k)
		distance := levenshtein.ComputeDistance(upper, wanted)
		if distance == 2 && slices.Equal(slices.Sorted(slices.Values([]byte(upper))), slices.Sorted(slices.Values([]byte(wanted)))) {
			distance = 1 // two letters changed places
		}
		if distance <= most && distance < least {
			meant, least = k, distance
		}
	}
	return meant
}
