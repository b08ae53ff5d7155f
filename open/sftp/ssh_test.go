package sftp_test

import (
	"context"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/open/sftp"
)

// G8: an unknown key is refused or kept; a changed and a revoked one is refused, with the file and
// the line; hashed names, patterns and authorities are understood.
func TestKnownHosts(t *testing.T) {
	file := written(t, filepath.Join(t.TempDir(), "a.txt"), "hello")
	url := "sftp://joe@host.example" + file
	signer, other, authority := newSigner(t), newSigner(t), newSigner(t)
	s := start(t, anyone(), signer)
	line := func(host string, key ssh.PublicKey) string { return knownhosts.Line([]string{host}, key) + "\n" }
	raw := string(ssh.MarshalAuthorizedKey(signer.PublicKey()))
	for what, row := range map[string]struct {
		hosts string
		ok    bool
		text  string // of the error
	}{
		"unknown":                {"", false, "the key of host.example:22 is not known: it is ssh-ed25519 SHA256:"},
		"known":                  {line("host.example", signer.PublicKey()), true, ""},
		"another port":           {line("host.example:2222", signer.PublicKey()), false, "not known"},
		"hashed":                 {knownhosts.HashHostname("host.example") + " " + raw, true, ""},
		"hashed, another":        {knownhosts.HashHostname("other.example") + " " + raw, false, "not known"},
		"a pattern":              {"*.exam?le " + raw, true, ""},
		"not a pattern":          {"*.example,!host.example " + raw, false, "not known"},
		"lines that are no keys": {"# a\n\nhost.example ssh-foo AAAA\nx\n@what host.example " + raw + line("host.example", signer.PublicKey()), true, ""},
		"changed":                {"\n" + line("host.example", other.PublicKey()), false, "hosts, line 2"},
		"revoked":                {line("host.example", signer.PublicKey()) + "@revoked * " + raw, false, "is revoked in"},
		"an authority":           {"@cert-authority host.example " + string(ssh.MarshalAuthorizedKey(authority.PublicKey())), false, ""},
	} {
		hosts := written(t, filepath.Join(t.TempDir(), "hosts"), row.hosts)
		c := s.client(open.Options{}, &sftp.Opener{Options: sftp.Options{KnownHosts: []string{hosts}}})
		text, err := get(t, c, url)
		c.Close()
		switch {
		case row.ok && (err != nil || text != "hello"):
			t.Errorf("%s: %q, %v", what, text, err)
		case !row.ok && (open.ClassOf(err) != open.ClassConnect || !strings.Contains(err.Error(), row.text)):
			t.Errorf("%s: %v, want no connection: %q", what, err, row.text)
		}
		if _, again := open.Retryable(err); err != nil && again && row.text != "" {
			t.Errorf("%s: another attempt cannot help", what)
		}
	}
}

// G8: the kinds of keys that are known are requested, so that another kind is no change. A key that
// First accepts is appended.
func TestFirstUse(t *testing.T) {
	file := written(t, filepath.Join(t.TempDir(), "a.txt"), "hello")
	hosts := filepath.Join(t.TempDir(), "ssh", "known_hosts")
	asked := 0
	o := &sftp.Opener{Options: sftp.Options{KnownHosts: []string{hosts}, First: func(_ context.Context, n known.New) error {
		if asked++; asked == 1 {
			return errNo
		}
		return nil
	}}}
	s := start(t, anyone(), newSigner(t))
	c := s.client(open.Options{}, o)
	defer c.Close()
	if _, err := get(t, c, "sftp://joe@host.example"+file); !errors.Is(err, errNo) {
		t.Errorf("a key that the user does not accept: %v", err)
	}
	for range 2 {
		if text, err := get(t, c, "sftp://joe@host.example:22"+file); text != "hello" || err != nil {
			t.Errorf("an accepted key: %q, %v", text, err)
		}
	}
	text, err := os.ReadFile(hosts)
	if want := knownhosts.Line([]string{"host.example"}, s.key.PublicKey()) + "\n"; string(text) != want || err != nil || asked != 2 {
		t.Errorf("the file is %q, want %q, after %d questions", text, want, asked)
	}
	if n := s.logins.Load(); n != 1 {
		t.Errorf("%d logins, want one connection for both URLs", n)
	}
	forget := &sftp.Opener{Options: sftp.Options{KnownHosts: []string{filepath.Join(t.TempDir(), "none")}, First: known.Accept, Forget: true}}
	if _, err := get(t, s.client(open.Options{}, forget), "sftp://joe@host.example"+file); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(forget.KnownHosts[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a key was written, although it must be forgotten")
	}
	next := start(t, anyone(), newSigner(t))
	forget.Close()
	var changed *known.ChangedError
	if _, err := get(t, next.client(open.Options{}, forget), "sftp://joe@host.example"+file); !errors.As(err, &changed) {
		t.Errorf("another key: %v, want a ChangedError", err)
	}
}

// trusting returns options that accept the key of any host, and keep none.
func trusting() sftp.Options {
	return sftp.Options{KnownHosts: []string{}, First: known.Accept}
}

// G8: a password comes from the URL or from the user, and is sent once.
func TestPasswords(t *testing.T) {
	file := written(t, filepath.Join(t.TempDir(), "a.txt"), "hello")
	tries := 0
	check := func(c ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
		tries++
		if c.User() == "joe" && string(password) == "secret" {
			return nil, nil
		}
		return nil, errNo
	}
	questions := func(c ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
		answers, err := ask("", "", []string{"Password: "}, []bool{false})
		if err != nil || len(answers) != 1 {
			return nil, errNo
		}
		return check(c, []byte(answers[0]))
	}
	for what, config := range map[string]*ssh.ServerConfig{
		"password":             {PasswordCallback: check},
		"keyboard-interactive": {KeyboardInteractiveCallback: questions},
	} {
		s := start(t, config, newSigner(t))
		asked := 0
		login := func(_ context.Context, l open.Login) (open.Login, error) {
			if asked++; l.Host != "host.example:22" || l.Scheme != "sftp" {
				t.Errorf("%s: asked for %s %s", what, l.Scheme, l.Host)
			}
			if !l.User.Present {
				l.User = earl.Some("joe")
			}
			l.Password = earl.NewSecret("secret")
			return l, nil
		}
		for _, row := range []struct {
			url   string
			login func(context.Context, open.Login) (open.Login, error)
			asked int
			want  open.Class
		}{
			{"sftp://joe:secret@host.example", nil, 0, open.ClassNone},
			{"sftp://joe:wrong7@host.example", nil, 0, open.ClassLogin},
			{"sftp://joe:wrong7@host.example", login, 0, open.ClassLogin},
			{"sftp://joe@host.example", nil, 0, open.ClassLogin},
			{"sftp://joe@host.example", login, 1, open.ClassNone},
			{"sftp://host.example", login, 1, open.ClassNone},
			{"sftp://host.example", nil, 0, open.ClassLogin},
			{"sftp://joe;fingerprint=ssh-ed25519-aa@host.example", login, 1, open.ClassNone},
		} {
			asked, tries = 0, 0
			c := s.client(open.Options{Login: row.login}, &sftp.Opener{Options: trusting()})
			_, err := get(t, c, row.url+file)
			c.Close()
			if open.ClassOf(err) != row.want || asked != row.asked || tries > 1 {
				t.Errorf("%s: %s: %v, asked %d times, %d passwords sent; want %v, %d", what, row.url, err, asked, tries, row.want, row.asked)
			}
			if err != nil && (strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "wrong7")) {
				t.Errorf("%s: the password is in %v", what, err)
			}
		}
	}
}

// G8: keys are used only for hosts that are allowed, and never after a redirect.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	file := written(t, filepath.Join(dir, "a.txt"), "hello")
	mine := newSigner(t)
	shown := 0
	config := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
		if shown++; string(key.Marshal()) == string(mine.PublicKey().Marshal()) {
			return nil, nil
		}
		return nil, errNo
	}}
	s := start(t, config, newSigner(t))
	ring := agent.NewKeyring()
	key := freshKey(t)
	mine, _ = ssh.NewSignerFromKey(key)
	if err := ring.Add(agent.AddedKey{PrivateKey: key}); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "agent")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go agent.ServeAgent(ring, conn)
		}
	}()
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		t.Fatal(err)
	}
	locked, err := ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	plainKey := written(t, filepath.Join(dir, "id"), string(pem.EncodeToMemory(block)))
	lockedKey := written(t, filepath.Join(dir, "locked"), string(pem.EncodeToMemory(locked)))
	yes := func(address string) bool { return address == "host.example:22" }
	for what, row := range map[string]struct {
		change    func(o *sftp.Options)
		referrers []earl.URL
		ok        bool
	}{
		"nothing":              {func(o *sftp.Options) {}, nil, false},
		"the agent":            {func(o *sftp.Options) { o.Agent, o.Identify = socket, yes }, nil, true},
		"a file":               {func(o *sftp.Options) { o.KeyFiles, o.Identify = []string{lockedKey, dir + "/none", plainKey}, yes }, nil, true},
		"a file with a phrase": {func(o *sftp.Options) { o.KeyFiles, o.Identify = []string{lockedKey}, yes }, nil, false},
		"no host":              {func(o *sftp.Options) { o.Agent, o.KeyFiles = socket, []string{plainKey} }, nil, false},
		"another host":         {func(o *sftp.Options) { o.Agent, o.Identify = socket, func(string) bool { return false } }, nil, false},
		"a redirect":           {func(o *sftp.Options) { o.Agent, o.Identify = socket, yes }, []earl.URL{earl.RFC3986.MustParse("sftp://host.example/")}, false},
	} {
		shown = 0
		o := trusting()
		row.change(&o)
		c := s.client(open.Options{}, &sftp.Opener{Options: o})
		res, err := c.Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("sftp://joe@host.example" + file), Referrers: row.referrers})
		if doc, ok := res.(*open.Document); ok {
			doc.Body.Close()
		}
		c.Close()
		if (err == nil) != row.ok || err != nil && open.ClassOf(err) != open.ClassLogin || !row.ok && shown != 0 {
			t.Errorf("%s: %v, %d keys shown; want success %v", what, err, shown, row.ok)
		}
	}
}

// G8: with Forget, an unknown host gets no password and no key.
func TestStrangers(t *testing.T) {
	file := written(t, filepath.Join(t.TempDir(), "a.txt"), "hello")
	shown := 0
	config := &ssh.ServerConfig{
		PasswordCallback:  func(ssh.ConnMetadata, []byte) (*ssh.Permissions, error) { shown++; return nil, nil },
		PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { shown++; return nil, nil },
	}
	s := start(t, config, newSigner(t))
	block, err := ssh.MarshalPrivateKey(freshKey(t), "")
	if err != nil {
		t.Fatal(err)
	}
	hosts := written(t, filepath.Join(t.TempDir(), "hosts"), "")
	o := sftp.Options{
		KnownHosts: []string{hosts}, First: known.Accept, Forget: true, Identify: func(string) bool { return true },
		KeyFiles: []string{written(t, filepath.Join(t.TempDir(), "id"), string(pem.EncodeToMemory(block)))},
	}
	opener := &sftp.Opener{Options: o}
	for range 2 { // the key is kept in memory after the first
		if _, err := get(t, s.client(open.Options{}, opener), "sftp://joe:secret@host.example"+file); open.ClassOf(err) != open.ClassLogin || shown != 0 {
			t.Errorf("an unknown host: %v, %d secrets were sent", err, shown)
		}
	}
	written(t, hosts, knownhosts.Line([]string{"host.example"}, s.key.PublicKey()))
	if text, err := get(t, s.client(open.Options{}, opener), "sftp://joe:secret@host.example"+file); text != "hello" || err != nil {
		t.Errorf("a known host: %q, %v", text, err)
	}
}

// G8: ranges, pieces that are under way, and a file that is read to its end.
func TestRanges(t *testing.T) {
	big := strings.Repeat("0123456789abcdef", 100_000)
	file := written(t, filepath.Join(t.TempDir(), "big"), big)
	s := start(t, anyone(), newSigner(t))
	c := s.client(open.Options{}, &sftp.Opener{Options: trusting()})
	defer c.Close()
	for _, span := range [][2]int64{{0, 0}, {5, 0}, {0, 5}, {100, 70_000}, {int64(len(big)) - 3, 0}, {int64(len(big)), 0}, {7, 7}} {
		res, err := c.Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("sftp://joe@host.example" + file), Offset: span[0], End: span[1]})
		if err != nil {
			t.Fatal(err)
		}
		doc := res.(*open.Document)
		text, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		end := span[1]
		if end == 0 {
			end = int64(len(big))
		}
		want := ""
		if span[0] < end {
			want = big[span[0]:end]
		}
		if string(text) != want || err != nil || doc.Size != int64(len(big)) {
			t.Errorf("%v: %d bytes, %v, want %d", span, len(text), err, len(want))
		}
	}
	_, err := c.Do(t.Context(), &open.Request{URL: earl.RFC3986.MustParse("sftp://joe@host.example" + file), Offset: int64(len(big)) + 9})
	if !errors.Is(err, open.ErrBeyond) {
		t.Errorf("after the end: %v, want open.ErrBeyond", err)
	}
	if n := s.logins.Load(); n != 1 {
		t.Errorf("%d logins, want 1", n)
	}
}

// G8: a kept session does not end with the context of the request that began it.
func TestSessionOutlivesItsRequest(t *testing.T) {
	file := written(t, filepath.Join(t.TempDir(), "file"), "text")
	s := start(t, anyone(), newSigner(t))
	c := s.client(open.Options{}, &sftp.Opener{Options: trusting()})
	defer c.Close()
	u := earl.RFC3986.MustParse("sftp://joe@host.example" + file)
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		res, err := c.Open(ctx, u)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(res.(*open.Document).Body); string(text) != "text" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
		cancel()
	}
	if n := s.logins.Load(); n != 1 {
		t.Errorf("%d logins, want 1", n)
	}
}

// G8: the files of a server through fs.FS, with links; and Probe.
func TestFS(t *testing.T) {
	dir := t.TempDir()
	for _, err := range []error{
		os.Mkdir(filepath.Join(dir, "sub"), 0o755), os.WriteFile(filepath.Join(dir, "sub", "a b;c.txt"), []byte("one"), 0o644),
		os.WriteFile(filepath.Join(dir, "100%.txt"), []byte("two"), 0o644), os.Symlink("sub", filepath.Join(dir, "link")), os.Symlink("none", filepath.Join(dir, "dead")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, anyone(), newSigner(t))
	c := s.client(open.Options{}, &sftp.Opener{Options: trusting()})
	defer c.Close()
	root, err := c.FS(t.Context(), earl.RFC3986.MustParse("sftp://joe@host.example"+dir+"/"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"100%.txt", "dead", "link", "sub"}; !slices.Equal(names, want) {
		t.Errorf("the entries are %q, want %q", names, want)
	}
	for name, want := range map[string]string{"sub/a b;c.txt": "one", "100%.txt": "two", "link/a b;c.txt": "one"} {
		if text, err := fs.ReadFile(root, name); string(text) != want || err != nil {
			t.Errorf("%s is %q, %v, want %q", name, text, err, want)
		}
	}
	if _, err := fs.ReadFile(root, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("none: %v, want fs.ErrNotExist", err)
	}
	for path, want := range map[string]open.Kind{"/sub": open.KindListing, "/100%25.txt": open.KindDocument} {
		if m, err := c.Probe(t.Context(), earl.RFC3986.MustParse("sftp://joe@host.example"+dir+path)); m.Kind != want || err != nil {
			t.Errorf("Probe %s: %s, %v, want %s", path, m.Kind, err, want)
		}
	}
	if _, err := c.Open(t.Context(), earl.RFC3986.MustParse("sftp://joe@host.example"+dir+"/100%25.txt/")); open.ClassOf(err) != open.ClassNotFound {
		t.Errorf("a file with a slash: %v", err)
	}
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse("sftp://joe@host.example"+dir))
	if err != nil {
		t.Fatal(err)
	}
	for e := range res.(*open.Listing).Entries {
		if e.Name == "link" && (e.Link != "sub" || e.Kind != open.KindListing) || e.Name == "dead" && (e.Link != "none" || e.Kind != open.KindUnknown) {
			t.Errorf("%+v", e)
		}
	}
}

// G8: a server that is silent, or that ends, before and during the handshake.
func TestSilentServers(t *testing.T) {
	for what, row := range map[string]struct {
		serve func(conn net.Conn)
		want  error
	}{
		"silent":  {func(conn net.Conn) { io.Copy(io.Discard, conn) }, context.DeadlineExceeded},
		"closing": {func(conn net.Conn) { conn.Close() }, open.ErrConnect},
		"text":    {func(conn net.Conn) { io.WriteString(conn, strings.Repeat("hello\r\n", 1e5)); conn.Close() }, open.ErrConnect},
	} {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			conn, err := l.Accept()
			if err == nil {
				row.serve(conn)
				conn.Close()
			}
		}()
		s := &server{addr: l.Addr().String()}
		_, err = get(t, s.client(open.Options{Policy: open.Policy{Login: 100 * time.Millisecond}}, &sftp.Opener{Options: trusting()}), "sftp://joe@host.example/a")
		if !errors.Is(err, row.want) || !errors.Is(err, open.ErrConnect) {
			t.Errorf("%s: %v, want %v", what, err, row.want)
		}
		l.Close()
	}
}
