package kit

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine/vitrine/kit/eip55"
	"github.com/vitrine/vitrine/kit/mail/smtpurl"
	"github.com/vitrine/vitrine/kit/report"
)

// kinds are the values of the tag kind, which settings with addresses have. Each function rejects a text that isn't such an address. Empty
// texts don't get there, because Required reports those that are missing. Errors of kinds that may contain passwords or keys don't repeat the text.
var kinds = map[string]func(value string) error{
	// The origin of a site (RFC 6454). Check removes a slash at its end, because the code appends paths, and tokens contain it as issuer.
	"origin": func(value string) error {
		if u, err := url.Parse(value); err != nil || !isHTTP(u) || value != u.Scheme+"://"+u.Host {
			return shown(value, "the origin of a site like https://host:port")
		}
		return nil
	},
	"http": func(value string) error {
		if u, err := url.Parse(value); err != nil || !isHTTP(u) {
			return shown(value, "an address like http://host:port")
		}
		return nil
	},
	// A prefix of any scheme, such as ipfs.
	"url": func(value string) error {
		if u, err := url.Parse(value); err != nil || u.Scheme == "" || u.Host == "" {
			return shown(value, "an address like https://host/path/")
		}
		return nil
	},
	// Where a process listens.
	"listen": func(value string) error {
		host, port, err := net.SplitHostPort(value)
		if n, wrong := strconv.ParseUint(port, 10, 16); err != nil || wrong != nil || strconv.FormatUint(n, 10) != port || strings.ContainsAny(host, "/@ ") {
			return shown(value, "an address to listen at like 127.0.0.1:8080 or :8080")
		}
		return nil
	},
	"postgres": func(value string) error {
		if u, err := url.Parse(value); err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql") && strings.Contains(value, "://") && isPort(u) {
			return nil
		}
		if keyword, _, ok := strings.Cut(value, "="); ok && strings.Trim(keyword, "abcdefghijklmnopqrstuvwxyz_ ") == "" {
			return nil // host=… dbname=…
		}
		return errors.New("not an address like postgres://user:password@host:5432/database")
	},
	"nats": func(value string) error {
		for server := range strings.SplitSeq(value, ",") {
			if server = strings.TrimSpace(server); !strings.Contains(server, "://") {
				server = "nats://" + server
			}
			u, err := url.Parse(server)
			if err != nil || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) || u.Hostname() == "" || u.Path != "" && u.Path != "/" || !isPort(u) {
				return errors.New("not an address like nats://user:password@host:4222, or several with commas between them")
			}
		}
		return nil
	},
	"redis": func(value string) error {
		u, err := url.Parse(value)
		if err == nil && (u.Scheme == "unix" && u.Path != "" || (u.Scheme == "redis" || u.Scheme == "rediss") && u.Hostname() != "" && isPort(u)) {
			return nil
		}
		return errors.New("not an address like redis://user:password@host:6379/0")
	},
	"smtp": func(value string) error {
		_, err := smtpurl.Parse(value)
		return err
	},
	// A node of a chain. Settings that have nodes of several chains name the chain before it: 1=https://host.
	"node": func(value string) error {
		if chain, node, ok := strings.Cut(value, "="); ok && strings.Trim(chain, "0123456789 ") == "" {
			value = node
		}
		if u, err := url.Parse(value); err != nil || !slices.Contains([]string{"http", "https", "ws", "wss"}, u.Scheme) || u.Hostname() == "" || !isPort(u) {
			return errors.New("not the address of a node like https://host")
		}
		return nil
	},
	"bucket": func(value string) error {
		if u, err := url.Parse(value); err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil {
			return errors.New("not an address like s3://bucket/prefix?region=eu-central-1")
		}
		return nil
	},
	// A project for error reports.
	"dsn": report.Check,
	"email": func(value string) error {
		if _, err := mail.ParseAddress(value); err != nil {
			return shown(value, "an email address")
		}
		return nil
	},
	"wallet": func(value string) error {
		if _, ok := eip55.Checksum(value); !ok {
			return shown(value, "the address of a wallet, 0x and 40 hexadecimal digits")
		}
		return nil
	},
}

// shown names a wrong value. What looks like a password in an address is left out.
func shown(value, expected string) error {
	if strings.Contains(value, "://") && strings.Contains(value, "@") {
		return fmt.Errorf("not %s", expected)
	}
	return fmt.Errorf("%q is not %s", value, expected)
}

func isHTTP(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && isPort(u)
}

// isPort reports whether the port of an address is one, or is left out.
func isPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
}

// Address rejects a text that is not an address of a kind that the tag kind may name, for addresses inside of other settings. Its error doesn't name the
// setting.
func Address(kind, value string) error { return kinds[kind](value) }

// Check reports all invalid settings in one error: those whose text is not of the kind in their tag, and those that Validate reports.
func Check(cfg Config) error {
	return errors.Join(errors.Join(checkKinds(reflect.ValueOf(cfg).Elem())...), cfg.Validate())
}

// checkKinds checks the fields with the tag kind, each value of lists and maps.
func checkKinds(v reflect.Value) (errs []error) {
	if v.Kind() != reflect.Struct {
		return nil
	}
	for f, field := range v.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("env"), ",")
		kind := f.Tag.Get("kind")
		if !f.IsExported() {
			continue
		}
		if name == "" {
			errs = append(errs, checkKinds(field)...)
			continue
		}
		if kind == "" {
			continue
		}
		check := func(v reflect.Value) {
			if kind == "origin" && v.CanSet() {
				v.SetString(strings.TrimSuffix(v.String(), "/"))
			}
			if v.String() == "" {
				return
			}
			if err := kinds[kind](v.String()); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
			}
		}
		switch field.Kind() { //nolint:exhaustive // other types have no kind
		case reflect.String: // a Secret, too
			check(field)
		case reflect.Slice:
			for i := range field.Len() {
				check(field.Index(i))
			}
		case reflect.Map:
			for _, value := range field.Seq2() {
				check(value)
			}
		}
	}
	return errs
}
