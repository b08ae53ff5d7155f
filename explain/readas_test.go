package explain_test

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
)

func TestReadAs(t *testing.T) {
	for _, test := range []struct{ text, url, want string }{
		{"http://h.example/", "http://h.example/", ""},
		{"h.example", "http://h.example", "read as http://h.example"},
		{"127.0.0.1:80/x", "http://127.0.0.1:80/x", "read as http://127.0.0.1:80/x"},
		{" http://h.example/ ", " http://h.example/ ", "read as http://h.example/"},
		{" http://h.example/a b", " http://h.example/a b", "read as http://h.example/a%20b (character 20: a space must be escaped as %20)"},
		{"http://u:secret@é.example/", "http://u:secret@é.example/", "read as http://u:xxxxx@xn--9ca.example/ (character 17: a byte above 0x7F is not US-ASCII and must be escaped)"},
	} {
		u, err := earl.Auto.Parse(test.url)
		if got := explain.ReadAs(test.text, u); err != nil || got != test.want {
			t.Errorf("ReadAs(%q) = %q, %v, want %q", test.text, got, err, test.want)
		}
	}
}
