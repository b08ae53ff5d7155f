package integrations_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// act runs the workflow links.yml of a repository with act, as GitHub would: in a job of
// its own, with the action of this repository. server is where releases are.
func act(t *testing.T, dir, server string, args ...string) (string, int) {
	t.Helper()
	program := program(t, "act")
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	stubs := filepath.Join(here, "internal", "integrations", "testdata")
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "act"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "act", "actrc"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"push",
		"--platform", "ubuntu-latest=-self-hosted",
		"--local-repository", "earl-url/earl@v0.1.0=" + here,
		"--local-repository", "actions/cache@v5=" + filepath.Join(stubs, "cache"),
		"--local-repository", "actions/setup-go@v6=" + filepath.Join(stubs, "setup-go"),
		"--env", "GITHUB_SERVER_URL=" + server,
	}, args...)
	for _, setting := range goSettings(t) {
		args = append(args, "--env", setting)
	}
	return run(t, dir, []string{"XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home}, program, args...)
}

// workflow returns the workflow links.yml that runs the action with inputs, each a line
// "name: value", and then prints its outputs.
func workflow(inputs ...string) map[string]string {
	return map[string]string{".github/workflows/links.yml": `on: push
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: earl-url/earl@v0.1.0
        id: earl
        with:
          ` + strings.Join(inputs, "\n          ") + `
      - if: always()
        run: |
          echo "status=${{ steps.earl.outputs.status }}"
          cat "${{ steps.earl.outputs.report }}" "$GITHUB_STEP_SUMMARY"
      - if: always() && steps.earl.outputs.sarif != ''
        run: cat "${{ steps.earl.outputs.sarif }}"
`}
}

// The workflow of the README fails for a broken link, and annotates its line.
func TestActionOfTheREADME(t *testing.T) {
	t.Parallel()
	server := releases(t, false)
	links := strings.Replace(firstBlock(t, ".github/action/README.md"), "  pull_request:\n", "  push:\n", 1)
	dir := repository(t, broken, map[string]string{".github/workflows/links.yml": links})
	out, status := act(t, dir, server.URL)
	if status == 0 {
		t.Error("the job passes")
	}
	contains(t, out, "earl_0.1.0_linux_amd64.tar.gz: OK", "::error file=docs/guide.md,line=5,col=15,title=not-found::api.md: ")
	dir = repository(t, good, map[string]string{".github/workflows/links.yml": links})
	if out, status := act(t, dir, server.URL); status != 0 {
		t.Errorf("the job fails without a broken link: %s", out)
	}
}

// Each report that the input "format" names is made, and "fail: false" lets the job pass.
func TestActionReports(t *testing.T) {
	t.Parallel()
	dir := repository(t, broken, workflow("format: summary sarif", "fail: false", "version: latest", "args: >-", "  --exclude 'no such'", "  --strict", "paths: docs"))
	out, status := act(t, dir, releases(t, false).URL)
	if status != 0 {
		t.Error("the job fails")
	}
	contains(t, out, "status=1\n", `"status":"not-found"`, "## Problems", `"ruleId":"not-found"`)
	if strings.Contains(out, "::error file=") {
		t.Errorf("annotations that were not requested: %s", out)
	}
}

// Problems of the baseline do not count, and wrong inputs always fail.
func TestActionInputs(t *testing.T) {
	t.Parallel()
	server := releases(t, false)
	known := `{"url":"x","status":"not-found","severity":"fault","places":[{"file":"docs/guide.md","line":1,"column":1,"text":"api.md"}]}` + "\n"
	for name, test := range map[string]struct {
		inputs []string
		status string
		passes bool
	}{
		"baseline": {[]string{"baseline: known.jsonl"}, "status=0\n", true},
		"wrong":    {[]string{"fail: false", "args: --no-such-flag"}, "status=2\n", false},
	} {
		dir := repository(t, broken, map[string]string{"known.jsonl": known}, workflow(test.inputs...))
		out, status := act(t, dir, server.URL)
		if test.passes != (status == 0) {
			t.Errorf("%s: status %d", name, status)
		}
		contains(t, out, test.status)
	}
}

// With "cache: true", the second run reads the database of the first.
func TestActionCache(t *testing.T) {
	t.Parallel()
	server := releases(t, false)
	dir := repository(t, good, workflow("cache: true", "args: -v"))
	store := t.TempDir()
	for i, want := range []string{"nothing is stored", "restored"} {
		out, status := act(t, dir, server.URL, "--env", "STORE="+store)
		if status != 0 {
			t.Fatalf("run %d: status %d: %s", i, status, out)
		}
		contains(t, out, want)
	}
}

// An archive with another checksum is not run.
func TestActionChecksum(t *testing.T) {
	t.Parallel()
	out, status := act(t, repository(t, good, workflow("paths: .")), releases(t, true).URL)
	if status == 0 {
		t.Error("the job passes")
	}
	contains(t, out, "the checksum of earl_0.1.0_linux_amd64.tar.gz is wrong")
}

// The job that checks this repository, with earl from source, passes.
func TestActionOnThisRepository(t *testing.T) {
	t.Parallel()
	out, status := act(t, root, "https://github.com", "-W", ".github/workflows/ci.yml", "-j", "links")
	if status != 0 {
		t.Errorf("status %d: %s", status, out)
	}
	contains(t, out, " 0 problems")
}
