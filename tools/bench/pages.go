package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// pages measures one page of each kind in Chromium with the frontend's scripts: its first-load JavaScript and Lighthouse's
// mobile profile.
func pages(ctx context.Context, s settings, r *report) error {
	if !s.site {
		return nil // already reported
	}
	// A visitor's browser doesn't share its cores with the server, so here it gets priority.
	s.lowPriority = true
	h, _, err := open(ctx, s, s.data(0))
	if err != nil {
		return err
	}
	defer stop(h)
	if err := pictures(ctx, s); err != nil {
		return err
	}
	before := load()
	lines, err := script(ctx, s, "scripts/first-load.mjs")
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
	lines, err = script(ctx, s, "tools/lighthouse.mjs")
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
			fmt.Sprintf("Lighthouse, mobile, median of %d", s.Lighthouse), words[0], score, "performance",
			fmt.Sprintf("accessibility %s, best practices %s, search %s; largest paint %s s, blocked %s ms, shift %s", words[2], words[3], words[4], words[5], words[7], words[9]),
			busy,
		})
	}
	return nil
}

// script runs one of the frontend's scripts and returns the words of each line. Exit status 1 means a figure exceeds its budget.
func script(ctx context.Context, s settings, name string) ([][]string, error) {
	front := filepath.Join(s.root, "frontend")
	cmd := exec.CommandContext(ctx, filepath.Join(front, "node_modules", ".bin", "node"), name)
	cmd.Dir = front
	cmd.Env = append(os.Environ(), "BASE_URL="+s.base(), fmt.Sprint("RUNS=", s.Lighthouse))
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

// pictures waits until every image has its renditions, as in a running gallery.
func pictures(ctx context.Context, s settings) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, fmt.Sprintf("postgres://postgres@127.0.0.1:%d/catalog", postgresPort+s.Offset))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	count, _, err := named(s.root, "catalog", "media", "CountUnmade")
	if err != nil {
		return err
	}
	for {
		var waiting, failed int
		switch err := conn.QueryRow(ctx, count).Scan(&waiting, &failed); {
		case err != nil:
			return fmt.Errorf("renditions of the pictures: %w", err)
		case waiting > 0:
		case failed > 0:
			return fmt.Errorf("the renditions of %d pictures could not be made: see the catalog's log", failed)
		default:
			return nil
		}
		if !pause(ctx, time.Second) {
			return errors.New("the renditions of the pictures were not made in time")
		}
	}
}
