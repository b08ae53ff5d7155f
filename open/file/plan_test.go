//go:build unix

package file_test

import (
	"errors"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
)

// B15, B16, G11: the plan names the file and does not read it. A URL that is
// not that of a local file is refused as by Open.
func TestPlan(t *testing.T) {
	for _, row := range []struct{ in, path, guard string }{
		{"file:///no/such/file", "/no/such/file", ""},
		{"file://localhost/a%20b/%2Fc", "", open.GuardNativePath},
		{"file://localhost/a%20b", "/a b", ""},
		{"file://otherhost.test/etc/motd", "", open.GuardFileHost},
		{"file:///a%00b", "", open.GuardNativePath},
	} {
		p, err := file.Opener{}.Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(row.in)}})
		var refusal *open.Refusal
		if errors.As(err, &refusal) != (row.guard != "") || refusal != nil && refusal.Name != row.guard {
			t.Errorf("Plan(%q) = %v, want the guard %q", row.in, err, row.guard)
		}
		if err == nil && (p.Effect != open.EffectReads || p.Path != row.path || len(p.Steps) > 0 || p.Server != "") {
			t.Errorf("Plan(%q) = %+v, want the path %q", row.in, p, row.path)
		}
	}
}
