package request

import (
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// B23: net/url writes the target unchanged, or setTarget reports that it does
// not.
func TestSetTarget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, search string // without "?" the query is absent
		want         bool
	}{
		{"/a|b\"^`{}", "", true},
		{"/%zz", "?%", true},
		{"/http://x/", "?http://y", true},
		{"//x/%2F", "?", true},
		{"//x|y", "", false},
		{"//x%zz", "", false},
		{"//%7e~", "?a b", true},
	} {
		u := &url.URL{Scheme: "http", Host: "h.example:80"}
		search, present := strings.CutPrefix(tt.search, "?")
		target := tt.path + tt.search
		got := setTarget(u, tt.path, earl.Field{Value: earl.Octets(search), Present: present}, target)
		if got != tt.want || got && u.RequestURI() != target {
			t.Errorf("setTarget(%q, %q) = %v, and %q is sent", tt.path, tt.search, got, u.RequestURI())
		}
	}
}
