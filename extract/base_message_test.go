package extract_test

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// G1; rfc2392 2: a cid URL means a part of the message of its document, or else of one that
// encloses it.
func TestPart(t *testing.T) {
	outer := &extract.Message{ID: "outer@h"}
	outer.AddPart("logo@h")
	outer.AddPart("")
	inner := &extract.Message{ID: "in/ner@h", Within: outer}
	inner.AddPart("dot%@h")
	unnamed := &extract.Message{}
	unnamed.AddPart("a")
	for _, row := range []struct {
		in        *extract.Message
		ref, want string
	}{
		{inner, "cid:dot%25@h", "mid:in%2Fner@h/dot%25@h"},
		{inner, "CID:logo@h", "mid:outer@h/logo@h"},
		{inner, "cid:none@h", "mid:in%2Fner@h/none@h"},
		{inner, "cid:LOGO@h", "mid:in%2Fner@h/LOGO@h"},
		{unnamed, "cid:a", "cid:a"},
		{inner, "cid:", "cid:"},
		{nil, "cid:a", "cid:a"},
		{inner, "mid:a@b", "mid:a@b"},
		{inner, "x.gif", "http://h/x.gif"},
	} {
		b := extract.BaseOf(earl.RFC3986.MustParse("http://h/a"))
		b.Message = row.in
		if u, err := b.Resolve(earl.RFC3986, row.ref); err != nil || u.String() != row.want {
			t.Errorf("Resolve(%q) = %s, %v, want %s", row.ref, u, err, row.want)
		}
	}
	if in, sure := inner.Find("none@h"); in != nil || !sure {
		t.Errorf("Find = %v, %v, want a part that is surely missing", in, sure)
	}
	outer.Unread()
	if in, sure := inner.Find("none@h"); in != nil || sure {
		t.Errorf("Find = %v, %v, want a part that may be in the rest", in, sure)
	}
	if in, _ := inner.Find("dot%@h"); in != inner {
		t.Errorf("Find = %v, want the inner message", in)
	}
}

func ExampleBase_Part() {
	m := &extract.Message{ID: "message@example.org"}
	u, ok := extract.Base{Message: m}.Part(earl.RFC3986, "cid:picture@example.org")
	fmt.Println(u, ok)
	// Output: mid:message@example.org/picture@example.org true
}
