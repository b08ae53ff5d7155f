package document_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// panicking is an edition that makes every reader panic at "boom:x".
func panicking() *earl.Edition {
	return earl.RFC3986.With(earl.Scheme{Name: "boom", Check: func(string) (int, int, earl.Rule) { panic("no reader expects this") }})
}

// A reader that panics causes an error of its document, after the matches
// before it.
func TestPanicIsAnErrorOfTheDocument(t *testing.T) {
	for _, kind := range document.Types() {
		if kind == document.CSS {
			continue // it has no text, whose schemes an edition checks
		}
		text := "http://h/ boom:x"
		if kind == document.Mail || kind == document.Mbox {
			text = "Subject: <http://h/>\n\nboom:x"
		}
		found, last := 0, error(nil)
		for m, err := range document.URLs(strings.NewReader(text), document.Source{Type: kind}, extract.Options{Edition: panicking()}) {
			if last = err; err == nil && m.URL == "http://h/" {
				found++
			}
		}
		var p *document.PanicError
		if !errors.As(last, &p) || p.Type != kind || p.Value != "no reader expects this" || !strings.Contains(p.Where, ".go:") {
			t.Errorf("%s: the last error is %v", kind, last)
		}
		if found == 0 {
			t.Errorf("%s: no match before the panic", kind)
		}
	}
}

// A panic of the caller's loop is not recovered, and a loop that has ended gets
// no error.
func TestPanicOfTheLoopGoesOn(t *testing.T) {
	func() {
		defer func() {
			if recover() != "mine" {
				t.Error("the panic of the loop is lost")
			}
		}()
		for range document.URLs(strings.NewReader("http://h/"), document.Source{}, extract.Options{}) {
			panic("mine")
		}
	}()
	for range document.URLs(io.MultiReader(strings.NewReader("http://h/ boom:x")), document.Source{}, extract.Options{Edition: panicking()}) {
		break
	}
}
