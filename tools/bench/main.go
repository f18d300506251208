// Command bench starts its own onebox and measures how fast it opens, how much memory it uses, and how fast the data API, the
// reservations and the watcher are. It prints a table and writes the same figures as JSON to bench-out/.
package main

import (
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
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
	psload "github.com/shirou/gopsutil/v4/load"

	"github.com/vitrine/vitrine/kit"
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
	Tate        string `env:"TATE_DIR"`
	Rounds      int    `env:"BENCH_ROUNDS"`
	Purchases   int    `env:"BENCH_PURCHASES"`
	Lighthouse  int    `env:"BENCH_LIGHTHOUSE"`
	Only        string `env:"BENCH_ONLY"`
	Seconds     int    `env:"BENCH_SECONDS"`
	Connections []int  `env:"BENCH_CONNECTIONS"`
	Dir         string `env:"BENCH_DIR"`
	Works       int    `env:"BENCH_WORKS"`
	SmallWorks  int    `env:"BENCH_SMALL_WORKS"`
	Orders      int    `env:"BENCH_ORDERS"`
	SmallOrders int    `env:"BENCH_SMALL_ORDERS"`
	Match       string `env:"BENCH_MATCH"`
	ScaleURL    string `env:"BENCH_SCALE_URL"`
	Offset      int    `env:"PORT_OFFSET"`

	match       *regexp.Regexp // Match
	root        string         // of the repository
	dir         string         // of this run
	site        bool           // whether onebox runs the site
	lowPriority bool           // whether onebox runs at a lower CPU priority than other programs
}

func defaults() settings {
	return settings{
		Rounds: 2, Purchases: 10, Lighthouse: 5, Seconds: 4, Connections: []int{1, 16}, Dir: "/var/tmp", Works: 1_000_000, SmallWorks: 10_000,
		Orders: 1_000_000, SmallOrders: 50_000, Offset: 12_000,
	}
}

// Validate compiles Match, and returns an error for numbers that can't be measured.
func (s *settings) Validate() (err error) {
	if s.match, err = regexp.Compile(s.Match); err != nil {
		return fmt.Errorf("BENCH_MATCH: %w", err)
	}
	numbers := append([]int{s.Rounds, s.Purchases, s.Lighthouse, s.Seconds, s.Works, s.SmallWorks, s.Orders, s.SmallOrders, s.Offset}, s.Connections...)
	if slices.Min(numbers) < 1 {
		return errors.New("all numbers have to be above 0")
	}
	return nil
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

func read() (s settings, err error) {
	s = defaults()
	if err := kit.Load(&s); err != nil {
		return s, err
	}
	if s.root, err = os.Getwd(); err != nil {
		return s, err
	}
	if _, missing := os.Stat(filepath.Join(s.root, "frontend", ".next", "standalone", "server.js")); missing == nil {
		s.site = true
	}
	return s, nil
}

func run(ctx context.Context) error {
	s, err := read()
	if err != nil {
		return err
	}
	// Postgres may run as another user, who must be able to read the folder.
	if s.dir, err = os.MkdirTemp(s.Dir, "vitrine-bench-"); err != nil {
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

// duration is how long each load lasts.
func (s settings) duration() time.Duration { return time.Duration(s.Seconds) * time.Second }

// data is the data folder of a round. The first round's folder is kept for the later parts.
func (s settings) data(round int) string { return filepath.Join(s.dir, fmt.Sprint("fleet", round)) }

func measure(ctx context.Context, s settings, r *report) error {
	for _, part := range []struct {
		name string
		run  func(context.Context, settings, *report) error
	}{{"starts", starts}, {"purchases", purchases}, {"pages", pages}, {"data", fleet}, {"overload", overloads}, {"programs", programs}, {"scale", scale}} {
		if s.Only != "" && s.Only != part.name {
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
		{"services/chainwatcher", "./internal/watching", "CatchUp", "1x"},
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

// load returns the load average of the last minute, or -1 if it is unknown.
func load() float64 {
	average, err := psload.Avg()
	if err != nil {
		return -1
	}
	return average.Load1
}

func machine() string {
	name := runtime.GOARCH
	if all, err := cpu.Info(); err == nil && len(all) > 0 {
		name = all[0].ModelName
	}
	return fmt.Sprintf("%s, %d cores, %s", runtime.GOOS, runtime.NumCPU(), name)
}
