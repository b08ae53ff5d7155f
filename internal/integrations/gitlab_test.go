package integrations_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gitlab runs the pipeline of a repository that includes the template with inputs, each a
// line "name: value".
func gitlab(t *testing.T, files map[string]string, inputs ...string) (dir, out string, status int) {
	t.Helper()
	program := program(t, "gitlab-ci-local")
	pipeline := "include:\n  - local: integrations/templates/earl-check.yml\n    inputs:\n      " + strings.Join(inputs, "\n      ") + "\n"
	dir = repository(t, files, map[string]string{
		".gitlab-ci.yml":                        pipeline,
		"integrations/templates/earl-check.yml": read(t, "integrations/templates/earl-check.yml"),
	})
	out, status = run(t, dir, []string{"HOME=" + t.TempDir()}, program, "--force-shell-executor")
	return dir, out, status
}

// The job fails for a broken link, and its report has the fields that GitLab requires.
func TestGitLabTemplate(t *testing.T) {
	t.Parallel()
	server := releases(t, false)
	releases := "releases: " + server.URL + "/earl-url/earl/releases"
	dir, out, status := gitlab(t, broken, releases)
	if status == 0 {
		t.Error("the job passes")
	}
	contains(t, out, "earl_0.1.0_linux_amd64.tar.gz: OK", "docs/guide.md:5:15: api.md: not-found")
	text, err := os.ReadFile(filepath.Join(dir, "gl-code-quality-report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var issues []struct {
		Severity string
		Location struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal(text, &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != 1 || issues[0].Severity != "major" || issues[0].Location.Path != "docs/guide.md" || issues[0].Location.Lines.Begin != 5 {
		t.Errorf("issues: %s", text)
	}
	if _, out, status := gitlab(t, good, releases); status != 0 {
		t.Errorf("the job fails without a broken link: %s", out)
	}
}

// Each input reaches earl.
func TestGitLabInputs(t *testing.T) {
	t.Parallel()
	server := releases(t, false)
	releases := "releases: " + server.URL + "/earl-url/earl/releases"
	for name, test := range map[string]struct {
		inputs []string
		passes bool
		want   string
	}{
		"args":          {[]string{"args: --exclude api\\.md$"}, true, ""},
		"paths":         {[]string{"paths: README.md"}, true, ""},
		"extensions":    {[]string{"extensions: txt", "args: --allow-empty"}, true, ""},
		"version":       {[]string{"version: 0.9.9"}, false, "404"},
		"allow-failure": {[]string{"allow-failure: true"}, true, "api.md: not-found"},
		"cache":         {[]string{"cache: true", "job-name: links"}, false, "links"},
	} {
		_, out, status := gitlab(t, broken, append(test.inputs, releases)...)
		if test.passes != (status == 0) {
			t.Errorf("%s: status %d: %s", name, status, out)
		}
		contains(t, out, test.want)
	}
}
