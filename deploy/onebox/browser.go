package main

import (
	"os"
	"os/exec"
)

// browser is the command of the Chromium that draws editions of live works: the setting, or one that this machine has. Without one the
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
		// Chromium refuses to run as root in its sandbox. A local setup draws only works of people who use it. Deployments don't turn the
		// sandbox off: the pages are anyone's code.
		command += " --no-sandbox"
	}
	return command
}
