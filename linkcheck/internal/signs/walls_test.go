package signs

import (
	nethttp "net/http"
	"testing"
)

// response returns a response that has the sign of a wall, except the part
// named by without.
func (w *wall) response(without string) (code int, fields nethttp.Header, title string, body []byte) {
	code, fields = 200, nethttp.Header{}
	if w.status != nil && without != "status" {
		code = w.status[len(w.status)-1]
	}
	if w.field != "" && without != "field" {
		fields.Set(w.field, "x "+w.value+" y")
	}
	if without != "title" && w.title != "" {
		title = w.title + " | h.example"
	}
	if without != "body" {
		body = []byte("<p>" + w.body + "</p>")
	}
	return code, fields, title, body
}

// Each row is a wall if all of its parts are present, and not a wall if one is
// missing.
func TestEveryWallHasItsSign(t *testing.T) {
	t.Parallel()
	for i := range walls {
		w := &walls[i]
		if w.field != "" && nethttp.CanonicalHeaderKey(w.field) != w.field {
			t.Errorf("row %d: the field %q is not in canonical form", i, w.field)
		}
		code, fields, title, body := w.response("")
		if !w.shows(code, fields, title, body) || Wall(code, fields, title, body) == "" {
			t.Errorf("row %d: %+v does not show", i, *w)
		}
		parts := map[string]bool{"status": w.status != nil, "field": w.field != "", "title": w.title != "", "body": w.body != ""}
		for part, needed := range parts {
			if code, fields, title, body := w.response(part); needed && w.shows(code, fields, title, body) {
				t.Errorf("row %d: %+v shows without its %s", i, *w, part)
			}
		}
	}
}
