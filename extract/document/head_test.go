package document

import "testing"

// A type that is certain from the first bytes does not change, whatever
// follows: it does not depend on the sizes of the reads.
func FuzzSniffPieces(f *testing.F) {
	for _, s := range []string{
		"From joe@h.org Fri Nov 11 18:50:00 1994\n", "From: a\r\nTo: b\r\n\r\n", "\uFEFF <!DOCTYPE html>", "<!-- ", "<body\n", "<b", "http://h/a\n", "X-A: b\n c\nDate: d\nTo: e",
		"Date: a\n\tb\r\nSubject:\n\n", "\r\nFrom: a", "FROM: a\nDate: b\n\n",
		"<?xml version='1.0'?>\n<!-- a --><!DOCTYPE html PUBLIC 'a' [<!ENTITY b 'c'>]><html>", "<rss version='2'>", "<a:b xmlns:a='c'/>", "<project\n xmlns='a'>", "<?xml?><svg/>", "<set x>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, sure := sniff(text, true)
		if !sure {
			t.Fatalf("sniff(%q) is not sure of the whole", text)
		}
		for i := range len(text) {
			if got, sure := sniff(text[:i], false); sure && got != want {
				t.Fatalf("sniff(%q) = %q, of the whole %q %q", text[:i], got, text, want)
			}
		}
	})
}
