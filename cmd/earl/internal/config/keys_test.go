package config

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/earl-url/earl/open/gemini"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/open/sftp"
)

// openersOf returns the openers of gemini and sftp.
func openersOf(s *Settings) (g *gemini.Opener, f *sftp.Opener) {
	for _, o := range s.Openers() {
		switch o := o.(type) {
		case *gemini.Opener:
			g = o
		case *sftp.Opener:
			f = o
		}
	}
	return g, f
}

// G8: keys of servers are kept in the state directory; those of ssh in the files of OpenSSH.
// Without a function that asks, an unknown ssh key is refused, and no key of the user is used.
func TestKeysOfServers(t *testing.T) {
	state := t.TempDir()
	s, err := settingsOf(t, Options{}, nil, []string{"XDG_STATE_HOME=" + state, "SSH_AUTH_SOCK=/run/agent"}, "")
	if err != nil {
		t.Fatal(err)
	}
	g, f := openersOf(s)
	if file, ok := g.Trust.Store.(*known.File); !ok || file.Path != filepath.Join(state, "earl", "known_keys") || g.Trust.First == nil {
		t.Errorf("gemini has %+v", g.Trust)
	}
	if f.First != nil || f.Identify != nil || f.KnownHosts != nil || f.Forget || f.Agent != "/run/agent" {
		t.Errorf("sftp has %+v", f.Options)
	}
	no := errors.New("no")
	s.AskKey = func(context.Context, known.New) error { return no }
	s.Identify = func(address string) bool { return address == "h:22" }
	if _, f = openersOf(s); f.First(t.Context(), known.New{}) != no || !f.Identify("h:22") || f.Identify("g:22") {
		t.Errorf("with questions, sftp has %+v", f.Options)
	}
	if !slices.ContainsFunc(f.KeyFiles, func(name string) bool { return filepath.Base(name) == "id_ed25519" }) {
		t.Errorf("the key files are %q", f.KeyFiles)
	}
	s.Strangers = true
	kept := known.Key{Scheme: "gemini", Host: "kept.example:1965", Kind: "certificate", Digest: "SHA256:a"}
	if _, err := g.Trust.Check(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(filepath.Join(state, "earl", "known_keys"))
	if g, f = openersOf(s); f.First(t.Context(), known.New{}) != nil || !f.Forget || f.KnownHosts != nil {
		t.Errorf("for a check, sftp has %+v", f.Options)
	}
	linked := known.Key{Scheme: "gemini", Host: "linked.example:1965", Kind: "certificate", Digest: "SHA256:b"}
	if _, err := g.Trust.Check(t.Context(), linked); err != nil {
		t.Error(err)
	}
	if after, _ := os.ReadFile(filepath.Join(state, "earl", "known_keys")); len(before) == 0 || string(after) != string(before) {
		t.Errorf("a check changes the kept keys from %q to %q", before, after)
	}
	for _, k := range []known.Key{kept, linked} {
		var changed *known.ChangedError
		if k.Digest = "SHA256:c"; !errors.As(second(g.Trust.Check(t.Context(), k)), &changed) {
			t.Errorf("a check accepts another key of %s", k.Host)
		}
	}
	insecure, err := settingsOf(t, Options{Insecure: true}, nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if g, f = openersOf(insecure); f.First(t.Context(), known.New{}) != nil || f.KnownHosts == nil || len(f.KnownHosts) != 0 || !g.TLS.InsecureSkipVerify {
		t.Errorf("without verification, sftp has %+v", f.Options)
	}
}

// second returns the second of two values.
func second[T any](_ T, err error) error { return err }
