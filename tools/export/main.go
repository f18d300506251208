// Command vitrine-export writes a copy of a gallery's public pages that opens from disk, without a server.
//
//	vitrine-export [flags] URL FOLDER
//	vitrine-export check FOLDER
//
// It reads the gallery at URL as a visitor would, so it works from any machine: it begins with the sitemaps, follows links within the site, and reads
// every file that a page shows. It leaves out scripts and everything else that needs the server. Then it writes pages with references into the copy,
// SHA256SUMS and manifest.json, and checks that every reference resolves. Each run reads all pages again and reuses files whose address contains a
// hash of their content, so an interrupted export continues where it stopped.
//
// The exit code is 0 if the copy is complete, 1 if something could not be read or the check found problems, and 2 for wrong usage.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"
)

const (
	complete   = 0
	incomplete = 1
	usage      = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("vitrine-export", flag.ContinueOnError)
	flags.SetOutput(errs)
	only := flags.String("only", "", "comma-separated beginnings of paths: export only these pages, such as /en/drops/")
	ownershipFile := flags.String("ownership", "", "file with the output of `chainwatcher ownership`: who holds which token, and signed claims")
	art := flags.String("art", "", "origin of live works; without it the one that the gallery names")
	parallel := flags.Int("parallel", 4, "requests at a time")
	perSecond := flags.Float64("per-second", 20, "pages requested in a second at most")
	flags.Usage = func() {
		fmt.Fprint(errs, "vitrine-export [flags] URL FOLDER\nvitrine-export check FOLDER\n\n")
		flags.PrintDefaults()
		fmt.Fprint(errs, "\nExit codes: 0 complete; 1 incomplete, or the check found problems; 2 wrong usage.\n")
	}
	if err := flags.Parse(args); err != nil {
		return usage
	}
	if flags.NArg() == 2 && flags.Arg(0) == "check" {
		return printCheck(flags.Arg(1), out, errs)
	}
	site, err := address(flags.Arg(0))
	if flags.NArg() != 2 || err != nil || *parallel < 1 || *perSecond <= 0 {
		flags.Usage()
		return usage
	}
	o := options{site: site, dir: flags.Arg(1), parallel: *parallel, perSecond: *perSecond, progress: errs, now: time.Now()}
	if *only != "" {
		o.only = slices.DeleteFunc(strings.Split(*only, ","), func(p string) bool { return p == "" })
	}
	if *art != "" {
		if o.art, err = address(*art); err != nil {
			fmt.Fprintln(errs, "--art:", err)
			return usage
		}
	}
	if *ownershipFile != "" {
		if o.ownership, err = readOwnershipFile(*ownershipFile); err != nil {
			fmt.Fprintln(errs, "--ownership:", err)
			return usage
		}
	}
	r, err := export(ctx, o)
	if err != nil {
		fmt.Fprintln(errs, "vitrine-export:", err)
		if ctx.Err() != nil {
			fmt.Fprintln(errs, "Interrupted. Run the same command again: files that are there are kept.")
		}
		return incomplete
	}
	fmt.Fprintf(out, "%d pages in %d files (%d MB), %d tokens in %s\n", r.pages, r.files, r.bytes>>20, r.tokens, o.dir)
	for _, at := range r.missing {
		fmt.Fprintf(out, "The gallery links to %s, which doesn't exist; the copy doesn't.\n", at)
	}
	for _, at := range r.failed {
		fmt.Fprintf(errs, "Not read: %s\n", at)
	}
	code := printCheck(o.dir, out, errs)
	if len(r.failed) > 0 {
		fmt.Fprintf(errs, "%d addresses could not be read. Run the same command again.\n", len(r.failed))
		return incomplete
	}
	return code
}

// printCheck checks a copy and prints its problems. It returns the exit code.
func printCheck(dir string, out, errs io.Writer) int {
	problems, err := check(dir)
	if err != nil {
		fmt.Fprintln(errs, "vitrine-export:", err)
		return incomplete
	}
	for _, p := range problems {
		fmt.Fprintln(errs, p)
	}
	if len(problems) > 0 {
		fmt.Fprintf(errs, "%d problems.\n", len(problems))
		return incomplete
	}
	fmt.Fprintln(out, "Checked: all hashes are right, no reference leads nowhere, nothing needs a server.")
	return complete
}

func address(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is not a site's address like https://host", text)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/"}, nil
}
