package replay

import "testing"

func TestIsChunkSize(t *testing.T) {
	for text, want := range map[string]bool{
		"5\r\nhello":            true,
		"1aF ;name=\"x\"\r\n":   true,
		"5 \nhello":             true,
		"0\r\n\r\n":             true,
		"ffffffffffffffff\r\n":  true,
		"10000000000000000\r\n": false,
		"hello\r\n":             false,
		"+5\r\n":                false,
		"5":                     false,
		"":                      false,
		"\r\n":                  false,
	} {
		if got := isChunkSize([]byte(text)); got != want {
			t.Errorf("isChunkSize(%q) = %v, want %v", text, got, want)
		}
	}
}
