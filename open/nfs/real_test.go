package nfs_test

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nfs"
)

// G2: real servers, with MOUNT on the port of NFS and with a port mapper. The port mapper has a
// fixed port, so these tests are not parallel.
func TestRealServers(t *testing.T) {
	for name, start := range map[string]func(testing.TB) *peers.NFS{
		"go-nfs":  peers.GoNFS,
		"ganesha": func(t testing.TB) *peers.NFS { return peers.Ganesha(t, "3") },
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t)
			c := open.New(open.Options{}, nfs.Opener{})
			defer c.Close()
			for name, want := range peers.Files() {
				text, meta, err := content(t, c, p.URL(escaped(name)))
				if text != want || err != nil || meta.Size != int64(len(want)) {
					t.Errorf("%q: %q, size %d, %v, want %q", name, text, meta.Size, err, want)
				}
			}
			for path, want := range map[string]string{
				"pub/link.txt": "Welcome line one\n", "pub/linkdir/motd": "The message of the day, at the root.\n", "pub/": "link.txt  -1 readme.txt",
				"pub/nope": "2 NOENT", "pub/readme.txt/x": "20 NOTDIR", "pub/noread": "13 ACCES",
			} {
				text, _, err := content(t, c, p.URL(path))
				if name == "go-nfs" && path == "pub/noread" {
					continue // it runs as root
				}
				if !strings.Contains(text, want) && (err == nil || !strings.Contains(err.Error(), want)) {
					t.Errorf("%s: %q, %v, want %q", path, text, err, want)
				}
			}
			res, err := c.Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse(p.URL("pub/octets.bin")), Offset: 100, End: 103})
			if err != nil {
				t.Fatal(err)
			}
			b := make([]byte, 10)
			if n, _ := res.(*open.Document).Body.Read(b); string(b[:n]) != "def" {
				t.Errorf("bytes 100 to 102 are %q", b[:n])
			}
			res.(*open.Document).Body.Close()
			checkFS(t, c, p.URL(""), []string{"pub", "etc", "home"})
		})
	}
}

// A server of version 4 only: the error says so.
func TestRealVersion4(t *testing.T) {
	p := peers.Ganesha(t, "4")
	c := open.New(open.Options{}, nfs.Opener{})
	defer c.Close()
	_, _, err := content(t, c, p.URL("pub/readme.txt"))
	if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "only version 4") {
		t.Errorf("%v, want a text about version 4", err)
	}
}

// escaped returns a path as URL text.
func escaped(path string) string {
	names := strings.Split(path, "/")
	for i, n := range names {
		names[i] = url.PathEscape(n)
	}
	return strings.Join(names, "/")
}

// checkFS reads the files below a URL through fs.FS.
func checkFS(t *testing.T, c *open.Client, url string, want []string) {
	t.Helper()
	files, err := c.FS(context.Background(), earl.RFC3986.MustParse(url))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := fs.ReadDir(files, ".")
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for _, name := range want {
		if !slices.Contains(names, name) {
			t.Errorf("ReadDir: %q, %v, want %s", names, err, name)
		}
	}
	if _, err := fs.Stat(files, "nope"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat(nope): %v", err)
	}
}
