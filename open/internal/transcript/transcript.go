// Package transcript is for the tests of openers: it plays the transcripts in
// testdata and compares a description of each result with the section "want".
// The format of a transcript is that of package opentest.
package transcript

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
)

// Play plays each transcript in testdata. open opens the URL of the peer and
// describes the result.
func Play(t *testing.T, update bool, open func(t *testing.T, s *opentest.Script, p *opentest.Peer) string) {
	t.Helper()
	for path, s := range opentest.Transcripts(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			peer := opentest.PlayScript(t, s)
			got := open(t, s, peer)
			peer.Done(t)
			Compare(t, update, path, s, strings.ReplaceAll(got, peer.Addr(), "HOST"))
		})
	}
}

// PlayPieces plays each transcript in testdata twice: in large pieces, and byte
// by byte. open opens its URL in the network of p and describes the result.
func PlayPieces(t *testing.T, update bool, open func(t testing.TB, s *opentest.Script, p *opentest.Pieces) string) {
	t.Helper()
	for path, s := range opentest.Transcripts(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, size := range []int{1 << 20, 1} {
				p := &opentest.Pieces{Wires: s.Wires, Size: size, Cut: -1}
				got := open(t, s, p)
				for _, fault := range p.Faults() {
					t.Error(fault)
				}
				Compare(t, update, path, s, got)
			}
		})
	}
}

// Compare compares a description with that of a transcript, or writes it.
func Compare(t testing.TB, update bool, path string, s *opentest.Script, got string) {
	t.Helper()
	if want, ok := s.File("want"); update {
		opentest.Rewrite(t, path, got)
	} else if !ok || got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// Text returns the text of the transcript testdata/name.txtar.
func Text(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Escape returns bytes in the form of a transcript line.
func Escape(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		if c < ' ' || c >= 0x7F || c == '\\' {
			fmt.Fprintf(&s, `\x%02x`, c)
		} else {
			s.WriteByte(c)
		}
	}
	return s.String()
}

// PlanIsWire calls [opentest.PlanIsWire] with each of these transcripts. c has
// what is the same for all of them.
func PlanIsWire(t *testing.T, o open.Opener, c opentest.PlanCase, names ...string) {
	t.Helper()
	for _, name := range names {
		c.Transcript = Text(t, name)
		t.Run(name, func(t *testing.T) { opentest.PlanIsWire(t, o, c) })
	}
}

// Settings are how the URL of a transcript is opened.
type Settings struct {
	Options open.Options
	Request open.Request
}

// Read reads the section "options" of a transcript, whose lines have a key and
// a value. The keys of all protocols are offset, end, entries, ask, and user and
// password, which answer the question for a login. set reads the others; it
// reports whether it knows the key.
func (c *Settings) Read(t testing.TB, s *opentest.Script, set func(key, value string) bool) {
	t.Helper()
	text, _ := s.File("options")
	var answer open.Login
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch key {
		case "offset":
			fmt.Sscan(value, &c.Request.Offset)
		case "end":
			fmt.Sscan(value, &c.Request.End)
		case "entries":
			fmt.Sscan(value, &c.Options.Policy.Entries)
		case "ask":
			c.Options.Policy.Ask = true
		case "user":
			answer.User = earl.Some(earl.Octets(value))
		case "password":
			answer.Password = earl.NewSecret(earl.Octets(value))
		default:
			if set == nil || !set(key, value) {
				t.Fatalf("unknown option %q", key)
			}
		}
	}
	if _, given := answer.Password.Reveal(); given || answer.User.Present {
		c.Options.Login = func(_ context.Context, l open.Login) (open.Login, error) {
			if answer.User.Present {
				l.User = answer.User
			}
			l.Password = answer.Password
			return l, nil
		}
	}
}

// Report opens the URL of a peer and describes the result. e reads the URL,
// unless the request has one.
func (c *Settings) Report(t testing.TB, p *opentest.Peer, o open.Opener, e *earl.Edition) string {
	t.Helper()
	if c.Request.URL == (earl.URL{}) {
		c.Request.URL = e.MustParse(p.URL)
	}
	client := p.Client(c.Options, o)
	defer client.Close()
	return Report(t, client, c.Request)
}

// MailLogin answers the question for the login of a mailbox: with a user, if the
// URL has none, and a password.
func MailLogin(user, password earl.Octets) func(context.Context, open.Login) (open.Login, error) {
	return func(_ context.Context, l open.Login) (open.Login, error) {
		if !l.User.Present {
			l.User = earl.Some(user)
		}
		l.Password = earl.NewSecret(password)
		return l, nil
	}
}
