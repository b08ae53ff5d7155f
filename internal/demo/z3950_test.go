package demo

import (
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/z3950"
	"github.com/earl-url/earl/views"
)

// G4: every text of the library is a record with its docid, and a search leads to its z39.50r URL. A
// picture is only described.
func TestZ3950HasTheLibrary(t *testing.T) {
	t.Parallel()
	s := started(t)
	client := open.New(open.Options{}, z3950.Opener{})
	for _, n := range s.library.things() {
		id := strings.TrimPrefix(n.path(), "/")
		v := views.Z3950{Host: earl.Octets("127.0.0.1"), Databases: []earl.Octets{z3950Database}, DocID: earl.Some(earl.Octets(id)), Syntaxes: []earl.Octets{"sutrs"}}
		_, port, _ := strings.Cut(s.sessionAddress(), ":")
		v.Port = earl.Some(earl.Octets(port))
		u, err := v.URL(earl.RFC1738)
		if err != nil {
			t.Fatal(err)
		}
		want := n.title() + "\n"
		if n.readable() {
			want = n.data
		}
		if body, _, err := openedURL(t, client, u); err != nil || body != want {
			t.Errorf("%s: %d bytes, %v, want %d", u, len(body), err, len(want))
		}
	}
	res, err := client.Open(t.Context(), earl.RFC1738.MustParse(s.URL("z39.50s", z3950Database)))
	if form, ok := res.(*open.Form); err != nil || !ok || len(form.About) == 0 || form.About[0].Name != "Server: earl demo" {
		t.Errorf("the form: %+v, %v", res, err)
	}
	u := earl.RFC1738.MustParse(s.URL("z39.50s", z3950Database+";x-search=visits;x-use=title"))
	_, entries, err := openedURL(t, client, u)
	if want := s.URL("z39.50r", z3950Database+"?tour.txt;rs=sutrs"); err != nil || len(entries) != 1 || entries[0].URL.String() != want {
		t.Errorf("%s finds %v, %v, want %s", u, entries, err, want)
	}
}

// openedURL opens a URL and returns the body of a document, or the entries of a listing.
func openedURL(t *testing.T, client *open.Client, u earl.URL) (body string, list []open.Entry, err error) {
	t.Helper()
	res, err := client.Open(t.Context(), u)
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		var b []byte
		b, err = io.ReadAll(res.Body)
		body = string(b)
	case *open.Listing:
		for e, err := range res.Entries {
			if err != nil {
				return "", list, err
			}
			list = append(list, e)
		}
	}
	return body, list, err
}
