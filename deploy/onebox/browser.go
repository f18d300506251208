package main

import (
	"os"
	"os/exec"
)

// browser returns the command of the Chromium that draws editions of live works: the setting, or one that is installed. Without one the
// shop shows a work's still instead.
func browser(setting string) string {
	if setting == "none" {
		return ""
	}
	command := setting
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if command != "" {
			break
		}
		if path, err := exec.LookPath(name); err == nil {
			command = path
		}
	}
	if setting == "" && command != "" && os.Getuid() == 0 {
		// As root, Chromium doesn't start in its sandbox. A local setup draws only its users' works. Deployments don't turn the
		// sandbox off, because the pages are untrusted.
		command += " --no-sandbox"
	}
	return command
}
