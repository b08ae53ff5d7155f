//go:build unix

package file_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/views"
)

// client returns a client that opens files, and closes it with the test.
func client(t testing.TB, o open.Options) *open.Client {
	c := open.New(o, file.Opener{})
	t.Cleanup(func() { c.Close() })
	return c
}

// write writes a file into the test's directory and returns its path.
func write(t testing.TB, name, text string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// urlOf returns the URL of a path of this machine.
func urlOf(t testing.TB, path string) earl.URL {
	v, err := views.FileFromNative(runtime.GOOS, path)
	if err != nil {
		t.Fatal(err)
	}
	u, err := v.URL(earl.RFC3986)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// read opens a URL of a document and returns the document and its bytes.
func read(t *testing.T, c *open.Client, r *open.Request) (*open.Document, string) {
	t.Helper()
	res, err := c.Do(t.Context(), r)
	if err != nil {
		t.Fatalf("Do(%s): %v", r.URL.Redacted(), err)
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("Do(%s) = %T, want a document", r.URL.Redacted(), res)
	}
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	if err != nil {
		t.Fatal(err)
	}
	return doc, string(b)
}

func TestFileSuite(t *testing.T) {
	path := write(t, "motd.txt", "welcome")
	opentest.Run(t, file.Opener{}, opentest.Fixture{
		Local:   urlOf(t, path).String(),
		Hostile: []opentest.Hostile{{URL: "file:///tmp/a{}b", Pass: "\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"}},
	})
}

// B15, B32; rfc1738 3.10; rfc8089 2: the hosts that mean this machine.
func TestFileThisMachine(t *testing.T) {
	path := write(t, "a b.txt", "hello")
	escaped := (&url.URL{Path: path}).EscapedPath()
	c := client(t, open.Options{})
	texts := []string{"file://" + escaped, "file://localhost" + escaped, "file://LocalHost" + escaped}
	if name, err := os.Hostname(); err == nil && earl.RFC1738.Valid("file://"+name+escaped) {
		texts = append(texts, "file://"+name+escaped)
	}
	for _, text := range texts {
		u := earl.RFC3986.MustParse(text)
		doc, body := read(t, c, &open.Request{URL: u})
		if body != "hello" || doc.Size != 5 || doc.Type != "text/plain" || doc.Kind != open.KindDocument || doc.Base() != u || doc.Time.IsZero() {
			t.Errorf("%s = %+v %q", text, doc.Meta, body)
		}
	}
}

func TestFileRefuses(t *testing.T) {
	dir := t.TempDir()
	pipe := makePipe(t, dir)
	tests := []struct{ src, url, want string }{
		{"B15", "file://otherhost.test/etc/motd", open.GuardFileHost},
		{"B15", "file://127.0.0.1/etc/motd", open.GuardFileHost},
		{"F2", "file:///etc%2Fmotd", open.GuardEncodedSlash},
		{"F2", "file:///etc/%2E./etc/motd", open.GuardPathEscape},
		{"F2", "file:///etc/motd%00.txt", open.GuardCtlOctet},
		{"B15", "file:///dev/zero", open.GuardSpecialFile},
		{"B15", "file:///dev/null", open.GuardSpecialFile},
		{"B15", "file://" + pipe, open.GuardSpecialFile},
	}
	c := client(t, open.Options{})
	for _, tt := range tests {
		u := earl.RFC3986.MustParse(tt.url)
		_, err := c.Open(t.Context(), u)
		var refusal *open.Refusal
		if !errors.As(err, &refusal) || refusal.Name != tt.want {
			t.Errorf("%s: Open(%s): %v, want refusal %s", tt.src, tt.url, err, tt.want)
		}
		if _, err := c.Probe(t.Context(), u); !errors.As(err, &refusal) || refusal.Name != tt.want {
			t.Errorf("%s: Probe(%s): %v, want refusal %s", tt.src, tt.url, err, tt.want)
		}
	}
	// B32: no port, no user.
	for _, text := range []string{"file://localhost:80/etc/motd", "file://me@localhost/etc/motd"} {
		u, err := earl.RFC3986.Parse(text)
		if err == nil {
			_, err = c.Open(t.Context(), u)
		}
		if err == nil {
			t.Errorf("B32: Open(%s) has no error", text)
		}
	}
}

func TestFileNotFound(t *testing.T) {
	dir := t.TempDir()
	c := client(t, open.Options{})
	for _, path := range []string{filepath.Join(dir, "nothing"), filepath.Join(write(t, "f", ""), "below")} {
		if _, err := c.Open(t.Context(), urlOf(t, path)); !errors.Is(err, open.ErrNotFound) {
			t.Errorf("Open(%s): %v, want ErrNotFound", path, err)
		}
	}
}

func TestFileOffsetAndEnd(t *testing.T) {
	u := urlOf(t, write(t, "digits", "0123456789"))
	c := client(t, open.Options{})
	tests := []struct {
		offset, end int64
		want        string
	}{{0, 0, "0123456789"}, {3, 0, "3456789"}, {3, 5, "34"}, {0, 1, "0"}, {10, 0, ""}, {5, 3, ""}, {0, 99, "0123456789"}}
	for _, tt := range tests {
		r := &open.Request{URL: u, Offset: tt.offset, End: tt.end}
		doc, got := read(t, c, r)
		if got != tt.want || doc.Size != 10 {
			t.Errorf("bytes %d to %d = %q, size %d, want %q, 10", tt.offset, tt.end, got, doc.Size, tt.want)
		}
		res, err := c.Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		doc = res.(*open.Document)
		if _, err := io.Copy(&b, doc.Body); b.String() != tt.want || err != nil {
			t.Errorf("copy of bytes %d to %d = %q, %v, want %q", tt.offset, tt.end, b.String(), err, tt.want)
		}
		doc.Body.Close()
	}
	if _, err := c.Do(t.Context(), &open.Request{URL: u, Offset: 11}); err == nil {
		t.Error("an offset after the end has no error")
	}
}

func TestFileMaxSize(t *testing.T) {
	u := urlOf(t, write(t, "digits", "0123456789"))
	for max, wantErr := range map[int64]bool{9: true, 10: false, -1: false} {
		_, err := client(t, open.Options{Policy: open.Policy{MaxSize: max}}).Open(t.Context(), u)
		var refusal *open.Refusal
		if got := errors.As(err, &refusal) && refusal.Name == open.GuardMaxSize; got != wantErr {
			t.Errorf("MaxSize %d: %v, want refusal %v", max, err, wantErr)
		}
	}
}

func TestFileCancelledBody(t *testing.T) {
	u := urlOf(t, write(t, "f", "0123456789"))
	ctx, cancel := context.WithCancel(t.Context())
	res, err := client(t, open.Options{}).Open(ctx, u)
	if err != nil {
		t.Fatal(err)
	}
	body := res.(*open.Document).Body
	defer body.Close()
	cancel()
	if _, err := body.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Read: %v, want context.Canceled", err)
	}
	if _, err := io.Copy(io.Discard, body); !errors.Is(err, context.Canceled) {
		t.Errorf("Copy: %v, want context.Canceled", err)
	}
}

// names lists a directory.
func names(t *testing.T, res open.Resource) map[string]open.Entry {
	t.Helper()
	list, ok := res.(*open.Listing)
	if !ok {
		t.Fatalf("a %T, want a listing", res)
	}
	all := map[string]open.Entry{}
	for e, err := range list.Entries {
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name] = e
	}
	return all
}

// A27, A28, D16: an entry's URL is absolute, escaped, and opens the entry.
func TestFileListing(t *testing.T) {
	dir := t.TempDir()
	files := []string{"plain.txt", "a b", "per%cent", "semi;colon", "quest?ion", "ha#sh", "latin\xe9", "-dash", "co:lon", "new\nline"}
	for _, name := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	os.Mkdir(filepath.Join(dir, "sub"), 0o700)
	os.Symlink("sub", filepath.Join(dir, "link"))
	os.Symlink("nowhere", filepath.Join(dir, "broken"))
	makePipe(t, dir)
	c := client(t, open.Options{})
	for _, path := range []string{dir, dir + "/"} {
		res, err := c.Open(t.Context(), urlOf(t, path))
		if err != nil {
			t.Fatal(err)
		}
		if base := res.Base().String(); base != urlOf(t, dir).String()+"/" {
			t.Errorf("base %s, want a final slash after %s", base, dir)
		}
		all := names(t, res)
		for _, name := range files {
			e := all[name]
			if e.Kind != open.KindDocument || e.Size != int64(len(name)) {
				t.Errorf("entry %q = %+v", name, e)
				continue
			}
			if _, body := read(t, c, &open.Request{URL: e.URL}); body != name {
				t.Errorf("%s contains %q, want %q", e.URL, body, name)
			}
		}
		for name, want := range map[string]open.Kind{"sub": open.KindListing, "link": open.KindListing, "broken": open.KindUnknown, "pipe": open.KindUnknown} {
			if e := all[name]; e.Kind != want || e.Name == "" {
				t.Errorf("entry %q = %+v, want kind %q", name, e, want)
			}
		}
		if u := all["sub"].URL.String(); !strings.HasSuffix(u, "/sub/") {
			t.Errorf("the directory's URL is %s, want a final slash", u)
		}
		if len(all) != len(files)+4 {
			t.Errorf("%d entries, want %d", len(all), len(files)+4)
		}
	}
}

func TestFileListingIsBounded(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o600)
	}
	res, err := client(t, open.Options{Policy: open.Policy{Entries: 10}}).Open(t.Context(), urlOf(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err = range res.(*open.Listing).Entries {
		if err == nil {
			n++
		}
	}
	if n != 10 || !errors.Is(err, open.ErrCut) {
		t.Errorf("%d entries, then %v; want 10, then ErrCut", n, err)
	}
}

func TestFileListingCloses(t *testing.T) {
	res, err := client(t, open.Options{}).Open(t.Context(), urlOf(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	list := res.(*open.Listing)
	if err := errors.Join(list.Close(), list.Close()); err != nil {
		t.Error(err)
	}
	for _, err := range list.Entries {
		if err == nil {
			t.Error("an entry of a listing that was closed")
		}
	}
}

func TestFileProbe(t *testing.T) {
	path := write(t, "x.html", "<p>")
	c := client(t, open.Options{})
	m, err := c.Probe(t.Context(), urlOf(t, path))
	if err != nil || m.Kind != open.KindDocument || m.Size != 3 || m.Type != "text/html" {
		t.Errorf("Probe = %+v, %v", m, err)
	}
	m, err = c.Probe(t.Context(), urlOf(t, filepath.Dir(path)))
	if err != nil || m.Kind != open.KindListing || !strings.HasSuffix(m.URL.String(), "/") {
		t.Errorf("Probe = %+v, %v", m, err)
	}
}

func TestFileSchemes(t *testing.T) {
	if got := (file.Opener{}).Schemes(); !slices.Equal(got, []string{"file"}) {
		t.Errorf("Schemes() = %q", got)
	}
}

func BenchmarkBody(b *testing.B) {
	const size = 64 << 20
	path := filepath.Join(b.TempDir(), "f")
	os.WriteFile(path, make([]byte, size), 0o600)
	u := urlOf(b, path)
	c := client(b, open.Options{})
	out, err := os.Create(path + ".out")
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	b.SetBytes(size)
	for b.Loop() {
		res, err := c.Open(b.Context(), u)
		if err != nil {
			b.Fatal(err)
		}
		out.Seek(0, io.SeekStart)
		if _, err := io.Copy(out, res.(*open.Document).Body); err != nil {
			b.Fatal(err)
		}
		res.(*open.Document).Body.Close()
	}
}

// B22: an ftp URL is not read by a local file, whatever its path.
func TestFileOpensNothingElse(t *testing.T) {
	c := open.New(open.Options{}, file.Opener{})
	for _, text := range []string{"ftp://localhost/etc/motd", "ftp:///etc/motd"} {
		if _, err := c.Open(t.Context(), earl.RFC3986.MustParse(text)); !errors.Is(err, open.ErrNoOpener) {
			t.Errorf("Open(%s): %v, want %v", text, err, open.ErrNoOpener)
		}
	}
}
