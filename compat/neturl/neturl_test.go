package neturl

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

func TestLosses(t *testing.T) {
	for _, row := range []struct {
		e    *earl.Edition
		in   string
		want []Loss
	}{
		{earl.RFC3986, "http://h/a?b#c", nil},
		{earl.RFC3986, "ftp://u:p@h:21/a/b", nil},
		{earl.RFC3986, "http://[::1]:80/", nil},
		{earl.RFC3986, "mailto:a@b", nil},
		{earl.RFC3986, "http://h/a%2Fb", []Loss{LossEscapes}},
		{earl.RFC3986, "http://h/#", []Loss{LossFragment}},
		{earl.Draft1996, "http://h/a;b", []Loss{LossParams}},
		{earl.Draft1996, "http://h:x/", []Loss{LossRefused}},
		{earl.Draft1996, "http://h?x/", []Loss{LossRefused}}, // another host
		{earl.RFC3986, "http://%41/", []Loss{LossRefused}},
		{earl.RFC3986, "HTTP://h/", []Loss{LossText}},
	} {
		u := row.e.MustParse(row.in)
		if got := Losses(u); !slices.Equal(got, row.want) {
			t.Errorf("Losses(%q) = %v, want %v", row.in, got, row.want)
		}
		n, err := To(u)
		if err != nil || len(row.want) > 0 {
			continue
		}
		if back, err := From(n, row.e); err != nil || back != u {
			t.Errorf("From(To(%q)) = %q, %v", row.in, back, err)
		}
	}
	if _, err := To(earl.Draft1996.MustParse("http://h?x/")); !errors.Is(err, ErrOther) {
		t.Errorf("To of another host: %v", err)
	}
}

// F3: an error of net/url quotes the text; that of this package does not.
func TestNoPassword(t *testing.T) {
	for _, in := range []string{"http://u:geheim@h:x/", "http://u:geheim@h?x/", "ftp://u:geheim%2F@%41/"} {
		_, err := To(earl.Draft1996.MustParse(in))
		if err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("To(%q): %v", in, err)
		}
	}
}

func ExampleTo() {
	n, err := To(earl.RFC3986.MustParse("http://host.dom/a%2Fb?c"))
	fmt.Println(n.Path, n.RawPath, err)
	// Output: /a/b /a%2Fb <nil>
}

func ExampleFrom() {
	n := &url.URL{Scheme: "http", Host: "host.dom", Path: "/a b"}
	u, err := From(n, earl.RFC3986)
	fmt.Println(u, err)
	// Output: http://host.dom/a%20b <nil>
}

func ExampleLosses() {
	fmt.Println(Losses(earl.RFC3986.MustParse("http://host.dom/a%2Fb")))
	fmt.Println(Losses(earl.RFC3986.MustParse("http://host.dom/a#")))
	// Output:
	// [escapes]
	// [fragment]
}
