package destination

import (
	"os"
	"testing"
)

// rfc1738 3.10: the names of this machine.
func TestIsNameOf(t *testing.T) {
	for _, row := range []struct {
		host, name string
		want       bool
	}{
		{"box", "box", true},
		{"BOX.", "box", true},
		{"box.example.org", "box.example.org", true},
		{"box", "box.example.org", true},
		{"box.example.org", "box", false}, // the domain is not known
		{"box.example.com", "box.example.org", false},
		{"", "", false},
		{"", "box", false},
		{"org", "box.example.org", false},
	} {
		if got := isNameOf(row.host, row.name); got != row.want {
			t.Errorf("isNameOf(%q, %q) = %v", row.host, row.name, got)
		}
	}
	if name, err := os.Hostname(); err == nil && name != "" && !IsThisMachine(name) {
		t.Errorf("%q is not this machine", name)
	}
	if IsThisMachine("otherhost.test") {
		t.Error("otherhost.test is this machine")
	}
}
