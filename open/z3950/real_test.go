package z3950_test

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/z3950"
)

// opened opens a URL with the openers' default options and others.
func opened(t *testing.T, o z3950.Options, url string) (open.Resource, error) {
	t.Helper()
	client := open.New(open.Options{}, z3950.Opener{Options: o})
	t.Cleanup(func() { client.Close() })
	return client.Open(t.Context(), earl.RFC3986.MustParse(url))
}

// bodyOf returns the body of a document.
func bodyOf(t *testing.T, o z3950.Options, url string) string {
	t.Helper()
	res, err := opened(t, o, url)
	if err != nil {
		t.Errorf("%s: %v", url, err)
		return ""
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Errorf("%s is a %T", url, res)
		return ""
	}
	text, err := io.ReadAll(doc.Body)
	doc.Body.Close()
	if err != nil {
		t.Errorf("%s: %v", url, err)
	}
	return string(text)
}

// entriesOf returns the entries of a listing.
func entriesOf(t *testing.T, o z3950.Options, url string) (list []open.Entry) {
	t.Helper()
	res, err := opened(t, o, url)
	if err != nil {
		t.Errorf("%s: %v", url, err)
		return nil
	}
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Errorf("%s: %v", url, err)
		}
		list = append(list, e)
	}
	return list
}

// G4: a real yaz-ztest, whose records have each syntax, whose responses have indefinite lengths, and
// which finds as many records as the docid says.
func TestRealYaz(t *testing.T) {
	t.Parallel()
	p := peers.YazZtest(t)
	base := strings.Replace(p.URL("Default"), "z39.50s", "z39.50r", 1)
	for end, want := range map[string]string{
		"?1":                       "245 10 $a How to program a computer\n",
		"?1;rs=usmarc":             "00366nam  22001698a 4500\n001    11224466 \n003 DLC\n",
		"?1;esn=F;rs=nosuch+sutrs": "This is dummy SUTRS record number 1",
		"?1;rs=xml":                `<leader>00366nam a22001698a 4500</leader>`,
	} {
		if got := bodyOf(t, z3950.Options{}, base+end); !strings.Contains(got, want) {
			t.Errorf("%s is %q, without %q", end, got, want)
		}
	}
	list := entriesOf(t, z3950.Options{Records: 25}, p.URL("Default;x-search=99"))
	if len(list) != 25 || list[3].Name != "The Computer Bible, <1973-c1980 >" {
		t.Errorf("%d entries, the fourth is %q", len(list), list[min(len(list)-1, 3)].Name)
	}
	if got := bodyOf(t, z3950.Options{}, list[3].URL.String()); !strings.Contains(got, "245 04 $a The Computer Bible") {
		t.Errorf("%v is %q", list[3].URL, got)
	}
	for url, class := range map[string]open.Class{
		base + "?0": open.ClassNotFound,
		base + "?2": open.ClassNotFound, // two records
		strings.Replace(base, "Default", "no?1", 1): open.ClassNotFound, // diagnostic 109
		p.URL("Default;x-search=3;x-record=4"):      open.ClassNotFound,
		p.URL("Default;x-search=1;rs=html"):         open.ClassServer, // diagnostic 239
		p.URL("Default;x-search=1;rs=grs-1"):        open.ClassUnsupported,
	} {
		if _, err := opened(t, z3950.Options{}, url); open.ClassOf(err) != class {
			t.Errorf("%s: %v is %v, want %v", url, err, open.ClassOf(err), class)
		}
	}
}

// yaz-marcdump prints each record of yaz-ztest as the opener shows it, except for bytes that are not
// ASCII.
func TestRealMarcdump(t *testing.T) {
	t.Parallel()
	program := peers.Program(t, "yaz-marcdump")
	p := peers.YazZtest(t)
	file := filepath.Join(t.TempDir(), "record")
	for _, e := range entriesOf(t, z3950.Options{Records: 40}, p.URL("Default;x-search=40;rs=usmarc")) {
		shown := bodyOf(t, z3950.Options{}, e.URL.String())
		if err := os.WriteFile(file, []byte(bodyOf(t, z3950.Options{Raw: true}, e.URL.String())), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, "-i", "marc", "-o", "line", file).Output()
		if want := strings.TrimSuffix(string(out), "\n"); err != nil || shown != want {
			t.Errorf("%v is shown as\n%s\nand yaz-marcdump prints\n%s\n%v", e.URL, shown, want, err)
		}
	}
}

// G4: a real zebrasrv searches for words, phrases and the beginnings of words, and lists its index.
func TestRealZebra(t *testing.T) {
	t.Parallel()
	p := peers.Zebra(t)
	for words, want := range map[string]string{
		"computers":             "a.txt c.txt",
		"old%20maps":            "b.txt c.txt",
		"old%20computers":       "c.txt",
		"comp*":                 "a.txt c.txt",
		"%22and%20computers%22": "a.txt",
		"nothing":               "",
	} {
		var names []string
		for _, e := range entriesOf(t, z3950.Options{}, p.URL("Default;x-search="+words)) {
			body := bodyOf(t, z3950.Options{}, e.URL.String())
			for name, text := range peers.ZebraTexts() {
				if strings.Contains(body, text) {
					names = append(names, name)
				}
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s finds %q, want %q", words, got, want)
		}
	}
	terms := entriesOf(t, z3950.Options{Records: 3}, p.URL("Default;x-scan=com"))
	var names []string
	for _, e := range terms {
		names = append(names, e.Name)
	}
	if got := strings.Join(names, " "); got != "Commuters (1) Comparing (1) computers (2) More terms" {
		t.Fatalf("the index is %q", got)
	}
	if hits := entriesOf(t, z3950.Options{}, terms[2].URL.String()); len(hits) != 2 {
		t.Errorf("%v finds %d records, want 2", terms[2].URL, len(hits))
	}
	if more := entriesOf(t, z3950.Options{Records: 3}, terms[3].URL.String()); len(more) != 4 || more[0].Name != "computers (2)" {
		t.Errorf("%v is %v", terms[3].URL, more)
	}
	docID := strings.Replace(p.URL("Default?1"), "z39.50s", "z39.50r", 1)
	var d *z3950.Error
	if _, err := opened(t, z3950.Options{}, docID); !errors.As(err, &d) || d.Code != 114 || open.ClassOf(err) != open.ClassServer {
		t.Errorf("the search for a docid: %v, want diagnostic 114", err)
	}
	res, err := opened(t, z3950.Options{DocIDUse: 1016}, strings.Replace(docID, "?1", "?commuters", 1))
	if err != nil || !strings.Contains(strings.Join(res.Info().Note, " "), "Use attribute 1016") {
		t.Errorf("the search for a docid in another index: %v", err)
	}
}
