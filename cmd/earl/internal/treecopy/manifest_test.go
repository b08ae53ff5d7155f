package treecopy

import (
	"os"
	"path/filepath"
	"testing"
)

// A list that ends inside a line, as after a full disk, is continued after its last whole
// line.
func TestHalfALineIsRemoved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"", ""}, {"{}\n", "{}\n"}, {"{}\n{\"pa", "{}\n"}, {"{\"pa", ""}, {"{}\n{}\n", "{}\n{}\n"},
	} {
		name := filepath.Join(t.TempDir(), "list")
		if err := os.WriteFile(name, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := endLine(f); err != nil {
			t.Errorf("%q: %v", tt.text, err)
		}
		f.Close()
		if got, _ := os.ReadFile(name); string(got) != tt.want {
			t.Errorf("%q: the list has %q, want %q", tt.text, got, tt.want)
		}
	}
}
