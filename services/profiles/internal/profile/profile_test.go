package profile

import (
	"errors"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in    Input
		own   bool
		wrong string
	}{
		"empty":                              {own: true},
		"complete":                           {in: Input{"Ann", " Ann ", "O'Neil-Łukasiewicz", "ann@example.org"}, own: true},
		"provider's address is not read":     {in: Input{Email: "nonsense"}},
		"address without host":               {in: Input{Email: "ann@"}, own: true, wrong: "email"},
		"address with a name":                {in: Input{Email: "Ann <ann@example.org>"}, own: true, wrong: "email"},
		"two addresses":                      {in: Input{Email: "a@example.org, b@example.org"}, own: true, wrong: "email"},
		"header injection":                   {in: Input{Email: "a@example.org\r\nBcc: b@example.org"}, own: true, wrong: "email"},
		"long address":                       {in: Input{Email: strings.Repeat("a", 320) + "@example.org"}, own: true, wrong: "email"},
		"control character":                  {in: Input{FirstName: "A\x00"}, wrong: "firstName"},
		"line break":                         {in: Input{LastName: "A\nB"}, wrong: "lastName"},
		"direction mark":                     {in: Input{Name: "A\u202eB"}, wrong: "name"},
		"broken text":                        {in: Input{Name: "\xff"}, wrong: "name"},
		"long name":                          {in: Input{Name: strings.Repeat("ä", 201)}, wrong: "name"},
		"longest name is counted in letters": {in: Input{Name: strings.Repeat("ä", 200)}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.in.clean(c.own)
			var invalid *InvalidError
			if got := errors.As(err, &invalid); got != (c.wrong != "") || (got && (len(invalid.Fields) != 1 || invalid.Fields[c.wrong] == "")) {
				t.Errorf("got %v %+v; want %q to be wrong", err, invalid, c.wrong)
			}
		})
	}
}
