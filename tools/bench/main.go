// Command bench starts its own onebox and measures how fast it opens, how much memory it uses, and how fast the data API, the
// reservations and the watcher are. It prints a table and writes the same figures as JSON to bench-out/.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Figure is one measurement and how busy the machine was before it.
type Figure struct {
	Group string  `json:"group"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Note  string  `json:"note,omitempty"`
	// Load is the load average of the last minute, or -1 if unknown.
	Load float64 `json:"load"`
}

type report struct {
	At       time.Time `json:"at"`
	Machine  string    `json:"machine"`
	Cores    int       `json:"cores"`
	Site     bool      `json:"site"`
	Skipped  []string  `json:"skipped"`
	Figures  []Figure  `json:"figures"`
	lastHead string
}

func (r *report) add(f Figure) {
	if f.Group != r.lastHead {
		fmt.Printf("\n  %s\n", f.Group)
		r.lastHead = f.Group
	}
	r.Figures = append(r.Figures, f)
	fmt.Printf("    %-34s %10s %-15s load %5.1f  %s\n", f.Name, strconv.FormatFloat(f.Value, 'f', digits(f.Value), 64), f.Unit, f.Load, f.Note)
}

func (r *report) skip(why string) {
	r.Skipped = append(r.Skipped, why)
	fmt.Printf("\n  Skipped: %s\n", why)
}

func digits(v float64) int {
	if v < 100 {
		return 2
	}
	return 0
}

type settings struct {
	root, dir   string
	tate        string
	rounds      int
	purchases   int
	lighthouse  int
	only        string
	duration    time.Duration
	connections []int
	offset      int
	site        bool
	// Sizes of the part scale, and which of its figures to measure.
	works, smallWorks, orders, smallOrders int
	match                                  *regexp.Regexp

	lowPriority bool // whether onebox runs at a lower CPU priority than other programs
}

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "bench: no arguments are expected; docs/benchmarks.md lists the settings")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func read() (settings, error) {
	root, err := os.Getwd()
	if err != nil {
		return settings{}, err
	}
	s := settings{root: root, tate: os.Getenv("TATE_DIR")}
	number := func(name string, standard int) int {
		n, bad := strconv.Atoi(cmp.Or(os.Getenv(name), strconv.Itoa(standard)))
		if bad != nil || n < 1 {
			err = errors.Join(err, fmt.Errorf("%s: expected a number above 0", name))
		}
		return n
	}
	s.rounds, s.offset = number("BENCH_ROUNDS", 2), number("PORT_OFFSET", 12_000)
	s.purchases, s.lighthouse, s.only = number("BENCH_PURCHASES", 10), number("BENCH_LIGHTHOUSE", 5), os.Getenv("BENCH_ONLY")
	s.works, s.smallWorks = number("BENCH_WORKS", 1_000_000), number("BENCH_SMALL_WORKS", 10_000)
	s.orders, s.smallOrders = number("BENCH_ORDERS", 1_000_000), number("BENCH_SMALL_ORDERS", 50_000)
	s.duration = time.Duration(number("BENCH_SECONDS", 4)) * time.Second
	var bad error
	if s.match, bad = regexp.Compile(os.Getenv("BENCH_MATCH")); bad != nil {
		err = errors.Join(err, fmt.Errorf("BENCH_MATCH: %w", bad))
	}
	for word := range strings.SplitSeq(cmp.Or(os.Getenv("BENCH_CONNECTIONS"), "1,16"), ",") {
		n, bad := strconv.Atoi(word)
		if bad != nil || n < 1 {
			err = errors.Join(err, errors.New("BENCH_CONNECTIONS: expected numbers separated by commas"))
		}
		s.connections = append(s.connections, n)
	}
	if _, missing := os.Stat(filepath.Join(root, "frontend", ".next", "standalone", "server.js")); missing == nil {
		s.site = true
	}
	return s, err
}

func run(ctx context.Context) error {
	s, err := read()
	if err != nil {
		return err
	}
	// Postgres may run as another user, who must be able to read the folder.
	if s.dir, err = os.MkdirTemp(cmp.Or(os.Getenv("BENCH_DIR"), "/var/tmp"), "vitrine-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	if err := os.Chmod(s.dir, 0o755); err != nil {
		return err
	}
	r := &report{At: time.Now().UTC().Truncate(time.Second), Machine: machine(), Cores: runtime.NumCPU(), Site: s.site, Skipped: []string{}}
	fmt.Printf("\n  %s, %s, load %.1f\n", r.At.Format(time.DateTime), r.Machine, load())
	if !s.site {
		r.skip("the site, because it is not built (make build)")
	}
	measured := measure(ctx, s, r)
	path := filepath.Join(s.root, "bench-out", "bench-"+r.At.Format("20060102-150405")+".json")
	data, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = os.WriteFile(path, append(data, '\n'), 0o644)
	}
	fmt.Printf("\n  Written to %s\n\n", path)
	return errors.Join(measured, err)
}

// data is the data folder of a round. The first round's folder is kept for the later parts.
func (s settings) data(round int) string { return filepath.Join(s.dir, fmt.Sprint("fleet", round)) }

func measure(ctx context.Context, s settings, r *report) error {
	for _, part := range []struct {
		name string
		run  func(context.Context, settings, *report) error
	}{{"starts", starts}, {"purchases", purchases}, {"pages", pages}, {"data", fleet}, {"overload", overloads}, {"programs", programs}, {"scale", scale}} {
		if s.only != "" && s.only != part.name {
			continue
		}
		if err := part.run(ctx, s, r); err != nil {
			return err
		}
	}
	return nil
}

// programs runs the benchmarks that don't need onebox.
func programs(ctx context.Context, s settings, r *report) error {
	for _, b := range []struct{ folder, pkg, bench, time string }{
		{"services/checkout", "./internal/postgres", "Reserve", "3000x"},
		{"services/chainwatcher", "./internal/chain", "CatchUp", "1x"},
	} {
		before := load()
		cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", b.bench, "-benchtime", b.time, b.pkg)
		cmd.Dir = filepath.Join(s.root, b.folder)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", b.folder, err, out)
		}
		for line := range strings.SplitSeq(string(out), "\n") {
			words := strings.Fields(line)
			if len(words) < 4 || !strings.HasPrefix(words[0], "Benchmark") {
				continue
			}
			for i := 2; i+1 < len(words); i += 2 {
				v, err := strconv.ParseFloat(words[i], 64)
				if err != nil || !strings.HasSuffix(words[i+1], "/s") {
					continue
				}
				r.add(Figure{"Programs", strings.TrimPrefix(words[0], "Benchmark"), v, words[i+1], b.folder, before})
			}
		}
	}
	return nil
}

func load() float64 {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		// sysctl prints "{ 1.23 1.10 0.98 }".
		if data, err = exec.Command("sysctl", "-n", "vm.loadavg").Output(); err != nil {
			return -1
		}
	}
	words := strings.Fields(strings.Trim(strings.TrimSpace(string(data)), "{}"))
	if len(words) == 0 {
		return -1
	}
	n, err := strconv.ParseFloat(words[0], 64)
	if err != nil {
		return -1
	}
	return n
}

func machine() string {
	cpu := runtime.GOARCH
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.SplitSeq(string(data), "\n") {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				cpu = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), ":"))
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s", runtime.GOOS, runtime.NumCPU(), cpu)
}
