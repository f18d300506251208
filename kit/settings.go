package kit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"github.com/vitrine/vitrine/kit/tracing"
)

// Secret is a setting that prints as ***. Use string(s) for its value.
type Secret string

// String hides the value from fmt.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "***"
}

// GoString hides the value from %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue hides the value from slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText hides the value from JSON and text encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the plain value.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = Secret(text)
	return nil
}

// Load reads the environment into cfg, which has the defaults, and checks it if *C has Validate. One error reports all invalid settings, and the
// variables whose names are almost those of settings. also are further settings, which something else reads.
func Load[C any](cfg *C, also ...Setting) error {
	err := errors.Join(parse(cfg, ""), unknown(append(Settings(*cfg), also...), variables()))
	if v, ok := any(cfg).(Config); ok {
		err = errors.Join(err, Check(v))
	}
	if os.Getenv("INTERNAL_KEY") != "" {
		err = errors.Join(err, errors.New("INTERNAL_KEY is no longer used: remove it and give each process its own SERVICE_KEY (docs/operating/security.md#keys-between-services)"))
	}
	if err != nil {
		return fmt.Errorf("settings: %w", flatten(err))
	}
	return nil
}

// loadDatabase reads the environment and requires only DATABASE_URL.
func loadDatabase[C any](cfg *C) error {
	err := parse(cfg, "")
	if s, ok := any(*cfg).(stored); ok {
		db := Database{DatabaseURL: s.database()}
		err = errors.Join(err, Check(&db))
	}
	if err != nil {
		return fmt.Errorf("settings: %w", flatten(err))
	}
	return nil
}

// parse treats a variable that is set but empty as unset, because Compose and Helm files write VAR=
// for "not set". A text field with the tag empty:"off" becomes empty.
func parse(cfg any, prefix string) error {
	environ := variables()
	switchOff(reflect.ValueOf(cfg).Elem(), prefix)
	return readable(cfg, prefix, environ, env.ParseWithOptions(cfg, env.Options{Environment: environ, Prefix: prefix}))
}

// Overlay reads the variables whose names are those of settings after a prefix, and leaves the other settings as they are. It doesn't check them.
func Overlay(cfg any, prefix string) error {
	if err := parse(cfg, prefix); err != nil {
		return fmt.Errorf("settings: %w", flatten(err))
	}
	return nil
}

// variables returns the environment without empty variables.
func variables() map[string]string {
	environ := map[string]string{}
	for _, pair := range os.Environ() {
		if k, v, ok := strings.Cut(pair, "="); ok && v != "" {
			environ[k] = v
		}
	}
	return environ
}

// switchOff clears the text fields with the tag empty:"off" whose variables are set but empty.
func switchOff(v reflect.Value, prefix string) {
	if v.Kind() != reflect.Struct {
		return
	}
	for f, field := range v.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("env"), ",")
		if value, set := os.LookupEnv(prefix + name); name != "" && f.Tag.Get("empty") == "off" && set && value == "" {
			field.SetString("")
		}
		if f.Anonymous && f.IsExported() {
			switchOff(field, prefix)
		}
	}
}

// readable lists the settings whose values don't parse, with the value and what is expected instead.
func readable(cfg any, prefix string, environ map[string]string, err error) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return err
	}
	out := make([]error, len(all.Errors))
	for i, err := range all.Errors {
		out[i] = err
		var wrong env.ParseError
		if !errors.As(err, &wrong) {
			continue
		}
		field, ok := fieldOf(reflect.TypeOf(cfg).Elem(), wrong.Name)
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("env"), ",")
		name = prefix + name
		value := strconv.Quote(environ[name])
		if field.Type == reflect.TypeFor[Secret]() {
			value = "***"
		}
		out[i] = fmt.Errorf("%s: %s is not %s", name, value, expected(field.Type))
	}
	return errors.Join(out...)
}

// fieldOf finds a field by name, also in embedded structs.
func fieldOf(t reflect.Type, name string) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	field, ok := t.FieldByName(name)
	return field, ok && field.Tag.Get("env") != ""
}

func expected(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return "a duration like 90s or 1h30m"
	case reflect.TypeFor[slog.Level]():
		return "debug, info, warn or error"
	}
	switch t.Kind() { //nolint:exhaustive // the rest has no short description
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list of " + strings.TrimPrefix(t.Elem().String(), "*") + " values, comma separated"
	default:
		return "a " + t.String()
	}
}

// Required reports all empty settings: pairs of name and value. It panics on an odd number of
// arguments, which is a programming error.
func Required(pairs ...any) error {
	if len(pairs)%2 != 0 {
		panic("kit.Required: want pairs of name and value")
	}
	var errs []error
	for pair := range slices.Chunk(pairs, 2) {
		if v := reflect.ValueOf(pair[1]); !v.IsValid() || v.IsZero() {
			errs = append(errs, fmt.Errorf("%v is required", pair[0]))
		}
	}
	return errors.Join(errs...)
}

// flatten joins errors into one line.
func flatten(err error) error {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return errors.New(strings.Join(lines, "; "))
}

// Setting is one row of the table of settings. Kind is the kind of address that it is, if it is one.
type Setting struct{ Name, Default, Help, Kind string }

// Settings lists the fields of a settings struct that have an env tag; cfg holds the defaults. Fields of embedded and nested structs appear in place.
func Settings(cfg any) []Setting {
	var out []Setting
	collect(reflect.Indirect(reflect.ValueOf(cfg)), "", &out)
	return out
}

func collect(v reflect.Value, prefix string, out *[]Setting) {
	if v.Kind() != reflect.Struct {
		return
	}
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("env"), ",")
		if name == "" || name == "-" {
			collect(reflect.Indirect(v.Field(i)), prefix+f.Tag.Get("envPrefix"), out)
			continue
		}
		value := ""
		if !v.Field(i).IsZero() {
			value = fmt.Sprint(v.Field(i).Interface())
			if list := v.Field(i); list.Kind() == reflect.Slice {
				value = strings.Trim(strings.ReplaceAll(value, " ", ","), "[]")
			}
		}
		*out = append(*out, Setting{Name: prefix + name, Default: value, Help: f.Tag.Get("help"), Kind: f.Tag.Get("kind")})
	}
}

// Environ returns the settings as the environment that Load reads, with the values of secrets. Load can't read back an empty text whose
// default isn't empty.
func Environ(cfg any) []string { return environ(reflect.Indirect(reflect.ValueOf(cfg)), nil) }

func environ(v reflect.Value, out []string) []string {
	for f, field := range v.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("env"), ",")
		switch {
		case !f.IsExported():
		case name != "":
			out = append(out, name+"="+textOf(field, cmp.Or(f.Tag.Get("envKeyValSeparator"), ":")))
		case field.Kind() == reflect.Struct:
			out = environ(field, out)
		}
	}
	return out
}

func textOf(v reflect.Value, between string) string {
	var items []string
	switch v.Kind() { //nolint:exhaustive // the rest prints as it is read
	case reflect.String: // a Secret, too
		return v.String()
	case reflect.Slice:
		for i := range v.Len() {
			items = append(items, textOf(v.Index(i), ""))
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			items = append(items, textOf(key, "")+between+textOf(value, ""))
		}
		slices.Sort(items)
	default:
		return fmt.Sprint(v)
	}
	return strings.Join(items, ",")
}

// WriteSettings prints settings as a Markdown table.
func WriteSettings(w io.Writer, list []Setting) error {
	var b strings.Builder
	b.WriteString("| setting | default | meaning |\n| --- | --- | --- |\n")
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	for _, s := range list {
		value := ""
		if s.Default != "" {
			value = "`" + cell.Replace(s.Default) + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, value, cell.Replace(s.Help))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Logger writes JSON, or text if LOG_FORMAT=text, from LOG_LEVEL up. Records contain the service, and with a context its
// trace and request.
func (c Common) Logger(w io.Writer, service string) *slog.Logger {
	opts := &slog.HandlerOptions{Level: c.LogLevel}
	var h slog.Handler = slog.NewJSONHandler(w, opts)
	if c.LogFormat == "text" {
		h = slog.NewTextHandler(w, opts)
	}
	return slog.New(tracing.LogHandler(h)).With("service", service)
}
