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

// got ends a message with the actual value, after the expected one.
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

// hint looks for common mistakes in invalid YAML, because a parser reports them in technical terms and often
// many lines later. It returns the last mistake up to the line that the parser reports, or "".
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

// syntax returns the line and the reason of a parser's error, in plain words for common mistakes.
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
		return at, fmt.Sprintf("%s appears twice, first in line %d", name, first)
	}
	if slip, what := hint(strings.Split(text, "\n"), line, at); what != "" {
		return slip, what
	}
	return at, reason + ": look at this line and the one before it"
}

// twice parses the parser's message about a repeated field.
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

// nearest returns the name that was probably meant, or "".
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

// absent returns a hint about a file that isn't in media/.
func (f *folder) absent(file string) string {
	if slash := strings.ReplaceAll(file, `\`, "/"); slash != file {
		return ": write / between folders"
	}
	if inside, ok := strings.CutPrefix(file, "media/"); ok {
		return fmt.Sprintf(": paths start inside media/, as in %s", inside)
	}
	list, err := os.ReadDir(filepath.Join(f.root, "media", filepath.FromSlash(path.Dir(file))))
	if err != nil {
		return fmt.Sprintf(": there is no folder media/%s", path.Dir(file))
	}
	var names []string
	for _, entry := range list {
		if !entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	if name := nearest(path.Base(file), names); name != "" {
		return fmt.Sprintf(": did you mean %s?", path.Join(path.Dir(file), name))
	}
	return ""
}

// suggest ends a message about an unknown field with the field that was probably meant.
func suggest(name string, known map[string]any) string {
	names := slices.Sorted(maps.Keys(known))
	if one := nearest(name, names); one != "" {
		return fmt.Sprintf(": did you mean %s?", one)
	}
	return ": expected one of " + strings.Join(names, ", ")
}
