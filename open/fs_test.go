package open_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/file"
)

// startDemo starts the servers of the demo and returns a client for them.
func startDemo(t *testing.T) (*demo.Servers, *open.Client) {
	t.Helper()
	s, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	client := open.New(open.Options{}, all.Openers()...)
	t.Cleanup(func() {
		client.Close()
		s.Close()
	})
	return s, client
}

// fsOf returns the files below a URL.
func fsOf(t *testing.T, c *open.Client, url string) fs.FS {
	t.Helper()
	fsys, err := c.FS(context.Background(), earl.RFC3986.MustParse(url))
	if err != nil {
		t.Fatal(err)
	}
	return fsys
}

// fileClient returns a client for files and the URL of a new directory.
func fileClient(t *testing.T) (c *open.Client, dir, url string) {
	t.Helper()
	dir = t.TempDir()
	c = open.New(open.Options{}, file.Opener{})
	return c, dir, "file://" + filepath.ToSlash(dir)
}

func TestFSOfFiles(t *testing.T) {
	c, dir, url := fileClient(t)
	names := []string{"a.txt", "b/c", "b/d e;f?g#h%41", "b/é", "empty"}
	for _, name := range names {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700)
		os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600)
	}
	fsys := fsOf(t, c, url)
	if err := fstest.TestFS(fsys, names...); err != nil {
		t.Error(err)
	}
	for _, name := range names {
		if b, err := fs.ReadFile(fsys, name); err != nil || string(b) != name {
			t.Errorf("A27: %q contains %q, %v", name, b, err)
		}
	}
}

// The servers of the demo have one library under ftp.
func TestFSOfFTP(t *testing.T) {
	s, c := startDemo(t)
	fsys := fsOf(t, c, s.URL("ftp", ""))
	files := 0
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		want, ok := s.Content(path)
		got, err := fs.ReadFile(fsys, path)
		if err == nil && ok && string(got) != want {
			t.Errorf("%s differs from the content", path)
		}
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
	if err := fstest.TestFS(fsys, "welcome.txt"); err != nil {
		t.Error(err)
	}
}

// The nfs server of the demo has a symbolic link to a file, whose size is that of the
// file.
func TestFSOfLinks(t *testing.T) {
	s, c := startDemo(t)
	if err := fstest.TestFS(fsOf(t, c, s.URL("nfs", "")), "welcome.txt", "first.txt"); err != nil {
		t.Error(err)
	}
}

func TestFSFileSeeks(t *testing.T) {
	s, c := startDemo(t)
	for _, scheme := range []string{"ftp", "http"} {
		f, err := fsOf(t, c, s.URL(scheme, "")).Open("welcome.txt")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		want, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		seeker := f.(io.ReadSeeker)
		for _, tt := range []struct {
			offset int64
			whence int
			at     int64
		}{
			{7, io.SeekStart, 7}, {2, io.SeekCurrent, int64(len(want)) + 2}, {-5, io.SeekEnd, int64(len(want)) - 5}, {0, io.SeekStart, 0},
		} {
			at, err := seeker.Seek(tt.offset, tt.whence)
			if err != nil || at != tt.at {
				t.Errorf("%s: Seek(%d, %d) = %d, %v, want %d", scheme, tt.offset, tt.whence, at, err, tt.at)
				continue
			}
			rest, err := io.ReadAll(f)
			if err != nil || !bytes.Equal(rest, want[min(tt.at, int64(len(want))):]) {
				t.Errorf("%s: after Seek(%d, %d) there are %d bytes, %v", scheme, tt.offset, tt.whence, len(rest), err)
			}
		}
		if _, err := seeker.Seek(-1, io.SeekStart); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Seek(-1): %v", err)
		}
		if _, err := seeker.Seek(0, 7); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Seek from nowhere: %v", err)
		}
	}
}

// The page that a server sends with an error is not a file.
func TestFSHTTPErrors(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/broken":
			w.WriteHeader(http.StatusInternalServerError)
		case "/moved":
			http.Redirect(w, r, "/none", http.StatusFound)
			return
		case "/old":
			http.Redirect(w, r, "/a", http.StatusFound)
			return
		case "/a":
		default:
			w.WriteHeader(http.StatusNotFound)
		}
		io.WriteString(w, "a page")
	}))
	defer site.Close()
	c := open.New(open.Options{}, all.Openers()...)
	defer c.Close()
	fsys := fsOf(t, c, site.URL)
	if b, err := fs.ReadFile(fsys, "a"); string(b) != "a page" || err != nil {
		t.Errorf("a file: %q, %v", b, err)
	}
	if info, err := fs.Stat(fsys, "old"); err != nil || !info.Mode().IsRegular() || info.Size() != int64(len("a page")) {
		t.Errorf("Stat of a file that has moved: %v, %v", info, err)
	}
	for name, none := range map[string]bool{"none": true, "gone": true, "moved": true, "broken": false} {
		_, serr := fs.Stat(fsys, name)
		b, rerr := fs.ReadFile(fsys, name)
		for op, err := range map[string]error{"Stat": serr, "ReadFile": rerr} {
			var path *fs.PathError
			if !errors.As(err, &path) || path.Path != name || errors.Is(err, fs.ErrNotExist) != none {
				t.Errorf("%s(%q): %q, %v", op, name, b, err)
			}
		}
	}
}

func TestFSErrors(t *testing.T) {
	c, dir, url := fileClient(t)
	os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o600)
	fsys := fsOf(t, c, url)
	for _, name := range []string{"/a", "../a", "a/", "", "./a"} {
		if _, err := fsys.Open(name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Open(%q): %v", name, err)
		}
		if _, err := fs.Stat(fsys, name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Stat(%q): %v", name, err)
		}
	}
	for _, name := range []string{"none", "a/b"} {
		_, err := fsys.Open(name)
		if !errors.Is(err, fs.ErrNotExist) || !errors.Is(err, open.ErrNotFound) {
			t.Errorf("Open(%q): %v", name, err)
		}
	}
	if _, err := fs.ReadDir(fsys, "a"); err == nil {
		t.Error("a file is read as a directory")
	}
	var refusal *open.Refusal
	if _, err := fsys.Open("a%2Fb\x00"); !errors.As(err, &refusal) {
		t.Errorf("F2: a byte 0x00 in a name: %v", err)
	}
	f, err := fsys.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := f.Read(make([]byte, 1)); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Read of a closed file: %v", err)
	}
	if _, err := f.(io.Seeker).Seek(1, io.SeekStart); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Seek in a closed file: %v", err)
	}
	if err := f.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("the second Close: %v", err)
	}
	for _, u := range []string{"gopher://h.test/", "mailto:a@h.test", "x-new://h.test/", "ftp://h.test/"} {
		if _, err := c.FS(context.Background(), earl.RFC3986.MustParse(u)); open.ClassOf(err) != open.ClassUnsupported || strings.Contains(err.Error(), "geheim") {
			t.Errorf("FS(%s): %v", u, err)
		}
	}
}
