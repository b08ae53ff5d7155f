package html

import (
	"strings"
	"testing"
)

// The query of a link has the encoding of its page, as browsers request it; path and fragment
// have UTF-8.
func TestQueriesHaveTheEncodingOfThePage(t *testing.T) {
	for _, tt := range []struct{ charset, link, want string }{
		{"windows-1251", "\xF1.html?q=\xEF\xF0#\xF1", "с.html?q=%EF%F0#с"},
		{"windows-1251", "http://h.example/?q=\xEF", "http://h.example/?q=%EF"},
		{"windows-1251", "gopher://h.example/?q=\xEF", "gopher://h.example/?q=п"},
		{"windows-1251", "?q=&#x4E2D;", "?q=%26%2320013%3B"},
		{"windows-1251", "?q=a%20b", "?q=a%20b"},
		{"shift_jis", "?q=\x93\xFA", "?q=%93%FA"},
		{"shift_jis", "?q=\x83A", "?q=%83A"},
		{"gbk", "?\xD6\xD0", "?%D6%D0"},
		{"utf-8", "?q=п", "?q=п"},
		{"", "?q=п", "?q=п"},
		{"", "?q=\xE9", "?q=%E9"}, // windows-1252
	} {
		page := "<a href='" + tt.link + "'>x</a>"
		if tt.charset != "" {
			page = "<meta charset=" + tt.charset + ">" + page
		}
		var got []string
		for m, err := range URLs(strings.NewReader(page), Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, m.URL)
		}
		if len(got) != 1 || got[0] != tt.want {
			t.Errorf("%s: %q: %q, want %q", tt.charset, tt.link, got, tt.want)
		}
	}
}
