package compose

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// documents are the services that write PDFs.
var documents = []string{"checkout", "chainwatcher"}

// TestComposeMountsTheLogo checks that the one setting LOGO names a file that both services have.
func TestComposeMountsTheLogo(t *testing.T) {
	p := load(t, "docker-compose.yml")
	for _, name := range documents {
		s := p.Services[name]
		logo := s.Environment["LOGO"]
		if logo == nil || *logo == "" {
			t.Errorf("%s: no LOGO, want one", name)
			continue
		}
		source := ""
		for _, v := range s.Volumes {
			if v.Target == *logo {
				source = v.Source
			}
		}
		if _, err := os.Stat(source); err != nil {
			t.Errorf("%s: LOGO is %s, mounted from %q: error = %v, want nil", name, *logo, source, err)
		}
	}
}

// TestKubernetesMountsTheLogo does the same for the manifests, whose ConfigMap is made of the logo of the demo gallery.
func TestKubernetesMountsTheLogo(t *testing.T) {
	all, logo := manifests(t, "base/*.yaml"), kubernetesSettings(t)["shared"]["LOGO"]
	want, err := os.ReadFile(filepath.Join(root, "content/logo.svg"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(kubernetes, "base", path.Base(logo)))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the logo has %d bytes, %v, want the %d of content/logo.svg", len(got), err, len(want))
	}
	list, err := os.ReadFile(kubernetes + "base/kustomization.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range documents {
		pod := all["Deployment"][name].Spec.Template.Spec
		configMap := ""
		for _, m := range pod.Containers[0].Mounts {
			for _, v := range pod.Volumes {
				if v.Name == m.Name && m.Path == path.Dir(logo) {
					configMap = v.ConfigMap.Name
				}
			}
		}
		if !bytes.Contains(list, []byte("{name: "+configMap+", files: ["+path.Base(logo)+"]}")) {
			t.Errorf("%s: LOGO is %q, mounted from ConfigMap %q, want one with this file", name, logo, configMap)
		}
	}
}
