package kubernetes

import (
	"crypto/tls"
	"crypto/x509"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestDemoPostgresSpeaksTLS: Postgres of the demonstration accepts only encrypted connections, and every process checks its certificate.
func TestDemoPostgresSpeaksTLS(t *testing.T) {
	out, err := exec.Command("demo/make-secrets.sh").Output()
	if err != nil {
		t.Fatal(err)
	}
	objects, addresses := map[string]map[string]string{}, 0
	for part := range strings.SplitSeq(string(out), "\n---\n") {
		var o struct {
			Kind     string
			Metadata struct{ Name string }
			Strings  map[string]string `json:"stringData"`
			Data     map[string]string
		}
		if err := yaml.Unmarshal([]byte(part), &o); err != nil {
			t.Fatal(err)
		}
		objects[o.Kind+" "+o.Metadata.Name] = o.Strings
		if o.Kind == "ConfigMap" {
			objects[o.Kind+" "+o.Metadata.Name] = o.Data
		}
		for setting, value := range o.Strings {
			if !strings.HasSuffix(setting, "DATABASE_URL") {
				continue
			}
			addresses++
			u, err := url.Parse(value)
			if err != nil || u.Host != "postgres:5432" || u.Query().Get("sslmode") != "verify-full" || u.Query().Get("sslrootcert") != "/public-keys/postgres.crt" {
				t.Errorf("%s of %s: error = %v, want postgres:5432 with sslmode=verify-full and its certificate", setting, o.Metadata.Name, err)
			}
		}
	}
	if addresses != 12 {
		t.Errorf("%d addresses of databases, want 12", addresses)
	}
	secret, known := objects["Secret postgres-tls"], x509.NewCertPool()
	pair, err := tls.X509KeyPair([]byte(secret["tls.crt"]), []byte(secret["tls.key"]))
	if err != nil {
		t.Fatal(err)
	}
	if !known.AppendCertsFromPEM([]byte(objects["ConfigMap public-keys"]["postgres.crt"])) {
		t.Fatal("ConfigMap public-keys has no certificate in postgres.crt, want one")
	}
	if _, err := pair.Leaf.Verify(x509.VerifyOptions{DNSName: "postgres", Roots: known}); err != nil {
		t.Error(err)
	}

	found := false
	for _, res := range render(t, "demo").Resources() {
		text, err := res.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		if res.GetName() == "demo-postgres" && !strings.Contains(string(text), "s/^host all all all/hostssl all all all/") {
			t.Error("postgres accepts connections without TLS, want hostssl only")
		}
		var w struct {
			Spec struct {
				Template struct {
					Spec struct {
						Init       []mounting `json:"initContainers"`
						Containers []mounting
						Volumes    []volume
					}
				}
			}
		}
		if kind := res.GetKind(); kind != "Deployment" && kind != "StatefulSet" && kind != "Job" {
			continue
		}
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatal(err)
		}
		pod := w.Spec.Template.Spec
		for _, c := range slices.Concat(pod.Init, pod.Containers) {
			paths := []string{}
			for _, m := range c.Mounts {
				paths = append(paths, m.Path)
			}
			// Every program of ours that has a database.
			if own := strings.Contains(c.Image, "vitrine/"); own && !strings.HasSuffix(c.Name, "frontend") && !slices.Contains(paths, "/public-keys") {
				t.Errorf("%s/%s mounts %v, want /public-keys with the certificate", res.GetName(), c.Name, paths)
			}
			if c.Name == "postgres" {
				found = true
				command := strings.Join(c.Args, " ")
				if !strings.Contains(command, "-c ssl=on -c ssl_cert_file=/tls/tls.crt -c ssl_key_file=/tls/tls.key") || !slices.Contains(paths, "/tls") {
					t.Errorf("postgres runs %s with %v, want ssl=on with the files of /tls", command, paths)
				}
				at := slices.IndexFunc(pod.Volumes, func(v volume) bool { return v.Secret.Name == "postgres-tls" })
				if at < 0 || pod.Volumes[at].Secret.Mode != 0o440 {
					t.Errorf("volumes of postgres = %+v, want postgres-tls with mode 0440", pod.Volumes)
				}
			}
		}
	}
	if !found {
		t.Error("no container runs postgres, want one")
	}
}

// mounting has the fields of a container that the test reads.
type mounting struct {
	Name, Image string
	Args        []string
	Mounts      []struct {
		Path string `json:"mountPath"`
	} `json:"volumeMounts"`
}

type volume struct {
	Secret struct {
		Name string `json:"secretName"`
		Mode int    `json:"defaultMode"`
	}
}
