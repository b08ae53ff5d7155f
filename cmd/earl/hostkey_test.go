package main

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
)

// G8: without a terminal the user cannot accept the key of an unknown host. The message says how to.
func TestUnknownHostKey(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "USERPROFILE", "XDG_CONFIG_HOME"} {
		t.Setenv(name, home)
	}
	d, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	stdout, stderr := inProcess(t, []string{"get", "--no-config", d.URL("sftp", "welcome.txt")})
	if stdout != "" || !strings.Contains(stderr, "is not known: it is ssh-ed25519 SHA256:") || !strings.Contains(stderr, "on a terminal you are asked whether to keep it") {
		t.Errorf("stdout %q, stderr %q", stdout, stderr)
	}
}
