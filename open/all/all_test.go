package all_test

import (
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
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
