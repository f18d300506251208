package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
	"github.com/vitrine/vitrine/kit/subprocess"
)

// fleetEnv starts programs next to a running onebox, with its keys.
type fleetEnv struct {
	s       settings
	env     []string
	secrets struct {
		Broker, Links, Site string
		Keys                map[string]string
	}
}

// newFleetEnv reads the keys of the onebox on a data folder.
func newFleetEnv(_ context.Context, s settings, data string) (*fleetEnv, error) {
	f := &fleetEnv{s: s}
	file, err := os.ReadFile(filepath.Join(data, "secrets.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(file, &f.secrets); err != nil {
		return nil, err
	}
	f.env = append(os.Environ(), "PUBLIC_KEYS_FILE="+filepath.Join(data, "public-keys.json"), "LOG_LEVEL=warn", "LINK_KEY="+f.secrets.Links, "SITE_KEY="+f.secrets.Site,
		"NATS_URL=nats://catalog:"+standins.BrokerPassword(f.secrets.Broker, "catalog")+"@"+f.at(natsPort),
		"DATABASE_URL=postgres://postgres@"+f.at(postgresPort)+"/catalog", "MEDIA_DIR="+filepath.Join(data, "media", "artworks"))
	return f, nil
}

// at is the address of a port of onebox, or of a program next to it.
func (f *fleetEnv) at(port int) string { return fmt.Sprint("127.0.0.1:", port+f.s.Offset) }

// command runs a program of the repository; extra are settings that replace the common ones.
func (f *fleetEnv) command(ctx context.Context, name string, extra []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(f.s.root, ".bin", name), args...)
	cmd.Env, cmd.Stderr = append(append(slices.Clone(f.env), "SERVICE_KEY="+f.secrets.Keys[name]), extra...), os.Stderr
	return cmd
}

// gateway is a gateway that limits no caller, in front of a catalog.
func (f *fleetEnv) gateway(ctx context.Context, addr, catalog string, extra ...string) *exec.Cmd {
	return f.command(ctx, "gateway", append(slices.Clone(extra),
		"ADDR="+addr, "CATALOG_URL=http://"+catalog,
		"ART_ADDR=", "ETH_RPC_URLS=31337=http://"+f.at(chainPort), fmt.Sprintf("PUBLIC_URL=http://localhost:%d", gatewayPort+f.s.Offset), "REQUESTS_PER_MINUTE=1000000000", "LOGINS_PER_MINUTE=1000000000",
		"NATS_URL=nats://gateway:"+standins.BrokerPassword(f.secrets.Broker, "gateway")+"@"+f.at(natsPort), "AUTH_URL=http://"+f.at(authPort),
	))
}

// startPair starts a catalog and a gateway that calls it: those in onebox cache totals for some seconds and limit a caller's requests. env are settings
// that replace the common ones of both.
func (f *fleetEnv) startPair(ctx context.Context, catalog, gateway string, env ...string) (map[string]*subprocess.Process, error) {
	running := map[string]*subprocess.Process{}
	for _, program := range []struct {
		name, addr string
		cmd        *exec.Cmd
	}{
		{"catalog", catalog, f.command(ctx, "catalog", append(slices.Clone(env), "ADDR="+catalog, "COUNT_AGE=0s", "RENDITION_WORKERS=0"))},
		{"gateway", gateway, f.gateway(ctx, gateway, catalog, env...)},
	} {
		p, err := start(program.cmd)
		if err == nil {
			running[program.name] = p
			err = ready(ctx, "http://"+program.addr+"/readyz")
		}
		if err != nil {
			stopAll(running)
			return nil, err
		}
	}
	return running, nil
}
