package prospero_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/prosperoline"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// FuzzOpen opens URLs whose server sends anything. Every resulting URL is
// absolute, parses as itself, has no password and is not a file. Only the
// requests for the views of places are sent.
func FuzzOpen(f *testing.F) {
	paths, _ := filepath.Glob("testdata/captures/*-s2c-*.bin")
	for _, path := range paths {
		b, _ := os.ReadFile(path)
		text := string(b[min(len(b), int(b[0])):])
		f.Add(text, text, "NONE-FOUND\n")
	}
	f.Add(readable, "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA 'x\ny'\n", "")
	f.Fuzz(func(t *testing.T, first, second, third string) {
		synctest.Test(t, func(t *testing.T) {
			answers := []string{first, second, third, "FAILURE NOT-FOUND"}
			n := &network{}
			n.answer = func(c *socket, b []byte) {
				if b[0] != 9 || b[4] != 1 {
					return
				}
				if request := string(b[9:]); strings.Count(request, "\n") > 5 || !strings.HasPrefix(request, "VERSION ") {
					t.Errorf("the client sent %q", request)
				}
				c.deliver(id(b, "\x03.."+answers[0]), 0)
				if len(answers) > 1 {
					answers = answers[1:]
				}
			}
			res, err := n.client(open.Options{}).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			if err != nil {
				return
			}
			switch res := res.(type) {
			case *open.Document:
				res.Body.Close()
			case *open.Referral:
				if len(res.Targets) == 0 {
					t.Error("a referral without targets")
				}
				for _, u := range res.Targets {
					sound(t, u)
				}
			case *open.Listing:
				for e, err := range res.Entries {
					if err != nil {
						break
					}
					sound(t, e.URL)
				}
			}
			if n.open > 0 {
				t.Errorf("%d sockets are open", n.open)
			}
		})
	})
}

// sound fails unless u parses as itself, has no password and is not that of a
// file.
func sound(t *testing.T, u earl.URL) {
	if u.IsZero() {
		return
	}
	again, err := u.Edition().Parse(u.String())
	if _, ok := u.Password(); err != nil || again != u || ok || u.Scheme() == "file" {
		t.Errorf("a URL %s: %v", u.Redacted(), err)
	}
}

// FuzzName lists one object. Its URL contains its name and no other, whatever
// the name is, and opening that URL requests that name. Source: A27, B33.
func FuzzName(f *testing.F) {
	f.Add("/pros/name", "0")
	f.Add("n", "0") // the directory itself
	f.Add("it's; a %00 = \x00 \xe9\n//../", "7")
	f.Fuzz(func(t *testing.T, name, version string) {
		synctest.Test(t, func(t *testing.T) {
			text := append(prosperoline.AppendToken([]byte("LINK L FILE x INTERNET-D H.EXAMPLE ASCII "), name), ' ')
			s := &server{window: 16, links: map[string]string{"n": string(prosperoline.AppendToken(text, version)) + "\n"}}
			l := bad{random: rand.New(rand.NewPCG(1, 1))}
			client := l.network(s).client(open.Options{})
			res, err := client.Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			if err != nil {
				t.Fatal(err)
			}
			for e, err := range res.(*open.Listing).Entries {
				if err != nil {
					t.Fatal(err)
				}
				v, err := views.ParseProspero(e.URL)
				if err != nil || string(v.HSOName) != name {
					t.Fatalf("%q became %s, and %q", name, e.URL, v.HSOName)
				}
				before := len(s.asked)
				_, err = client.Open(t.Context(), e.URL)
				var refusal *open.Refusal
				if errors.As(err, &refusal) {
					return // control bytes, or too long
				}
				request := s.asked[before] // the first, which requests the kind of the object
				words := words(lines(request)[2])
				if version == "" {
					version = "0"
				}
				if len(words) != 5 || words[3] != name || words[4] != version {
					t.Fatalf("%q, %q was requested with %q", name, version, request)
				}
			}
		})
	})
}
