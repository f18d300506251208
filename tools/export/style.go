package main

import (
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"
)

// rewriteStyles rewrites the addresses in a style sheet or a style attribute. fn returns the new address, or false for none. Rules for browsers
// without scripts always apply, because a copy has no scripts.
func rewriteStyles(sheet string, fn func(ref string) (string, bool)) string {
	var out strings.Builder
	lexer := css.NewLexer(parse.NewInputString(sheet))
	importing := false
	for {
		token, data := lexer.Next()
		text := string(data)
		switch token {
		case css.ErrorToken:
			return scriptless.Replace(out.String())
		case css.AtKeywordToken:
			importing = strings.EqualFold(text, "@import")
		case css.SemicolonToken:
			importing = false
		case css.URLToken:
			ref := strings.TrimSuffix(text[len("url("):], ")")
			text = "url(" + rewritten(ref, fn) + ")"
		case css.StringToken:
			if importing {
				text = rewritten(text, fn)
			}
		}
		out.WriteString(text)
	}
}

// scriptless evaluates media queries as a browser without scripts does.
var scriptless = strings.NewReplacer(
	"(scripting:none)", "(min-width:0)", "(scripting: none)", "(min-width:0)",
	"(scripting:enabled)", "(max-width:0)", "(scripting: enabled)", "(max-width:0)",
)

func rewritten(quoted string, fn func(string) (string, bool)) string {
	ref := strings.Trim(strings.TrimSpace(quoted), `"'`)
	if ref == "" || strings.HasPrefix(ref, "data:") || strings.HasPrefix(ref, "#") {
		return quoted
	}
	to, ok := fn(ref)
	if !ok {
		to = "data:,"
	}
	return `"` + strings.NewReplacer(`"`, "%22", "\n", "").Replace(to) + `"`
}
