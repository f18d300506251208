package compose

import (
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

// TestKubernetesMountsTheLogo does the same for the manifests, whose ConfigMap holds the logo of the demo gallery.
func TestKubernetesMountsTheLogo(t *testing.T) {
	all := manifests(t, "base/*.yaml")
	want, err := os.ReadFile(filepath.Join(root, "content/logo.svg"))
	if err != nil {
		t.Fatal(err)
	}
	logo := all["ConfigMap"]["shared"].Data["LOGO"]
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
		if got := all["ConfigMap"][configMap].Data[path.Base(logo)]; got != string(want) {
			t.Errorf("%s: LOGO is %q, mounted from ConfigMap %q, which has %d bytes instead of %d", name, logo, configMap, len(got), len(want))
		}
	}
}
