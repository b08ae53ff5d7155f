package linkcheck_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

// G8: a link whose URL contains its content is good if it can be decoded. Nothing is opened, even
// if the content is longer than the opener's limit.
func TestContentOfLinks(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		url           string
		auto, rfc3986 linkcheck.Status
	}{
		{"data:,", linkcheck.OK, linkcheck.OK},
		{"data:text/html,%3Ca%20href=%22none%22%3E", linkcheck.OK, linkcheck.OK},
		{"data:image/gif;base64,R0lGODlh", linkcheck.OK, linkcheck.OK},
		{"data:image/gif;base64,R0lGODlhAQ", linkcheck.OK, linkcheck.Invalid}, // a browser adds the padding
		{"data:image/gif;base64,R0lG*DlhAQ", linkcheck.Invalid, linkcheck.Invalid},
		{"data:text/plain", linkcheck.Invalid, linkcheck.Invalid},
		{"data:," + strings.Repeat("a", 2<<20), linkcheck.OK, linkcheck.OK},
	} {
		for _, offline := range []bool{false, true} {
			for e, want := range map[*earl.Edition]linkcheck.Status{earl.Auto: row.auto, earl.RFC3986: row.rfc3986} {
				o := quick(t)
				o.Edition, o.Offline = e, offline
				list, _ := run(t, o, linked(row.url))
				if len(list) != 1 || list[0].Status != want || len(list[0].URL) > 40 {
					t.Errorf("%.40s: %q, want %s", row.url, lines(list), want)
				}
			}
		}
	}
}
