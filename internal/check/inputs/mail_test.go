package inputs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/check/inputs"
)

// G1: the link to a part comes when its message has ended, so that the parts are known.
func TestLinksToParts(t *testing.T) {
	const message = "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src=cid:a@h><a href=http://h/%d>x</a>\n--b\nContent-ID: <%s>\n\n--b--\n"
	text := "From a 12:30\n" + fmt.Sprintf(message, 1, "a@h") + "\nFrom b 12:31\n" + fmt.Sprintf(message, 2, "b@h")
	path := filepath.Join(t.TempDir(), "box.mbox")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := inputs.New([]string{path}, inputs.Options{Edition: earl.RFC3986})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for l, err := range in.Links(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		text := l.URL
		if id, ok := extract.ContentID(l.URL); ok {
			found, _ := l.Place.Base.Message.Find(id)
			text += fmt.Sprint(" ", found != nil)
		}
		got = append(got, text)
	}
	if want := "http://h/1, cid:a@h true, http://h/2, cid:a@h false"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}
