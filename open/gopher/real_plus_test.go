package gopher_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/views"
)

// B26: the attributes of an item, all and those in the URL. The server does not
// understand names and sends the item itself.
func TestRealAttributes(t *testing.T) {
	p := peers.PyGopherd(t)
	text, err := read(t, gopher.Options{}, p.URL("0/pub/readme.txt%09%09!"))
	if err != nil {
		t.Fatal(err)
	}
	all := gopher.ParseAttributes(text)
	if len(all) != 1 {
		t.Fatalf("%d items in %q", len(all), text)
	}
	abstract, _ := all[0].Block("ABSTRACT")
	views := all[0].Views()
	if abstract.Text() != "What the file says." || len(views) != 1 || views[0].Type != "text/plain" || all[0].Changed().IsZero() {
		t.Errorf("abstract %q, views %v, changed %v", abstract.Text(), views, all[0].Changed())
	}
	text, err = read(t, gopher.Options{}, p.URL("0/pub/readme.txt%09%09!+KEYWORDS%20+SMELL"))
	if want := "+KEYWORDS:\r\n welcome lines\r\n"; text != want || err != nil {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
	if _, err := read(t, gopher.Options{}, p.URL("0/pub/readme.txt%09%09!+SMELL")); !errors.Is(err, open.ErrNotFound) {
		t.Errorf("no attribute of that name: %v, want ErrNotFound", err)
	}
	if _, err := read(t, gopher.Options{}, peers.Gophernicus(t).URL("0/pub/readme.txt%09%09!")); !errors.Is(err, open.ErrNotFound) {
		t.Errorf("a server without attributes: %v, want ErrNotFound", err)
	}
}

// B26: the items of a directory with their attributes, over TLS too.
func TestRealDirectory(t *testing.T) {
	p := peers.PyGopherd(t)
	all := entries(t, p.URL("1/pub%09%09$"))
	e, ok := all["readme"]
	if !ok || e.Type != "text/plain" || e.Time.IsZero() || e.URL.String() != p.URL("0/pub/readme.txt%09%09+") {
		t.Errorf("the item is %+v of %v", e, all)
	}
	if e, ok := all["+ABSTRACT What the file says."]; !ok || e.Kind != open.KindInfo {
		t.Errorf("the abstract is missing in %v", all)
	}
	if all := entries(t, p.URL("1/pub%09%09$+KEYWORDS")); len(all) == 0 || slices.ContainsFunc(keys(all), func(s string) bool { return strings.HasPrefix(s, "+A") }) {
		t.Errorf("only the keywords arrived: %v", all)
	}
	if all := entries(t, peers.Gophernicus(t).URL("1/pub%09%09$")); len(all) < 3 {
		t.Errorf("a server without attributes has a plain menu: %v", all)
	}
}

// keys returns the names of entries.
func keys(all map[string]open.Entry) (names []string) {
	for name := range all {
		names = append(names, name)
	}
	return names
}

// B8: the form of an item, and its answers. The server accepts no answers and
// sends the item, without a header.
func TestRealForm(t *testing.T) {
	p := peers.PyGopherd(t)
	form := "Note: About the file\nAsk: Who asks?\tnobody\nSelect: In full:1\n"
	if err := os.WriteFile(filepath.Join(p.Root, "pub/readme.txt.ask"), []byte(form), 0o644); err != nil {
		t.Fatal(err)
	}
	res, err := fetch(t, gopher.Options{}, p.URL("0/pub/readme.txt%09%09?"))
	if err != nil {
		t.Fatal(err)
	}
	f := res.(*open.Form)
	if len(f.Fields) != 3 || f.Fields[1].Default != "nobody" || f.Fields[2].Input != open.InputCheck {
		t.Fatalf("the questions are %+v", f.Fields)
	}
	u, err := f.Answer([]string{"", "me", "0"})
	if want := p.URL("0/pub/readme.txt%09%09+%091%0D%0A+-1%0D%0Ame%0D%0A0%0D%0A.%0D%0A"); u.String() != want || err != nil {
		t.Fatalf("Answer = %s, %v, want %s", u, err, want)
	}
	client := open.New(open.Options{Policy: open.Policy{Ask: true}}, gopher.Opener{})
	res, err = client.Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	if got, err := io.ReadAll(doc.Body); string(got) != peers.Files()["pub/readme.txt"] || err != nil || len(doc.Note) != 1 {
		t.Errorf("%q, %v, %q", got, err, doc.Note)
	}
	if _, err := views.ParseGopher(u); err != nil {
		t.Error(err)
	}
}
