package kubernetes

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/vitrine/vitrine/kit/testkit/freeport"
	"sigs.k8s.io/yaml"
)

// server is an API server of Kubernetes, without controllers and nodes, as a test sees it.
type server struct {
	t       *testing.T
	address string
	bin     string
	client  *http.Client
	// paths are those of kinds, by apiVersion and kind.
	paths map[string]path
}

type path struct {
	name       string
	namespaced bool
}

// token is the password of the only user, who may do everything.
const token = "admin"

// start runs etcd and kube-apiserver of the folder that KUBERNETES_BIN names until the test ends, with the definitions of custom resources.
func start(t *testing.T) *server {
	t.Helper()
	bin := os.Getenv("KUBERNETES_BIN")
	if bin == "" {
		t.Skip("`make test-kubernetes` builds an API server and runs this test")
	}
	folder := t.TempDir()
	key, tokens := filepath.Join(folder, "accounts.key"), filepath.Join(folder, "tokens.csv")
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalECPrivateKey(private)
	if err = errors.Join(err, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), 0o600),
		os.WriteFile(tokens, []byte(token+",admin,1,system:masters\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	var ports [3]string
	for i := range ports {
		port, err := freeport.Take()
		if err != nil {
			t.Fatal(err)
		}
		ports[i] = strconv.Itoa(port)
	}
	clients, peers := "http://127.0.0.1:"+ports[0], "http://127.0.0.1:"+ports[1]
	background(t, filepath.Join(bin, "etcd"), "--data-dir", filepath.Join(folder, "etcd"), "--log-level", "error", "--unsafe-no-fsync",
		"--listen-client-urls", clients, "--advertise-client-urls", clients,
		"--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", "default="+peers)
	background(t, filepath.Join(bin, "kube-apiserver"), "--etcd-servers", clients, "--bind-address", "127.0.0.1", "--secure-port", ports[2],
		"--advertise-address", "127.0.0.1", "--endpoint-reconciler-type", "none", "--cert-dir", folder, "--service-account-issuer", "https://vitrine.test",
		"--service-account-key-file", key, "--service-account-signing-key-file", key, "--token-auth-file", tokens, "--authorization-mode", "RBAC",
		"--service-cluster-ip-range", "10.0.0.0/24", "-v", "0")
	s := &server{t: t, address: "https://" + net.JoinHostPort("127.0.0.1", ports[2]), bin: bin, paths: map[string]path{}, client: &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
	}}
	s.eventually("the API server is ready", func() bool {
		status, _, _, err := s.try(http.MethodGet, "/readyz", "", nil)
		return err == nil && status == http.StatusOK
	})
	files, err := filepath.Glob(filepath.Join(bin, "crds", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("definitions = %q, %v, want some", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s.apply(parsed(t, text), "")
	}
	return s
}

// in returns the server for a subtest.
func (s *server) in(t *testing.T) *server {
	t.Helper()
	out := *s
	out.t = t
	return &out
}

// eventually polls until fn returns true.
func (s *server) eventually(what string, fn func() bool) {
	s.t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for began := time.Now(); !fn(); <-tick.C {
		if time.Since(began) > 3*time.Minute {
			s.t.Fatalf("after three minutes it isn't true that %s", what)
		}
	}
}

// background runs a program until the test ends, and shows what it printed if the test failed.
func background(t *testing.T, program string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	c := exec.CommandContext(t.Context(), program, args...)
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // the test's context has ended
		_ = c.Wait()
		if t.Failed() {
			text := out.String()
			t.Logf("%s: …%s", filepath.Base(program), text[max(0, len(text)-2000):])
		}
	})
}

// try sends a request and returns status, body and warnings.
func (s *server) try(method, to, media string, body []byte) (status int, reply []byte, warnings []string, err error) {
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.address+to, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if media != "" {
		req.Header.Set("Content-Type", media)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = res.Body.Close() }()
	reply, err = io.ReadAll(res.Body)
	return res.StatusCode, reply, res.Header.Values("Warning"), err
}

// send sends an object and returns status, body and warnings.
func (s *server) send(method, to, media string, o object) (status int, reply []byte, warnings []string) {
	s.t.Helper()
	body, err := json.Marshal(o)
	if err != nil {
		s.t.Fatal(err)
	}
	if status, reply, warnings, err = s.try(method, to+"fieldValidation=Strict", media, body); err != nil {
		s.t.Fatal(err)
	}
	return status, reply, warnings
}

// get returns an object, or nil if it doesn't exist.
func (s *server) get(kind, version, name, namespace string) object {
	s.t.Helper()
	status, reply, _, err := s.try(http.MethodGet, s.path(object{"kind": kind, "apiVersion": version}, namespace)+"/"+name, "", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if status == http.StatusNotFound {
		return nil
	}
	return parsed(s.t, reply)
}

// parsed returns the object in YAML or JSON.
func parsed(t *testing.T, text []byte) object {
	t.Helper()
	var out object
	if err := yaml.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

func nameOf(o object) string { return at(o, "metadata", "name").(string) }

// path returns the path of the objects of a kind. A definition that was just made isn't served yet.
func (s *server) path(o object, namespace string) string {
	s.t.Helper()
	version, kind := o["apiVersion"].(string), o["kind"].(string)
	root := "/apis/" + version
	if !strings.Contains(version, "/") {
		root = "/api/" + version
	}
	found, known := s.paths[version+" "+kind]
	if !known {
		s.eventually("the API server knows "+version+" "+kind, func() bool {
			_, reply, _, err := s.try(http.MethodGet, root, "", nil)
			if err != nil {
				s.t.Fatal(err)
			}
			var list struct {
				Resources []struct {
					Name, Kind string
					Namespaced bool
				}
			}
			_ = json.Unmarshal(reply, &list)
			for _, r := range list.Resources {
				if r.Kind == kind && !strings.Contains(r.Name, "/") {
					found, known = path{r.Name, r.Namespaced}, true
				}
			}
			return known
		})
		s.paths[version+" "+kind] = found
	}
	if found.namespaced {
		root += "/namespaces/" + namespace
	}
	return root + "/" + found.name
}

// patch does a server-side apply, as kubectl and Flux do.
func (s *server) patch(o object, namespace string) (status int, reply []byte, warnings []string) {
	s.t.Helper()
	return s.send(http.MethodPatch, s.path(o, namespace)+"/"+nameOf(o)+"?fieldManager=test&force=true&", "application/apply-patch+yaml", o)
}

// apply does a server-side apply and returns the result. Unknown fields and warnings fail the test.
func (s *server) apply(o object, namespace string) object {
	s.t.Helper()
	status, reply, warnings := s.patch(o, namespace)
	// The names of migrations have a version, and nothing looks up their pods.
	warnings = slices.DeleteFunc(warnings, func(w string) bool { return o["kind"] == "Job" && strings.Contains(w, "a DNS label is recommended") })
	if len(warnings) > 0 {
		s.t.Errorf("%s %s: warnings %q, want none", o["kind"], nameOf(o), warnings)
	}
	if status != http.StatusOK && status != http.StatusCreated {
		s.t.Errorf("%s %s: apply returns %d: %s, want success", o["kind"], nameOf(o), status, reply)
		return nil
	}
	return parsed(s.t, reply)
}

// admits reports whether a pod of a template would be created, and why not.
func (s *server) admits(template object, namespace string) (bool, string) {
	s.t.Helper()
	meta := object{"name": "pod", "labels": at(template, "metadata", "labels"), "annotations": at(template, "metadata", "annotations")}
	pod := object{"apiVersion": "v1", "kind": "Pod", "metadata": meta, "spec": template["spec"]}
	status, reply, warnings := s.send(http.MethodPost, s.path(pod, namespace)+"?dryRun=All&", "application/json", pod)
	return status == http.StatusCreated && len(warnings) == 0, fmt.Sprintf("%d %s %q", status, reply, warnings)
}

// helm runs Helm as a user of the server.
func (s *server) helm(args ...string) (string, error) {
	s.t.Helper()
	folder := s.t.TempDir()
	c := exec.CommandContext(s.t.Context(), filepath.Join(s.bin, "helm"),
		append(args, "--kube-apiserver", s.address, "--kube-token", token, "--kube-insecure-skip-tls-verify")...)
	c.Env = append(os.Environ(), "HELM_CACHE_HOME="+folder, "HELM_CONFIG_HOME="+folder, "HELM_DATA_HOME="+folder)
	var problem bytes.Buffer
	c.Stderr = &problem
	out, err := c.Output()
	if err != nil {
		return string(out), fmt.Errorf("helm %s: %w: %s", strings.Join(args, " "), err, problem.String())
	}
	return string(out), nil
}
