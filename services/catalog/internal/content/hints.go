package content

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// got ends a message with what is there in place of what is expected.
func got(n ast.Node) string {
	switch v := n.(type) {
	case *ast.StringNode:
		if _, err := strconv.ParseInt(v.Value, 10, 64); err == nil {
			return ", not text: leave out the quotes"
		}
	case *ast.SequenceNode:
		return ", not a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return ", not a mapping"
	}
	s, ok := scalar(n)
	if !ok {
		s = n.String()
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
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance is how many letters have to be put in, taken out, changed or swapped with the next.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j-1]+cost, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
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

// strange says what may be meant by a field that there is not.
func strange(name string, asked map[string]bool) string {
	var names []string
	for one := range asked {
		names = append(names, one)
	}
	slices.Sort(names)
	if one := nearest(name, names); one != "" {
		return fmt.Sprintf(": is %s meant?", one)
	}
	return ": there are " + strings.Join(names, ", ")
}
