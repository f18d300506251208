package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/vitrine/vitrine/deploy/onebox/probe"
)

// Ports of onebox before the offset, and of the two programs measured next to it.
const (
	gatewayPort  = 8080
	chainPort    = 8545
	postgresPort = 9432
	natsPort     = 9422
	redisPort    = 9379
	authPort     = 9101
	ownCatalog   = 9150 // and 9152, with its cache of responses; 9154, which admits all
	ownGateway   = 9151 // and 9153, 9155
)

// program is a running child process.
type program struct {
	cmd *exec.Cmd
	// done is closed after the program has exited; err is its exit error.
	done chan struct{}
	err  error
}

func start(cmd *exec.Cmd) (*program, error) {
	// Ctrl-C reaches this program first, and then it stops the children in order.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &program{cmd: cmd, done: make(chan struct{})}
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

func (p *program) stop() {
	_ = p.cmd.Process.Signal(os.Interrupt)
	select {
	case <-p.done:
	case <-time.After(30 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}

// open starts onebox on a data folder and waits until it reports that it is ready.
func open(ctx context.Context, s settings, data string, extra ...string) (p *program, took time.Duration, steps string, err error) {
	binary := filepath.Join(s.root, ".bin", "onebox")
	cmd := exec.Command(binary)
	if s.lowPriority {
		cmd = exec.Command("nice", "-n", "10", binary)
	}
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), fmt.Sprintf("PORT_OFFSET=%d", s.offset), "VITRINE_DATA="+data, fmt.Sprintf("SITE=%t", s.site))
	cmd.Env = append(cmd.Env, extra...)
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	began := time.Now()
	if p, err = start(cmd); err != nil {
		return nil, 0, "", err
	}
	opened := make(chan string, 1)
	go func() {
		var slow []string
		for lines := bufio.NewScanner(out); lines.Scan(); {
			line := strings.TrimSpace(lines.Text())
			if strings.Contains(line, "is open after") {
				opened <- strings.Join(slow, ", ")
			} else if words := strings.Fields(line); len(words) > 2 && words[len(words)-1] == "s" && words[len(words)-2] >= "0.5" {
				slow = append(slow, strings.Join(words, " "))
			}
		}
	}()
	select {
	case steps = <-opened:
		return p, time.Since(began), steps, nil
	case <-p.done:
		err := p.err
		return nil, 0, "", fmt.Errorf("onebox exited: %w; is something using its ports? PORT_OFFSET moves them", errors.Join(err, errors.New("see the output of onebox")))
	case <-ctx.Done():
		p.stop()
		return nil, 0, "", ctx.Err()
	case <-time.After(3 * time.Minute):
		p.stop()
		return nil, 0, "", errors.New("onebox did not open within three minutes")
	}
}

// starts measures a start with an empty data folder and one with existing data.
func starts(ctx context.Context, s settings, r *report) error {
	var cold, warm []time.Duration
	var before [2]float64
	var steps [2]string
	for i := range s.rounds {
		data := s.data(i)
		for j, into := range []*[]time.Duration{&cold, &warm} {
			before[j] = load()
			p, took, slow, err := open(ctx, s, data)
			if err != nil {
				return err
			}
			*into = append(*into, took)
			steps[j] = slow
			if j == 0 {
				reportMemory(r, p.cmd.Process.Pid, "just opened, pictures being made", i == 0)
			}
			p.stop()
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
		if steps[j] != "" {
			note += "; " + steps[j]
		}
		r.add(Figure{"Start of onebox, until it reports that it is open", f.name, f.times[len(f.times)/2].Seconds(), "s", note, before[j]})
	}
	return nil
}

// openFleet opens the instance of the first round without making pictures. The caller stops it.
func openFleet(ctx context.Context, s settings) (*program, *fleetEnv, error) {
	data := s.data(0)
	h, _, _, err := open(ctx, s, data, "RENDITION_WORKERS=0")
	if err != nil {
		return nil, nil, err
	}
	f, err := newFleetEnv(ctx, s, data)
	if err != nil {
		h.stop()
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
	defer h.stop()
	reportMemory(r, h.cmd.Process.Pid, "open and idle", true)

	at := f.at
	stop, err := f.startPairs(ctx, pair{0, []string{"GRAPHQL_CACHE=0"}}, pair{2, nil})
	if err != nil {
		return err
	}
	defer stop()
	measured := func() error {
		if err := loads(ctx, s, r, "http://"+at(ownGateway)+"/graphql", ""); err != nil {
			return err
		}
		return loads(ctx, s, r, "http://"+at(ownGateway+2)+"/graphql", ", responses cached")
	}
	if err := measured(); err != nil {
		return err
	}
	if s.tate == "" {
		r.skip("the data API over a museum's collection, because TATE_DIR is not set (docs/benchmarks.md)")
		return nil
	}
	began, before := time.Now(), load()
	if out, err := f.command(ctx, "catalog", nil, "import-csv", "--artists", filepath.Join(s.tate, "tate-artists.csv.gz"),
		"--artworks", filepath.Join(s.tate, "tate-artworks.csv.gz"), "--source", "tate", "--id-base", "1000000").Output(); err != nil {
		return fmt.Errorf("import: %w\n%s", err, out)
	}
	r.add(Figure{"Import of a museum's collection", "catalog import-csv", time.Since(began).Seconds(), "s", "into the running fleet", before})
	if err := measured(); err != nil {
		return err
	}
	reportMemory(r, h.cmd.Process.Pid, "after that, its own gateway idle", true)
	return nil
}

// overloads measures the data API and the payments under overload.
func overloads(ctx context.Context, s settings, r *report) error {
	h, f, err := openFleet(ctx, s)
	if err != nil {
		return err
	}
	defer h.stop()
	stop, err := f.startPairs(ctx, pair{0, []string{"GRAPHQL_CACHE=0"}}, pair{4, []string{"GRAPHQL_CACHE=0", "ADMIT_ALL=true"}})
	if err != nil {
		return err
	}
	defer stop()
	return overload(ctx, s, r, map[string]string{
		"admission control": "http://" + f.at(ownGateway), "every request admitted": "http://" + f.at(ownGateway+4),
	})
}

// pair is a catalog and a gateway that calls it. move is added to their ports, env to their environment.
type pair struct {
	move int
	env  []string
}

// startPairs starts separate catalog and gateway processes: the ones in onebox cache totals for some seconds and limit a caller's requests.
func (f *fleetEnv) startPairs(ctx context.Context, pairs ...pair) (stop func(), err error) {
	var running []*program
	stop = func() {
		for _, p := range slices.Backward(running) {
			p.stop()
		}
	}
	for _, p := range pairs {
		catalog, gateway := f.at(ownCatalog+p.move), f.at(ownGateway+p.move)
		for _, cmd := range []*exec.Cmd{
			f.command(ctx, "catalog", append(slices.Clone(p.env), "ADDR="+catalog, "COUNT_AGE=0s", "RENDITION_WORKERS=0")),
			f.gateway(ctx, gateway, catalog, p.env...),
		} {
			started, err := start(cmd)
			if err != nil {
				stop()
				return nil, err
			}
			running = append(running, started)
		}
		for _, addr := range []string{catalog, gateway} {
			if err := ready(ctx, "http://"+addr+"/readyz"); err != nil {
				stop()
				return nil, err
			}
		}
	}
	return stop, nil
}

func ready(ctx context.Context, address string) error {
	return probe.Wait(ctx, address, 20*time.Second, nil)
}
