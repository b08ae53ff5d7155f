package known_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/known"
)

var now = time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)

// key returns a certificate of a server with a digest, valid for some days.
func key(host, digest string, days int) known.Key {
	return known.Key{Scheme: "gemini", Host: host, Kind: "certificate", Digest: "SHA256:" + digest, Until: now.AddDate(0, 0, days)}
}

// trust returns a Trust on a file at the time now.
func trust(path string) *known.Trust {
	return &known.Trust{Store: &known.File{Path: path}, First: known.Accept, Now: func() time.Time { return now }}
}

// A note names what a key is.
func TestNotesNameTheKey(t *testing.T) {
	t.Parallel()
	k := key("h.test:22", "one", 10)
	k.Kind = "ssh-ed25519"
	if note, err := trust("").Check(t.Context(), k); err != nil || !strings.Contains(note, "its ssh-ed25519 key is SHA256:one") {
		t.Errorf("%q, %v", note, err)
	}
}

// G8: the first key is kept, the same key passes, and another is refused with both digests and the
// line, until the validity of the first has ended. In memory and in a file.
func TestFirstUse(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "earl", "known_keys")} {
		tr := trust(path)
		note, err := tr.Check(t.Context(), key("H.test.:1965", "one", 10))
		if err != nil || !strings.Contains(note, "first visit to H.test.:1965: its certificate is SHA256:one") {
			t.Fatalf("first: %q, %v", note, err)
		}
		if path != "" {
			tr = trust(path) // another program
		}
		if note, err := tr.Check(t.Context(), key("h.test:1965", "one", 10)); note != "" || err != nil {
			t.Errorf("the same: %q, %v", note, err)
		}
		_, err = tr.Check(t.Context(), key("h.test:1965", "two", 20))
		var changed *known.ChangedError
		if !errors.As(err, &changed) || !errors.Is(err, open.ErrConnect) {
			t.Fatalf("another: %v, want a ChangedError", err)
		}
		if _, again := open.Retryable(err); again {
			t.Error("another attempt cannot help")
		}
		want := []string{"SHA256:one", "SHA256:two"}
		if path != "" {
			want = append(want, path+", line 1", "delete that line")
		}
		for _, text := range want {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%q does not contain %q", err, text)
			}
		}
		if _, err := tr.Check(t.Context(), key("h.test:1966", "two", 20)); err != nil {
			t.Errorf("another port: %v", err)
		}
		tr.Now = func() time.Time { return now.AddDate(0, 0, 11) }
		note, err = tr.Check(t.Context(), key("h.test:1965", "two", 20))
		if err != nil || !strings.Contains(note, "is new: SHA256:two; the one before was SHA256:one and ended on 2026-12-06") {
			t.Errorf("after its end: %q, %v", note, err)
		}
		if _, err := tr.Check(t.Context(), key("h.test:1965", "one", 10)); !errors.As(err, &changed) {
			t.Errorf("the old one again: %v, want a ChangedError", err)
		}
	}
}

// A key is not kept if First refuses it, or if there is no First.
func TestNotAccepted(t *testing.T) {
	tr := trust("")
	tr.First = nil
	var unknown *known.UnknownError
	if _, err := tr.Check(t.Context(), key("h:1", "one", 1)); !errors.As(err, &unknown) || !errors.Is(err, open.ErrConnect) || !strings.Contains(err.Error(), "SHA256:one") {
		t.Errorf("without First: %v", err)
	}
	no := errors.New("no")
	tr.First = func(context.Context, known.New) error { return no }
	for range 2 {
		if _, err := tr.Check(t.Context(), key("h:1", "one", 1)); err != no {
			t.Errorf("refused: %v", err)
		}
	}
}

// A revoked key is refused even if it is kept too.
func TestRevoked(t *testing.T) {
	k := key("h:1", "one", 1)
	tr := &known.Trust{Store: store{{Key: k}, {Key: k, File: "f", Line: 7, Revoked: true}}, First: known.Accept}
	var changed *known.ChangedError
	if _, err := tr.Check(t.Context(), k); !errors.As(err, &changed) || !strings.Contains(err.Error(), "revoked in f, line 7") {
		t.Errorf("%v, want that it is revoked", err)
	}
	tr.Store = store{{Key: k, Revoked: true}}
	if note, err := tr.Check(t.Context(), key("h:1", "two", 1)); err != nil || note == "" {
		t.Errorf("another key than the revoked one: %q, %v, want a first visit", note, err)
	}
}

// store is a Store that cannot keep keys.
type store []known.Kept

func (s store) Find(known.Key) ([]known.Kept, error) { return s, nil }
func (s store) Add(known.Key) (string, error)        { return "", errors.New("full") }

// A key that cannot be kept is accepted, and the note says that it is not kept.
func TestNotKept(t *testing.T) {
	tr := &known.Trust{Store: store{}, First: known.Accept}
	if note, err := tr.Check(t.Context(), key("h:1", "one", 1)); err != nil || !strings.HasSuffix(note, "could not be kept: full") {
		t.Errorf("%q, %v", note, err)
	}
}

// Files of users: comments, a last line without a line end, and lines that are not keys.
func TestFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("# mine\n\ngemini h:1 certificate SHA256:one -")
	if _, err := trust(path).Check(t.Context(), key("g:1", "two", 1)); err != nil {
		t.Error(err)
	}
	text, _ := os.ReadFile(path)
	if want := "SHA256:one -\ngemini g:1 certificate SHA256:two 2026-11-27T00:00:00Z\n"; !strings.HasSuffix(string(text), want) {
		t.Errorf("the file is %q, want ... %q", text, want)
	}
	var changed *known.ChangedError
	if _, err := trust(path).Check(t.Context(), key("h:1", "two", 1)); !errors.As(err, &changed) || changed.Kept.Line != 3 {
		t.Errorf("%v, want line 3", err)
	}
	for _, bad := range []string{"x", "gemini h:1 certificate one -", "gemini h:1 certificate SHA256:one tomorrow", strings.Repeat("#", 4<<20+1)} {
		write(bad)
		if _, err := trust(path).Check(t.Context(), key("h:1", "one", 1)); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%.20q: %v, want an error with the file", bad, err)
		}
	}
	if note, err := trust(filepath.Join(t.TempDir(), "l")).Check(t.Context(), key("a b:1", "one", 1)); err != nil || !strings.Contains(note, "could not be kept") {
		t.Errorf("a host that is not a word: %q, %v", note, err)
	}
}

// FuzzFile: no text of a file makes a program fail, and what Add wrote is found.
func FuzzFile(f *testing.F) {
	f.Add("gemini h:1 certificate SHA256:one 2026-11-27T00:00:00Z\n", "h:1")
	f.Add("#\n\n", "H.:1")
	f.Fuzz(func(t *testing.T, text, host string) {
		path := filepath.Join(t.TempDir(), "k")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		file := &known.File{Path: path}
		k := key(host, "new", 1)
		if _, err := file.Find(k); err != nil {
			return
		}
		if _, err := file.Add(k); err != nil {
			return
		}
		if kept, err := file.Find(k); err != nil || len(kept) != 1 || kept[0].Digest != k.Digest {
			t.Errorf("after %q, the key of %q is %v, %v", text, host, kept, err)
		}
	})
}
