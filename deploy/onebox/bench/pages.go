package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// pages measures one page of each kind in Chromium, with the scripts of the frontend: what it loads up front, and Lighthouse's
// mobile profile.
func pages(ctx context.Context, s settings, r *report) error {
	if !s.site {
		return nil // told before
	}
	h, _, _, err := open(ctx, s, s.data(0))
	if err != nil {
		return err
	}
	defer h.stop()
	base := fmt.Sprint("http://localhost:", frontDoor+s.offset)
	if err := pictures(ctx, base); err != nil {
		return err
	}
	before := load()
	lines, err := script(ctx, s, base, "first-load.mjs")
	if err != nil {
		return err
	}
	for _, words := range lines {
		if len(words) >= 5 && words[2] == "KiB" {
			if size, err := strconv.ParseFloat(words[1], 64); err == nil {
				r.add(Figure{"JavaScript that a page asks for up front, gzip", words[0], size, "KiB", "of " + words[4], before})
			}
		}
	}
	lines, err = script(ctx, s, base, "lighthouse.mjs")
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

// script runs one of the frontend's and answers its lines, in words. A script that ends with 1 has figures above a budget.
func script(ctx context.Context, s settings, base, name string) ([][]string, error) {
	front := filepath.Join(s.root, "frontend")
	cmd := exec.CommandContext(ctx, filepath.Join(front, "node_modules", ".bin", "node"), filepath.Join("scripts", name))
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

// pictures waits until the newest works have their smaller sizes: visitors of a gallery that stands see those.
func pictures(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	for {
		_, answer, err := ask(ctx, http.DefaultClient, base+"/graphql", []byte(`{"query":"{ artworks(sort: OLDEST) { items { media { renditions { width } } } } }"}`))
		if err != nil {
			return err
		}
		var found struct {
			Data struct {
				Artworks struct {
					Items []struct {
						Media []struct{ Renditions []struct{ Width int } }
					}
				}
			}
		}
		if err := json.Unmarshal(answer, &found); err != nil {
			return err
		}
		waiting := 0
		for _, item := range found.Data.Artworks.Items {
			if len(item.Media) > 0 && len(item.Media[0].Renditions) < 2 {
				waiting++
			}
		}
		if waiting == 0 {
			return nil
		}
		if !pause(ctx, time.Second) {
			return fmt.Errorf("%d pictures were not made in time", waiting)
		}
	}
}
