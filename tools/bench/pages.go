package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// pages measures one page of each kind in Chromium with the frontend's scripts: its first-load JavaScript and Lighthouse's
// mobile profile.
func pages(ctx context.Context, s settings, r *report) error {
	if !s.site {
		return nil // already reported
	}
	// A visitor's browser doesn't share its cores with the server, so here it gets priority.
	s.lowPriority = true
	written := int64(0)
	if log, err := os.Stat(s.log(0)); err == nil {
		written = log.Size()
	}
	h, _, _, err := open(ctx, s, s.data(0))
	if err != nil {
		return err
	}
	defer h.stop()
	base := fmt.Sprint("http://localhost:", gatewayPort+s.offset)
	if err := pictures(ctx, s.log(0), written); err != nil {
		return err
	}
	before := load()
	lines, err := script(ctx, s, base, "scripts/first-load.mjs")
	if err != nil {
		return err
	}
	for _, words := range lines {
		if len(words) >= 6 && words[2] == "KiB" {
			if size, err := strconv.ParseFloat(words[1], 64); err == nil {
				note := "of " + words[4]
				if words[5] == "EXCEEDED" {
					note += ", EXCEEDED"
				}
				r.add(Figure{"JavaScript that a page asks for up front, gzip", words[0], size, "KiB", note, before})
			}
		}
	}
	lines, err = script(ctx, s, base, "tools/lighthouse.mjs")
	if err != nil {
		r.skip("Lighthouse: " + err.Error())
		return nil
	}
	for _, words := range lines {
		if len(words) < 11 || words[0] == "page" {
			continue
		}
		score, _ := strconv.ParseFloat(words[1], 64)
		busy, _ := strconv.ParseFloat(words[10], 64)
		r.add(Figure{
			fmt.Sprintf("Lighthouse, mobile, median of %d", s.lighthouse), words[0], score, "performance",
			fmt.Sprintf("accessibility %s, best practices %s, search %s; largest paint %s s, blocked %s ms, shift %s", words[2], words[3], words[4], words[5], words[7], words[9]),
			busy,
		})
	}
	return nil
}

// script runs one of the frontend's scripts and returns the words of each line. Exit status 1 means a figure exceeds its budget.
func script(ctx context.Context, s settings, base, name string) ([][]string, error) {
	front := filepath.Join(s.root, "frontend")
	cmd := exec.CommandContext(ctx, filepath.Join(front, "node_modules", ".bin", "node"), name)
	cmd.Dir = front
	cmd.Env = append(os.Environ(), "BASE_URL="+base, fmt.Sprint("RUNS=", s.lighthouse))
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	var ended *exec.ExitError
	if err != nil && (!errors.As(err, &ended) || ended.ExitCode() != 1 || failure.Len() > 0) {
		return nil, fmt.Errorf("%s: %w: %s", name, err, firstLine(failure.String()))
	}
	var lines [][]string
	for line := range strings.SplitSeq(string(out), "\n") {
		lines = append(lines, strings.Fields(line))
	}
	return lines, nil
}

func firstLine(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, "Error") {
			return strings.TrimSpace(line)
		}
	}
	return strings.TrimSpace(text)
}

// broken matches the log line about images that cannot be encoded.
var broken = regexp.MustCompile(`pictures lack their sizes" waiting=\d+ failed=[1-9]`)

// pictures waits until the log, from the given offset on, says that every image has its renditions, as in a running gallery.
func pictures(ctx context.Context, log string, from int64) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute)
	defer cancel()
	for {
		said, err := os.ReadFile(log)
		if err != nil {
			return err
		}
		since := said[min(from, int64(len(said))):]
		if bytes.Contains(since, []byte("every picture has its sizes")) {
			return nil
		}
		if broken.Match(since) {
			return errors.New("the renditions of some pictures could not be made: see the catalog's log")
		}
		if !pause(ctx, time.Second) {
			return errors.New("the renditions of the pictures were not made in time")
		}
	}
}
