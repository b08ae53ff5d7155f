package finger_test

import (
	"io"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/finger"
)

// rfc1288 2.3: a real in.fingerd accepts each kind of request.
func TestRealRequests(t *testing.T) {
	t.Parallel()
	p := peers.Fingerd(t)
	client := open.New(open.Options{}, finger.Opener{})
	defer client.Close()
	for path, want := range map[string]string{
		"":                "asked:",
		"joe":             "asked: <joe>",
		"joe%20ann":       "asked: <joe> <ann>",
		"%2FW%20joe":      "asked: <-l> <joe>",
		"caf%C3%A9":       "asked: <caf\u00e9>",
		"a;b?c&d=e%27%22": "asked: <a;b?c&d=e'\">",
	} {
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse(p.URL(path)))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		doc := res.(*open.Document)
		text, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		if want += "\nPlan:\n^[[2Jnone\n"; err != nil || string(text) != want {
			t.Errorf("the answer to %q is %q, %v, want %q", path, text, err, want)
		}
	}
}
