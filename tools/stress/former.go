package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// besideFor is how long two builds of a service serve at the same time, in each direction.
const besideFor = 5 * time.Second

// buildFormer builds onebox as it was in the release before, in a worktree that is removed afterwards.
func (p *plan) buildFormer(ctx context.Context) (program string, err error) {
	if p.former != "" {
		return filepath.Abs(p.former)
	}
	ref := p.formerRef
	if ref == "" {
		if ref, err = lastRelease(p.root); err != nil {
			return "", err
		}
	}
	tree := filepath.Join(p.data, "former-source")
	program = filepath.Join(p.data, "former")
	git := func(args ...string) error {
		if out, err := exec.CommandContext(ctx, "git", append([]string{"-C", p.root}, args...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %v: %w\n%s", args, err, out)
		}
		return nil
	}
	if err := git("worktree", "add", "--detach", tree, ref); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, git("worktree", "remove", "--force", tree)) }()
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./deploy/onebox")
	build.Dir, build.Env = tree, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build of %s: %w\n%s", ref, err, out)
	}
	return program, nil
}

// lastRelease returns the tag or commit of the release before.
func lastRelease(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "release.json"))
	if err != nil {
		return "", err
	}
	var release struct{ Last struct{ Ref string } }
	if err := json.Unmarshal(text, &release); err != nil {
		return "", fmt.Errorf("release.json: %w", err)
	}
	if release.Last.Ref == "" {
		return "", errors.New("release.json: last.ref is empty: name the release before")
	}
	return release.Last.Ref, nil
}

// runBesideFormer runs each service in turn as one process of the former build and one of today's, on today's schema, while people buy and others
// read: first back to the former build, as when a release is rolled back, and then forward again. Nothing may fail.
func (r *rig) runBesideFormer(ctx context.Context, title string, _ uint64) (result, error) {
	former, err := r.plan.buildFormer(ctx)
	if err != nil {
		return result{}, err
	}
	return r.loadDoubled(ctx, title, 0, func(ctx context.Context, replicas []replica, res *result) error {
		for _, service := range services {
			one := replicas[slices.IndexFunc(replicas, func(one replica) bool { return one.service == service })]
			for _, program := range []string{former, ""} {
				r.run(one.name, program)
				if _, err := r.restartReplica(ctx, one); err != nil {
					return err
				}
				res.Kills++
				if !wait(ctx, besideFor) {
					return ctx.Err()
				}
			}
		}
		return nil
	})
}
