package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// errNoLocale says how to get a locale.
var errNoLocale = errors.New("the server doesn't have the locale, and it can't be made: install the package locales (Debian, Ubuntu) or glibc-locale-source (Fedora)")

// TemporaryIn is Temporary with a UTF-8 locale of a language, such as en_US, that this machine doesn't have: localedef makes it from its source, for the
// server alone.
func TemporaryIn(ctx context.Context, language string) (*Server, error) {
	dir := ownFolder() + "-" + language
	locales := filepath.Join(dir, "locales")
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(locales, 0o755)); err != nil {
		return nil, err
	}
	// The names of locales in folders are en_US.utf8, for LC_COLLATE en_US.UTF-8, too.
	cmd := exec.CommandContext(ctx, "localedef", "--no-archive", "-i", language, "-f", "UTF-8", filepath.Join(locales, language+".utf8"))
	if out, err := cmd.CombinedOutput(); err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("%w: localedef %s: %w: %s", errNoLocale, language, err, out)
	}
	return temporary(ctx, dir, Options{Locales: locales})
}
