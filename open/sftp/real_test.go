package sftp_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/open/sftp"
	"github.com/earl-url/earl/views"
)

// G8: files, directories, ranges and refusals of a real sshd, with a key and with a password.
func TestRealSSHD(t *testing.T) {
	t.Parallel()
	p := peers.SSHD(t)
	hosts := written(t, filepath.Join(t.TempDir(), "hosts"), knownhosts.HashHostname(knownhosts.Normalize(p.Addr))+" "+strings.TrimPrefix(knownhosts.Line([]string{p.Addr}, p.HostKey), knownhosts.Normalize(p.Addr)+" ")+"\n")
	at := func(user, path string) earl.URL {
		return earl.RFC3986.MustParse("sftp://" + user + "@" + p.Addr + path)
	}
	keys := sftp.Options{KnownHosts: []string{hosts}, KeyFiles: []string{p.KeyFile}, Identify: func(string) bool { return true }}
	words := sftp.Options{KnownHosts: []string{hosts}}
	login := func(_ context.Context, l open.Login) (open.Login, error) {
		l.Password = earl.NewSecret(peers.Password)
		return l, nil
	}
	for what, c := range map[string]*open.Client{
		"a key":      open.New(open.Options{}, &sftp.Opener{Options: keys}),
		"a password": open.New(open.Options{Login: login}, &sftp.Opener{Options: words}),
	} {
		for name, want := range peers.Files() {
			v := views.SFTP{User: earl.Some(peers.User), Host: "127.0.0.1", Port: earl.Some(earl.Octets(p.Addr[len("127.0.0.1:"):]))}
			for _, segment := range strings.Split(strings.TrimPrefix(p.Root, "/")+"/"+name, "/") {
				v.Path = append(v.Path, earl.Octets(segment))
			}
			u, err := v.URL(earl.RFC3986)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := get(t, c, u.String()); text != want || err != nil {
				t.Errorf("%s: %s: %d bytes, %v, want %d", what, name, len(text), err, len(want))
			}
			if what == "a password" {
				break // each URL asks and logs in
			}
		}
		if text, err := get(t, c, at(peers.User, "/~/docs/note.txt").String()); text != "A note.\n" || err != nil {
			t.Errorf("%s: the home directory: %q, %v", what, text, err)
		}
		if _, err := c.Open(t.Context(), at(peers.User, p.Root+"/none")); !errors.Is(err, open.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", what, err)
		}
		if _, err := c.Open(t.Context(), at(peers.User, p.Root+"/pub/noread/")); !errors.Is(err, open.ErrLogin) {
			t.Errorf("%s: a directory of another user: %v, want ErrLogin", what, err)
		}
		c.Close()
	}
	c := open.New(open.Options{}, &sftp.Opener{Options: keys})
	defer c.Close()
	root, err := c.FS(t.Context(), at(peers.User, p.Root+"/"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = fs.WalkDir(root, "a", func(string, fs.DirEntry, error) error { n++; return nil })
	if n != 4 || err != nil {
		t.Errorf("%d names below a, %v, want 4", n, err)
	}
	peers.Big(t, p.Root, 3_000_000)
	res, err := c.Do(t.Context(), &open.Request{URL: at(peers.User, p.Root+"/pub/big.bin"), Offset: 1_000_000, End: 2_500_000})
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(res.(*open.Document).Body)
	want, _ := io.ReadAll(io.NewSectionReader(bigFile{}, 1_000_000, 1_500_000))
	if string(got) != string(want) || err != nil {
		t.Errorf("a part of a big file: %d bytes, %v, want %d", len(got), err, len(want))
	}
	if _, err := c.Open(t.Context(), at("root", "/")); !errors.Is(err, open.ErrLogin) {
		t.Errorf("another user: %v, want ErrLogin", err)
	}
	var unknown *known.UnknownError
	if _, err := get(t, open.New(open.Options{}, &sftp.Opener{Options: sftp.Options{KnownHosts: []string{}}}), at(peers.User, "/").String()); !errors.As(err, &unknown) {
		t.Errorf("an unknown key: %v", err)
	}
}

// bigFile has the bytes of the big file of package peers.
type bigFile struct{}

func (bigFile) ReadAt(p []byte, off int64) (int, error) {
	r := peers.BigReader()
	if _, err := io.CopyN(io.Discard, r, off); err != nil {
		return 0, err
	}
	return io.ReadFull(r, p)
}
