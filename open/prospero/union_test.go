package prospero_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/prospero"
)

// linkTo returns the line of a link of a kind, "L FILE" or "U DIRECTORY".
func linkTo(kind, name string) string {
	return fmt.Sprintf("LINK %s %s INTERNET-D H.EXAMPLE ASCII %s 0\n", kind, name, name)
}

// B17: the entries of a union link replace it. Earlier entries hide later ones with the same name.
// A directory that cannot be read is marked, and none appears twice.
// Source: section 6.
func TestUnions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{window: 16, links: map[string]string{
			"n":     linkTo("L FILE", "a") + linkTo("U DIRECTORY", "u") + linkTo("L FILE", "b") + linkTo("U DIRECTORY", "n") + linkTo("U DIRECTORY", "none") + linkTo("U DIRECTORY", "u") + linkTo("L FILE", "a"),
			"u":     linkTo("L FILE", "c") + linkTo("L FILE", "a") + linkTo("U DIRECTORY", "v") + linkTo("L FILE", "b"),
			"v":     linkTo("L FILE", "d") + linkTo("U DIRECTORY", "u") + "LINK L FILE b INTERNET-D H.EXAMPLE ASCII of-v 0\n",
			"moved": "FORWARDED INTERNET-D H.EXAMPLE ASCII v 0\n",
		}}
		l := bad{random: rand.New(rand.NewPCG(1, 1))}
		client := l.network(s).client(open.Options{})
		got := report(t.Context(), client, earl.RFC1738.MustParse("prospero://h.example/n"))
		var names []string
		for line := range strings.Lines(got) {
			if fields := strings.Fields(line); strings.HasPrefix(line, "\t\"") {
				names = append(names, fields[0]+"="+fields[1])
			}
		}
		const want = `"a"=prospero://h.example/a "c"=prospero://h.example/c "d"=prospero://h.example/d "b"=prospero://h.example/of-v "b"=prospero://h.example/b "none"=prospero://h.example/none "a"=prospero://h.example/a`
		if got := strings.Join(names, " "); got != want {
			t.Errorf("entries %s\nwant    %s", got, want)
		}
		if !strings.Contains(got, "could not be read: FAILURE NOT-A-DIRECTORY") {
			t.Errorf("no word of the union that failed in %s", got)
		}
		s.links["n"] = linkTo("U DIRECTORY", "moved")
		if got := report(t.Context(), client, earl.RFC1738.MustParse("prospero://h.example/n")); !strings.Contains(got, `"d"`) || !strings.Contains(got, "note forwarded to prospero://h.example/v") {
			t.Errorf("a union that has moved: %s", got)
		}
	})
}

// Union links that nest without end, or refer to ever more directories, end at a limit.
func TestUnionLimits(t *testing.T) {
	for _, test := range []struct {
		name string
		s    *server
		want string
		most int // requests
	}{
		{"depth", &server{}, "more than 8 nested union links", 10},
		{"number", &server{}, "more than 200 united directories", 202},
	} {
		synctest.Test(t, func(t *testing.T) {
			test.s.window = 16
			test.s.links = map[string]string{"n": ""}
			for i := range 300 {
				name := fmt.Sprintf("n%d", i)
				if test.name == "depth" {
					test.s.links[name] = linkTo("L FILE", "f"+name) + linkTo("U DIRECTORY", fmt.Sprintf("n%d", i+1))
				} else {
					test.s.links["n"] += linkTo("U DIRECTORY", name)
					test.s.links[name] = linkTo("L FILE", "f"+name)
				}
			}
			if test.name == "depth" {
				test.s.links["n"] = linkTo("U DIRECTORY", "n0")
			}
			l := bad{random: rand.New(rand.NewPCG(1, 1))}
			n := l.network(test.s)
			res, err := n.client(open.Options{}).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			if err != nil {
				t.Fatal(err)
			}
			said := ""
			for e, err := range res.(*open.Listing).Entries {
				if err != nil {
					t.Fatal(err)
				}
				said += strings.Join(e.Note, " ")
			}
			if !strings.Contains(said, test.want) || len(test.s.asked) > test.most {
				t.Errorf("%s: %d requests, notes %q, want %q", test.name, len(test.s.asked), said[:min(len(said), 300)], test.want)
			}
			if n.open > 0 {
				t.Errorf("%s: %d sockets are open", test.name, n.open)
			}
		})
	}
}

// Stopping inside a union ends the directories around it; so do the limit of entries and ctx.
func TestUnionEnds(t *testing.T) {
	links := map[string]string{
		"n": linkTo("L FILE", "a") + linkTo("U DIRECTORY", "u") + linkTo("L FILE", "z"),
		"u": linkTo("L FILE", "c") + linkTo("L FILE", "d"),
	}
	for _, test := range []struct {
		policy limits
		stop   string
		want   string
		is     error
	}{
		{limits{}, "c", "a c", nil},
		{limits{policy: open.Policy{Entries: 2}}, "", "a c", open.ErrCut},
		{limits{opts: prospero.Options{Packets: 1}}, "", "a c d z", nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := bad{random: rand.New(rand.NewPCG(1, 1))}
			n := l.network(&server{window: 16, links: links})
			res, err := n.limited(test.policy).Open(t.Context(), earl.RFC1738.MustParse("prospero://h.example/n"))
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for e, eerr := range res.(*open.Listing).Entries {
				if err = eerr; err != nil {
					break
				}
				if names = append(names, e.Name); e.Name == test.stop {
					break
				}
			}
			if got := strings.Join(names, " "); got != test.want || !errors.Is(err, test.is) {
				t.Errorf("entries %s, %v, want %s, %v", got, err, test.want, test.is)
			}
			if n.open > 0 {
				t.Errorf("%d sockets are open", n.open)
			}
		})
	}
}

// B17: a probe requests only the attributes.
func TestProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{window: 16, links: map[string]string{"dir": "NONE-FOUND\n"}, objects: map[string]string{
			"file": readable + "ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '29 bytes'\n",
		}}
		l := bad{random: rand.New(rand.NewPCG(1, 1))}
		client := l.network(s).client(open.Options{})
		for _, test := range []struct {
			name string
			kind open.Kind
			size int64
			is   error
		}{{"file", open.KindReferral, 29, nil}, {"dir", open.KindListing, -1, nil}, {"none", "", 0, open.ErrNotFound}} {
			m, err := client.Probe(t.Context(), earl.RFC1738.MustParse("prospero://h.example/"+test.name))
			if m.Kind != test.kind || m.Size != test.size || !errors.Is(err, test.is) {
				t.Errorf("Probe of %s = %+v, %v", test.name, m, err)
			}
		}
		if len(s.asked) != 3 {
			t.Errorf("%d requests, want 3", len(s.asked))
		}
	})
}
