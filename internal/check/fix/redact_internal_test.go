package fix

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// A printed diff has no passwords, in context lines and in changed ones.
func TestDiffSecrets(t *testing.T) {
	for _, text := range []string{
		"[a](http://u:s3cret@h/) b\n", "see http://u:s3cret@h/x, ok\n", "u:s3cret@h\n",
		`<a href="http://u:s3cret@h/">` + "\n", `<a href='http://u:s3cret&#64;h/'>` + "\n", "ftp://u:s3cret(x@h",
	} {
		got, n := appendLines(nil, ' ', []byte(text))
		if strings.Contains(string(got), "s3cret") || !strings.Contains(string(got), earl.Hidden) || n != 1 {
			t.Errorf("%q: the diff has %q", text, got)
		}
	}
	const plain = "a mail@x.org, [b](https://h/@me) `c: d` <e f=\"g\">\n"
	if got, _ := appendLines(nil, '+', []byte(plain)); string(got) != "+"+plain {
		t.Errorf("got %q, want it unchanged", got)
	}
}
