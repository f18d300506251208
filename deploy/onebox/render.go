package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// render runs the program that opens untrusted bytes. It starts again when it ends. It gets none of this process's settings, which contain keys.
func (h *instance) render(ctx context.Context) error {
	if h.cfg.RenderURL != "" {
		return nil
	}
	program := filepath.Join(h.cfg.Root, "render", "dist", "main.js")
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("it isn't built (%w): run npm --prefix render ci && npm --prefix render run build", err)
	}
	return h.runParts(ctx, []part{{"render", h.cfg.ServicePort + renderInternalPort, func() *exec.Cmd { return h.renderCommand(program) }}})
}

func (h *instance) renderCommand(program string) *exec.Cmd {
	cmd := exec.Command(h.node(), program)
	cmd.Env = append(environ("PATH", "HOME", "LANG", "TZ", "TMPDIR", "XDG_CACHE_HOME", "RENDER_JOBS", "RENDER_PAGE_LIMIT"),
		"NODE_ENV=production", "ADDR="+local(h.cfg.ServicePort+renderPort), "INTERNAL_ADDR="+local(h.cfg.ServicePort+renderInternalPort),
		"PUBLIC_KEYS_FILE="+publicKeys(h.cfg.Data),
		"ART_ORIGIN=http://"+local(h.cfg.ArtPort), "PUBLIC_URL="+h.cfg.publicURL(), "RENDER_BROWSER="+browser(h.cfg.Browser))
	if h.cfg.Certificates != "" {
		files := h.cfg.certificate("render")
		cmd.Env = append(cmd.Env, "TLS_CERT_FILE="+files.Certificate, "TLS_KEY_FILE="+files.Key, "TLS_CA_FILE="+files.CA)
	}
	return cmd
}

// browser returns render's setting for the Chromium that draws editions of live works. As root, Chromium doesn't start in its sandbox. A local
// setup draws only its users' works. Deployments don't turn the sandbox off, because the pages are untrusted.
func browser(setting string) string {
	if setting == "" && os.Getuid() == 0 {
		return "--no-sandbox"
	}
	return setting
}
