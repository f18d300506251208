package compose

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDockerfilesFollowRules holds the rules of hadolint that matter here, without hadolint.
func TestDockerfilesFollowRules(t *testing.T) {
	files, err := filepath.Glob(root + "/deploy/docker/*.Dockerfile")
	if err != nil || len(files) != 3 {
		t.Fatalf("Dockerfiles: %v, %v, want 3", files, err)
	}
	release, err := os.ReadFile(root + "/.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.Contains(string(release), "-f deploy/docker/"+filepath.Base(file)) {
			t.Errorf("a release has no image of %s", filepath.Base(file))
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range dockerfileProblems(string(text)) {
			t.Errorf("%s: %s, want no problems", filepath.Base(file), problem)
		}
	}
	for _, bad := range []string{
		"FROM golang\nUSER 65532\n", "FROM golang:latest\nUSER 65532\n", "FROM gcr.io/distroless/static-debian12:1.0\n", "FROM a:1\nUSER root\n",
		"FROM a:1\nUSER 65532\nADD https://example.org/x /x\n", "FROM a:1\nUSER 65532\nCMD node server.js\n", "FROM a:1\nUSER 65532\nARG TOKEN\n",
		"FROM a:1\nUSER 65532\nRUN curl https://example.org | sh\n", "FROM a:1\nUSER 65532\nCOPY . .\n", "FROM a:1\nUSER 65532\nWORKDIR app\n",
	} {
		bad += "HEALTHCHECK CMD [\"/x\"]\n"
		if len(dockerfileProblems(bad)) == 0 {
			t.Errorf("no problem found, want one in:\n%s", bad)
		}
	}
	if good := "FROM a:1 AS build\nRUN x\nFROM b:1\nUSER 65532\nHEALTHCHECK CMD [\"/x\"]\nCMD [\"/x\"]\n"; len(dockerfileProblems(good)) > 0 {
		t.Errorf("problems in a good file = %v, want none", dockerfileProblems(good))
	}
}

var (
	tagged     = regexp.MustCompile(`^[^ ]+:[^ :]+(@sha256:[0-9a-f]{64})?$`)
	secretName = regexp.MustCompile(`(?i)(token|password|secret|key)`)
)

func dockerfileProblems(text string) (problems []string) {
	user, health, stages := "", false, map[string]bool{}
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.SplitSeq(text, "\n") {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		report := func(problem string) { problems = append(problems, problem+": "+strings.TrimSpace(line)) }
		switch strings.ToUpper(instruction) {
		case "FROM":
			image, alias, _ := strings.Cut(rest, " AS ")
			if !stages[image] && (!tagged.MatchString(image) || strings.HasSuffix(image, ":latest")) {
				report("the base image has no fixed tag")
			}
			stages[alias] = true
			user = ""
			if strings.Contains(image, ":nonroot") {
				user = "nonroot"
			}
		case "USER":
			user = rest
		case "ADD":
			report("ADD downloads and unpacks: use COPY")
		case "COPY":
			if strings.HasPrefix(rest, ". ") {
				report("copies everything")
			}
		case "ENTRYPOINT", "CMD":
			if !strings.HasPrefix(rest, "[") {
				report("runs in a shell, which doesn't pass signals on")
			}
		case "HEALTHCHECK":
			health = true
		case "WORKDIR":
			if !strings.HasPrefix(rest, "/") {
				report("the folder is relative")
			}
		case "ARG", "ENV":
			if secretName.MatchString(rest) {
				report("a secret would stay in the image")
			}
		case "RUN":
			if strings.Contains(rest, "| sh") || strings.Contains(rest, "|sh") || strings.Contains(rest, "sudo ") {
				report("runs what it downloads, or sudo")
			}
		}
	}
	if user == "" || user == "root" || user == "0" {
		problems = append(problems, "the last stage runs as root")
	}
	if !health {
		problems = append(problems, "there is no HEALTHCHECK")
	}
	return problems
}
