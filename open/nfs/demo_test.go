package nfs_test

import (
	"context"
	"io"
	"io/fs"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nfs"
)

// The server of the demo has a public file handle. Client.FS reads its whole tree.
func TestFS(t *testing.T) {
	servers, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	c := open.New(open.Options{}, nfs.Opener{})
	defer c.Close()
	checkFS(t, c, servers.URL("nfs", ""), []string{"welcome.txt", "articles", "first.txt"})
	files, err := c.FS(t.Context(), earl.RFC3986.MustParse(servers.URL("nfs", "")))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		text, err := fs.ReadFile(files, name)
		if want, ok := servers.Content(name); ok && string(text) != want {
			t.Errorf("%s has %d bytes, want %d", name, len(text), len(want))
		}
		return err
	})
	if err != nil || n < 20 {
		t.Errorf("%d files, %v", n, err)
	}
	f, err := files.Open("octets.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() != 256 || info.ModTime().IsZero() {
		t.Errorf("Stat = %v, %v", info, err)
	}
	b := make([]byte, 6)
	if at, err := f.(io.Seeker).Seek(-6, io.SeekEnd); err != nil || at != 250 {
		t.Errorf("Seek = %d, %v", at, err)
	}
	if _, err := io.ReadFull(f, b); err != nil || string(b) != "\xfa\xfb\xfc\xfd\xfe\xff" {
		t.Errorf("the end is %q, %v", b, err)
	}
}
