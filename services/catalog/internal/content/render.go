package content

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Render draws the live works of a folder with the folder's own tool, which writes its progress to stdout and stderr. ran
// is false if the tool could not start. If it ran, an error means that it did not prove every work.
func Render(ctx context.Context, folder string) (ran bool, err error) {
	tools := filepath.Join(folder, "tools")
	tool := filepath.Join(tools, "check-render.mjs")
	there := func(name string) bool {
		_, err := os.Stat(filepath.Join(tools, name))
		return err == nil
	}
	if !there("check-render.mjs") {
		return false, fmt.Errorf("the folder has no tool that draws: there is no %s; a folder that began as a copy of the demo gallery has it", tool)
	}
	if there("package.json") && !there("node_modules") {
		return false, fmt.Errorf("the tool that draws lacks what it needs: run npm ci in %s", tools)
	}
	if _, err := exec.LookPath("node"); err != nil {
		return false, fmt.Errorf("the tool that draws needs Node: %w", err)
	}
	cmd := exec.CommandContext(ctx, "node", tool)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		_, ran = errors.AsType[*exec.ExitError](err)
		return ran, fmt.Errorf("%s did not prove every live work, see above (entries of works that failed say deterministic: false now): %w", tool, err)
	}
	return true, nil
}
