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
		command += " --no-sandbox" // Chromium doesn't run as root otherwise
	}
	return command
}
