package report

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"
)

var (
	// address is a URL. Its path, query and user may contain secrets and ids.
	address = regexp.MustCompile(`\b([a-z][a-z0-9+.-]*)://[^\s"'<>|\\]+`)
	query   = regexp.MustCompile(`\?[\w.%~\[\]-]+=[^\s"']*`)
	mail    = regexp.MustCompile(`[^\s<>"'(),:;=/\[\]]+@[^\s<>"'(),:;=/\[\]]+`)
	scheme  = regexp.MustCompile(`(?i)\b(bearer|basic|dpop)\s+[\w.~+/=-]+`)
	jwt     = regexp.MustCompile(`\beyJ[\w-]+(\.[\w-]*)+`)
	// pair is a header or field that names a secret.
	pair = regexp.MustCompile(`(?i)\b([\w-]*(?:password|secret|token|cookie|authorization|api[_-]?key)[\w-]*)("?\s*[:=]\s*"?)[^\s",;}]+`)
	// opaque is a hash, an id, a key, a wallet's address: long, without spaces and with a digit in it.
	opaque = regexp.MustCompile(`[A-Za-z0-9_+=-]{20,}`)
	hex    = regexp.MustCompile(`\b0x[0-9a-fA-F]{8,}`)
	host   = regexp.MustCompile(`\[?[0-9a-fA-F:.]{3,}(%\w+)?\]?`)
	quoted = regexp.MustCompile(`"[^"\n]*"|\B'[^'\n]*'\B` + "|`[^`\n]*`")
	// identifier is a name from the code or the schema.
	identifier = regexp.MustCompile(`^[a-z]+([_.][a-z0-9]+)+$`)
)

// Scrub removes what may identify a person or grant access: mail and IP addresses,
// wallets, ids, tokens, keys, query strings, and quoted text unless it looks like a
// name in code. Of a URL it keeps the scheme and the host.
func Scrub(text string) string {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	text = address.ReplaceAllStringFunc(text, func(url string) string {
		name, rest, _ := strings.Cut(url, "://")
		rest, _, _ = strings.Cut(rest, "?")
		rest, _, _ = strings.Cut(rest, "#")
		rest, _, _ = strings.Cut(rest, "/")
		return name + "://" + rest[strings.LastIndex(rest, "@")+1:]
	})
	text = query.ReplaceAllString(text, "?[query]")
	text = scheme.ReplaceAllString(text, "$1 [token]")
	text = jwt.ReplaceAllString(text, "[token]")
	text = mail.ReplaceAllString(text, "[email]")
	text = pair.ReplaceAllString(text, "$1$2[secret]")
	text = quoted.ReplaceAllStringFunc(text, func(q string) string {
		if identifier.MatchString(q[1 : len(q)-1]) {
			return q
		}
		return q[:1] + "…" + q[:1]
	})
	text = hex.ReplaceAllString(text, "[hex]")
	text = opaque.ReplaceAllStringFunc(text, func(id string) string {
		if strings.ContainsAny(id, "0123456789") {
			return "[id]"
		}
		return id
	})
	return host.ReplaceAllStringFunc(text, func(found string) string {
		name := strings.TrimRight(found, ".:")
		rest := found[len(name):]
		if at, err := netip.ParseAddrPort(name); err == nil {
			return "[ip]:" + strconv.Itoa(int(at.Port())) + rest
		}
		if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
			return "[ip]" + rest
		}
		return found
	})
}
