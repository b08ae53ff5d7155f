package linkcheck

import (
	"strings"
	"testing"
)

// A 304 is no redirect: the message does not miss a Location. Source: rfc9110 15.4.5.
func TestVerdictOfNotModified(t *testing.T) {
	t.Parallel()
	if v := verdictOfStatus(304); v.status != Broken || strings.Contains(v.message, "Location") {
		t.Errorf("304: %v, %s", v.status, v.message)
	}
}
