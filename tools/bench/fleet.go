package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
	"github.com/vitrine/vitrine/kit/subprocess"
)

// Ports of onebox before the offset, and of the two programs measured next to it.
const (
	gatewayPort  = 8080
	chainPort    = 8545
	postgresPort = 9432
	natsPort     = 9422
	authPort     = 9101
	ownCatalog   = 9150 // and 9152, with its cache of responses; 9154, which admits all
	ownGateway   = 9151 // and 9153, 9155
)

// stopWithin is how long a program may take to stop before it is killed.
const stopWithin = 30 * time.Second

func start(cmd *exec.Cmd) (*subprocess.Process, error) {
	return subprocess.Start(cmd, syscall.SIGINT, nil)
}

func stop(p *subprocess.Process) { p.Stop(stopWithin) }

func stopAll(processes map[string]*subprocess.Process) {
	for _, p := range processes {
		stop(p)
	}
}

// base is the origin of onebox.
func (s settings) base() string { return fmt.Sprint("http://localhost:", gatewayPort+s.Offset) }

// listed reports whether onebox serves its listing, which it does last: the site's page or, without the site, artworks in the data API.
func (s settings) listed(ctx context.Context) bool {
	if s.site {
		return probe.OK(ctx, http.DefaultClient, s.base()+"/en/artworks/")
	}
	_, err := forSale(ctx, s.base())
	return err == nil
}

// open starts onebox on a data folder and waits until it serves its listing.
func open(ctx context.Context, s settings, data string, extra ...string) (p *subprocess.Process, took time.Duration, err error) {
	binary := filepath.Join(s.root, ".bin", "onebox")
	cmd := exec.Command(binary)
	if s.lowPriority {
		cmd = exec.Command("nice", "-n", "10", binary)
	}
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), fmt.Sprintf("PORT_OFFSET=%d", s.Offset), "VITRINE_DATA="+data, fmt.Sprintf("SITE=%t", s.site))
	cmd.Env = append(cmd.Env, extra...)
	began := time.Now()
	if p, err = start(cmd); err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for !s.listed(ctx) {
		select {
		case <-p.Done():
			return nil, 0, fmt.Errorf("%w; is something using its ports? PORT_OFFSET moves them", p.Err())
		case <-ctx.Done():
			stop(p)
			return nil, 0, fmt.Errorf("onebox serves no listing: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return p, time.Since(began), nil
}

// starts measures a start with an empty data folder and one with existing data.
func starts(ctx context.Context, s settings, r *report) error {
	var cold, warm []time.Duration
	var before [2]float64
	for i := range s.Rounds {
		data := s.data(i)
		for j, into := range []*[]time.Duration{&cold, &warm} {
			before[j] = load()
			p, took, err := open(ctx, s, data)
			if err != nil {
				return err
			}
			*into = append(*into, took)
			if i == 0 && j == 0 {
				reportMemory(r, p.PID(), "just opened, pictures being made")
			}
			stop(p)
		}
	}
	site := "with the site"
	if !s.site {
		site = "without the site"
	}
	for j, f := range []struct {
		name  string
		times []time.Duration
	}{{"empty data folder", cold}, {"data kept", warm}} {
		slices.Sort(f.times)
		note := fmt.Sprintf("%s; rounds: %d, best %.2f s", site, len(f.times), f.times[0].Seconds())
		r.add(Figure{"Start of onebox, until it serves its listing", f.name, f.times[len(f.times)/2].Seconds(), "s", note, before[j]})
	}
	return nil
}

// openFleet opens the instance of the first round without making pictures. The caller stops it.
func openFleet(ctx context.Context, s settings) (*subprocess.Process, *fleetEnv, error) {
	data := s.data(0)
	h, _, err := open(ctx, s, data, "RENDITION_WORKERS=0")
	if err != nil {
		return nil, nil, err
	}
	f, err := newFleetEnv(ctx, s, data)
	if err != nil {
		stop(h)
		return nil, nil, err
	}
	return h, f, nil
}

// fleet measures memory and the data API, with the demo content and with a museum's collection added.
func fleet(ctx context.Context, s settings, r *report) error {
	h, f, err := openFleet(ctx, s)
	if err != nil {
		return err
	}
	defer stop(h)
	reportMemory(r, h.PID(), "open and idle")

	at := f.at
	uncached, err := f.startPair(ctx, at(ownCatalog), at(ownGateway), "GRAPHQL_CACHE=0")
	if err != nil {
		return err
	}
	defer stopAll(uncached)
	cached, err := f.startPair(ctx, at(ownCatalog+2), at(ownGateway+2))
	if err != nil {
		return err
	}
	defer stopAll(cached)
	measured := func() error {
		if err := loads(ctx, s, r, "http://"+at(ownGateway)+"/graphql", ""); err != nil {
			return err
		}
		return loads(ctx, s, r, "http://"+at(ownGateway+2)+"/graphql", ", responses cached")
	}
	if err := measured(); err != nil {
		return err
	}
	if s.Tate == "" {
		r.skip("the data API over a museum's collection, because TATE_DIR is not set (docs/benchmarks.md)")
		return nil
	}
	began, before := time.Now(), load()
	if out, err := f.command(ctx, "catalog", nil, "import-csv", "--artists", filepath.Join(s.Tate, "tate-artists.csv.gz"),
		"--artworks", filepath.Join(s.Tate, "tate-artworks.csv.gz"), "--source", "tate", "--id-base", "1000000").Output(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	r.add(Figure{"Import of a museum's collection", "catalog import-csv", time.Since(began).Seconds(), "s", "into the running fleet", before})
	if err := measured(); err != nil {
		return err
	}
	reportMemory(r, h.PID(), "after that, its own gateway idle")
	return nil
}

// overloads measures the data API and the payments under overload.
func overloads(ctx context.Context, s settings, r *report) error {
	h, f, err := openFleet(ctx, s)
	if err != nil {
		return err
	}
	defer stop(h)
	admitting, err := f.startPair(ctx, f.at(ownCatalog), f.at(ownGateway), "GRAPHQL_CACHE=0")
	if err != nil {
		return err
	}
	defer stopAll(admitting)
	all, err := f.startPair(ctx, f.at(ownCatalog+4), f.at(ownGateway+4), "GRAPHQL_CACHE=0", "ADMIT_ALL=true")
	if err != nil {
		return err
	}
	defer stopAll(all)
	return overload(ctx, s, r, map[string]string{
		"admission control": "http://" + f.at(ownGateway), "every request admitted": "http://" + f.at(ownGateway+4),
	})
}

func ready(ctx context.Context, address string) error {
	return probe.Wait(ctx, address, 20*time.Second, nil)
}
