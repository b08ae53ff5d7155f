package inputs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/earl-url/earl"
)

// Links such as "../../issues" in a README lead to pages of the site that hosts the repository.
func TestHosting(t *testing.T) {
	top := t.TempDir()
	repository := filepath.Join(top, "owner", "repository")
	for _, dir := range []string{repository, filepath.Join(top, "wiki")} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	readme, err := FileURL(filepath.Join(repository, "README.md"), earl.RFC3986)
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]bool{
		"../../issues":              true,
		"../../issues/new?labels=x": true,
		"../../-/issues":            true,
		"../../wiki":                false, // a directory of this machine
		"../../wiki/Home":           true,
		"../../other/README.md":     false,
		"../issues":                 false,
		"issues":                    false,
		"../../issuesx":             false,
		"https://h.example/issues":  false,
	} {
		u, err := earl.RFC3986.Resolve(readme, ref)
		if err != nil {
			t.Fatal(err)
		}
		if got := Hosting(repository, u); got != want {
			t.Errorf("Hosting of %q is %v, want %v", ref, got, want)
		}
	}
}
