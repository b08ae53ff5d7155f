package peers

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Files returns the regular files of [Tree] and their bytes, by their paths from the root,
// with slashes. The names are bytes, not URL text: two are not UTF-8.
func Files() map[string]string {
	octets := make([]byte, 256)
	for i := range octets {
		octets[i] = byte(i)
	}
	return map[string]string{
		"etc/motd":                 "The message of the day, at the root.\n",
		"home/alice/etc/motd":      "The message of the day, at home.\n",
		"home/alice/docs/note.txt": "A note.\n",
		"home/alice/rel.txt":       "Relative to home.\n",
		"a/b/c/deep.txt":           "Three directories down.\n",
		"pub/readme.txt":           "Welcome line one\nline two\nline three\n",
		"pub/crlf.txt":             "first\r\nsecond\r\nend\r\n",
		"pub/octets.bin":           string(octets),
		"pub/zero.bin":             "",
		"pub/page.html":            "<!DOCTYPE html>\n<base href=\"/a/b/\">\n<a href=\"c/deep.txt\">deep</a>\n",
		"pub/with space/a;b.txt":   "A space and a semicolon.\n",
		"pub/semi;colon/f.txt":     "A semicolon in a directory.\n",
		"pub/per%cent/100%.txt":    "Percent signs.\n",
		"pub/hash#q?.txt":          "A number sign and a question mark.\n",
		"pub/star*.txt":            "A star.\n",
		"pub/-dash.txt":            "A leading dash.\n",
		"pub/latin-\xe9.txt":       "One byte in Latin-1.\n",
		"pub/ff-\xff.txt":          "The byte 0xFF, which is IAC in telnet.\n",
		"pub/naïve-名.txt":          "UTF-8.\n",
	}
}

// Tree creates a content tree that every user can read, and returns its root. It contains
// [Files], the empty directory pub/empty, the directory pub/noread with mode 700, and the
// symbolic links pub/link.txt and pub/linkdir.
func Tree(t testing.TB) string {
	t.Helper()
	root := filepath.Join(scratch(t), "tree")
	for name, text := range Files() {
		write(t, root, filepath.FromSlash(name), text)
	}
	pub := filepath.Join(root, "pub")
	for _, err := range []error{
		os.Mkdir(filepath.Join(pub, "empty"), 0o755),
		os.Mkdir(filepath.Join(pub, "noread"), 0o700),
		os.Symlink("readme.txt", filepath.Join(pub, "link.txt")),
		os.Symlink("../etc", filepath.Join(pub, "linkdir")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Many adds the directory pub/many with n small files to a tree: file0000.txt and so on.
func Many(t testing.TB, root string, n int) {
	t.Helper()
	for i := range n {
		write(t, root, fmt.Sprintf("pub/many/file%04d.txt", i), fmt.Sprintf("file %d\n", i))
	}
}

// Big adds the file pub/big.bin of n bytes to a tree. The bytes repeat with a period of
// 251, so that tests notice a piece in the wrong place.
func Big(t testing.TB, root string, n int64) {
	t.Helper()
	f, err := os.Create(filepath.Join(root, "pub", "big.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(f, &periodic{}, n); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// BigReader returns the bytes of [Big] as an endless reader.
func BigReader() io.Reader { return &periodic{} }

// periodic reads the numbers from 0 to 250 again and again.
type periodic struct{ next int }

// Read implements io.Reader. It copies a table, because a loop over each byte takes
// seconds under the race detector.
func (p *periodic) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		k := copy(b[n:], period[p.next:])
		n, p.next = n+k, (p.next+k)%len(period)
	}
	return n, nil
}

// period is the numbers from 0 to 250, several times.
var period = func() []byte {
	b := make([]byte, 251*128)
	for i := range b {
		b[i] = byte(i % 251)
	}
	return b
}()
