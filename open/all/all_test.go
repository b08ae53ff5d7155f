package all_test

import (
	"slices"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/telnet"
)

// No two openers have the same scheme, which would panic.
func TestOpenersFitTogether(t *testing.T) {
	c := open.New(open.Options{}, all.Openers()...)
	defer c.Close()
	for _, o := range all.Openers() {
		for _, scheme := range o.Schemes() {
			if !c.Opens(scheme) {
				t.Errorf("the client does not open %s", scheme)
			}
		}
	}
}

// The caller's own openers replace those with the same schemes, whether the type
// is a pointer or not.
func TestOwnOpenersReplaceOthers(t *testing.T) {
	web, session := new(http.Opener), telnet.Opener{Options: telnet.Options{Terminal: "own"}}
	list := all.Openers(web, session)
	open.New(open.Options{}, list...) // panics if two have the same scheme
	if want := len(all.Openers()); len(list) != want {
		t.Errorf("%d openers, want %d", len(list), want)
	}
	for _, own := range []open.Opener{web, session} {
		if !slices.Contains(list, own) {
			t.Errorf("%T is missing", own)
		}
	}
}
