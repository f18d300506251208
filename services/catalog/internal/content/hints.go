package content

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

// got ends a message with what is there in place of what is expected.
func got(v any) string {
	var s string
	switch v := v.(type) {
	case string:
		if _, err := strconv.ParseInt(v, 10, 64); err == nil {
			return ", not text: leave out the quotes"
		}
		s = v
	case []any:
		return ", not a list"
	case map[string]any:
		return ", not a mapping"
	default:
		s = fmt.Sprint(v)
	}
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return fmt.Sprintf(", not %q", s)
}

var (
	yamlLine     = regexp.MustCompile(`^( *)(- +)?([A-Za-z][\w.-]*):(?: +(.*))?$`)
	yamlPlain    = regexp.MustCompile(`^[^"'\[{|>&*!#]`)
	yamlReserved = regexp.MustCompile("^[@`%]")
)

// hint looks for common mistakes in YAML that can't be read, because a parser reports them in its own terms and often
// many lines later. It returns the last mistake that is not after the line that the parser names, or "".
func hint(lines []string, first, at int) (int, string) {
	line, reason := 0, ""
	open := []int{0} // indentations of the mappings that a line may belong to
	for i, text := range lines {
		here := first + i
		if here > at {
			break
		}
		if indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]; strings.Contains(indent, "\t") {
			line, reason = here, "the line is indented with a tab: use spaces"
			continue
		}
		m := yamlLine.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		indent, name, value := len(m[1]), m[3], strings.TrimSpace(m[4])
		deeper := indent > open[len(open)-1]
		for indent < open[len(open)-1] {
			open = open[:len(open)-1]
		}
		switch {
		case deeper:
			open = append(open, indent)
		case indent != open[len(open)-1]:
			line, reason = here, fmt.Sprintf("the line is indented by %d spaces, others of its mapping by another number", indent)
		}
		if m[2] != "" {
			open = append(open, indent+len(m[2]))
		}
		next := i+1 == len(lines) || yamlLine.MatchString(lines[i+1])
		switch {
		case value == "":
		case (value[0] == '"' || value[0] == '\'') && next && !closed(value):
			line, reason = here, fmt.Sprintf("%s begins with %c, which is not closed", name, value[0])
		case yamlReserved.MatchString(value):
			line, reason = here, fmt.Sprintf("a value that begins with %c goes between quotes", value[0])
		case yamlPlain.MatchString(value) && strings.Contains(value, ": "):
			line, reason = here, fmt.Sprintf("a value with a colon goes between quotes, as in %s: %q", name, value)
		}
	}
	return line, reason
}

// syntax returns the line and the reason of an error of the parser, in our words where it is a common mistake.
func syntax(err error, text string, line int) (int, string) {
	at, reason := line, strings.SplitN(err.Error(), "\n", 2)[0]
	var n int
	if _, scan := fmt.Sscanf(reason, "[%d:", &n); scan == nil {
		at = n
		if _, rest, ok := strings.Cut(reason, "] "); ok {
			reason = rest
		}
	}
	if name, first, ok := twice(reason); ok {
		return at, fmt.Sprintf("%s is there twice, first in line %d", name, first)
	}
	if slip, what := hint(strings.Split(text, "\n"), line, at); what != "" {
		return slip, what
	}
	return at, reason + ": look at this line and the one before it"
}

// twice reads the parser's words for a field that is there twice.
func twice(reason string) (name string, line int, ok bool) {
	_, err := fmt.Sscanf(reason, "mapping key %q already defined at [%d:", &name, &line)
	return name, line, err == nil
}

// closed reports whether a quoted value ends on its line.
func closed(value string) bool {
	quote := value[:1]
	rest := strings.ReplaceAll(strings.ReplaceAll(value[1:], `\\`, ""), `\`+quote, "")
	if quote == "'" {
		rest = strings.ReplaceAll(rest, "''", "")
	}
	return strings.Contains(rest, quote)
}

// nearest is the one of names that was probably meant, or "".
func nearest(word string, names []string) string {
	best, least := "", 3
	if len(word) < 5 {
		least = 2
	}
	if len(word) > 200 {
		return ""
	}
	for _, name := range names {
		if d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// absent says what may be meant by a file that is not in media/.
func (f *folder) absent(file string) string {
	if slash := strings.ReplaceAll(file, `\`, "/"); slash != file {
		return ": write / between folders"
	}
	if inside, ok := strings.CutPrefix(file, "media/"); ok {
		return fmt.Sprintf(": a path begins inside of media/, as in %s", inside)
	}
	list, err := os.ReadDir(filepath.Join(f.root, "media", filepath.FromSlash(path.Dir(file))))
	if err != nil {
		return fmt.Sprintf(": there is no folder media/%s", path.Dir(file))
	}
	var names []string
	for _, one := range list {
		if !one.IsDir() {
			names = append(names, one.Name())
		}
	}
	if name := nearest(path.Base(file), names); name != "" {
		return fmt.Sprintf(": is %s meant?", path.Join(path.Dir(file), name))
	}
	return ""
}

// suggest ends a message about an unknown field with the field that was probably meant.
func suggest(name string, known map[string]any) string {
	names := slices.Sorted(maps.Keys(known))
	if one := nearest(name, names); one != "" {
		return fmt.Sprintf(": is %s meant?", one)
	}
	return ": there are " + strings.Join(names, ", ")
}
