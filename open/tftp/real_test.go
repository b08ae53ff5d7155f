package tftp_test

import (
	"bytes"
	"errors"
	"net"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/tftp"
)

// escaped returns the path of a URL for the name of a file.
func escaped(name string) string {
	pieces := strings.Split(name, "/")
	for i := range pieces {
		pieces[i] = strings.NewReplacer(";", "%3B", "+", "%2B").Replace(neturl.PathEscape(pieces[i]))
	}
	return strings.Join(pieces, "/")
}

// G8: a real in.tftpd, which answers from a new port, sends each file unchanged. Source: rfc1350;
// rfc2348; rfc2349.
func TestRealFiles(t *testing.T) {
	t.Parallel()
	p := peers.TFTP(t)
	files := peers.Files()
	files["exact.bin"] = strings.Repeat("x", 2*1428)
	files["large.bin"] = string(pattern(3_000_000))
	for _, name := range []string{"exact.bin", "large.bin"} {
		if err := os.WriteFile(filepath.Join(p.Root, name), []byte(files[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range files {
		got, err := get(t.Context(), p.URL(escaped(name)), tftp.Options{})
		if err != nil || string(got) != want {
			t.Errorf("%q: %d bytes, %v, want %d", name, len(got), err, len(want))
		}
	}
	got, err := get(t.Context(), p.URL("pub/readme.txt;mode=netascii"), tftp.Options{})
	if err != nil || string(got) != files["pub/readme.txt"] {
		t.Errorf("netascii: %q, %v", got, err)
	}
	got, err = get(t.Context(), p.URL("large.bin"), tftp.Options{Block: 65464})
	if err != nil || string(got) != files["large.bin"] {
		t.Errorf("large blocks: %d bytes, %v", len(got), err)
	}
}

// G8: what a real in.tftpd refuses.
func TestRealRefusals(t *testing.T) {
	t.Parallel()
	p := peers.TFTP(t)
	for _, path := range []string{"none.txt", "../../etc/passwd", "pub", "pub/noread/x"} {
		_, err := get(t.Context(), p.URL(path), tftp.Options{})
		var refused *tftp.Error
		if !errors.As(err, &refused) || path == "none.txt" && !errors.Is(err, open.ErrNotFound) {
			t.Errorf("%s: %v, want a refusal by the server", path, err)
		}
	}
}

// Real clients read the server of the demo, and it accepts no file.
func TestRealClientsReadTheDemo(t *testing.T) {
	t.Parallel()
	curl, client := peers.Program(t, "curl"), peers.Program(t, "tftp")
	s, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	host, port, err := net.SplitHostPort(strings.TrimSuffix(strings.TrimPrefix(s.URL("tftp", ""), "tftp://"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"welcome.txt", "pictures/house.gif"} {
		want, _ := s.Content(path)
		out, err := exec.CommandContext(t.Context(), curl, "-sS", s.URL("tftp", path)).CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("curl %s: %d bytes, %v, want %d", path, len(out), err, len(want))
		}
		local := filepath.Join(t.TempDir(), "file")
		out, err = exec.CommandContext(t.Context(), client, "-m", "binary", host, port, "-c", "get", path, local).CombinedOutput()
		if got, rerr := os.ReadFile(local); err != nil || string(got) != want {
			t.Errorf("tftp %s: %v, %v, %s", path, err, rerr, out)
		}
	}
	local := filepath.Join(t.TempDir(), "new.txt")
	if err := os.WriteFile(local, []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.CommandContext(t.Context(), client, host, port, "-c", "put", local, "new.txt").CombinedOutput()
	if !bytes.Contains(out, []byte("The library is for reading only")) {
		t.Errorf("tftp put: %s", out)
	}
}
