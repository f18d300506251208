package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// besideFor is how long two builds of a service serve at the same time, in each direction.
const besideFor = 5 * time.Second

// errNoFormer means that there is no earlier release to run.
var errNoFormer = errors.New("no tag before HEAD in this clone: set a commit with -former-ref, or a program with -former")

// formerRelease returns the commit of the release before: the named one, or the last tag before HEAD. A shallow clone has no tags.
func (p *plan) formerRelease(ctx context.Context) (string, error) {
	if p.formerRef != "" {
		return p.formerRef, nil
	}
	out, err := exec.CommandContext(ctx, "git", "-C", p.root, "describe", "--tags", "--abbrev=0", "HEAD^").Output()
	if tag := strings.TrimSpace(string(out)); err == nil && tag != "" {
		return tag, nil
	}
	return "", errNoFormer
}

// buildFormer builds onebox as it was in the release before, in a worktree that is removed afterwards.
func (p *plan) buildFormer(ctx context.Context) (program string, err error) {
	if p.former != "" {
		return filepath.Abs(p.former)
	}
	ref, err := p.formerRelease(ctx)
	if err != nil {
		return "", err
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

// formerTitle is the scenario in which two releases serve together.
const formerTitle = "T32 one release back"

// runBesideFormer runs each service in turn as one process of the former build and one of today's, on today's schema, while people buy and others
// read: first back to the former build, as when a release is rolled back, and then forward again. Nothing may fail.
func (r *rig) runBesideFormer(ctx context.Context, former string, shoppers int) (result, error) {
	return r.loadDoubled(ctx, formerTitle, 0, shoppers, func(ctx context.Context, replicas []replica, res *result) error {
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
