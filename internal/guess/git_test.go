package guess_test

import (
	"testing"

	"github.com/earl-url/earl/internal/guess"
)

func TestGit(t *testing.T) {
	const is = "this is an address of Git, not a URL: write "
	for text, want := range map[string]string{
		"git@host:org/repo.git":        is + "https://host/org/repo.git or ssh://git@host/org/repo.git",
		"joe@host.example:src/r":       is + "https://host.example/src/r or ssh://joe@host.example/~/src/r",
		"joe@host.example:~/r":         is + "ssh://joe@host.example/~/r",
		"git@[2001:db8::1]:r":          is + "https://[2001:db8::1]/r or ssh://git@[2001:db8::1]/r",
		"[git@host.example:2222]:o/r":  is + "https://host.example/o/r or ssh://git@host.example:2222/o/r",
		"host:path":                    "", // a URL with another scheme
		"git@host.example:22/r":        "", // a port?
		"git@host.example:8080":        "",
		"mailto:joe@example.org":       "",
		"joe@example.org: hello":       "",
		"joe@example.org":              "",
		"u:p@host.example:x":           "",
		"http://u@h.example:x":         "",
		"git@host.example:":            "",
		"a b@host.example:x":           "",
		"ssh://git@host.example/o/r":   "",
		"git@github.com/o/r":           "",
		"@host:x":                      "",
		"git@:x":                       "",
		"ext::git@host.example:x":      "",
		`C:\git@host:x`:                "",
		"git@host.example:-oProxy=x":   "",
		"git@host.example:o/r\x1b[31m": "",
	} {
		if got := guess.Git(text); got != want {
			t.Errorf("Git(%q) = %q, want %q", text, got, want)
		}
	}
}
