package transfer

import (
	"bytes"
	"errors"
	"io"
	"mime"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/internal/rdap"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// stdout writes a document to stdout.
func (t *Transfer) stdout(d *open.Document) error {
	if term.Is(t.r.o.Stdout) && t.r.o.Output != "-" {
		return t.show(d)
	}
	n, err := io.Copy(console.Sink(t.r.o.Stdout), d.Body)
	t.done += n
	return t.copyError(t.r.o.Stdout, err)
}

// show writes a document to the terminal, without characters that control it.
func (t *Transfer) show(d *open.Document) error {
	switch media, _, _ := mime.ParseMediaType(d.Type); media {
	case "message/rfc822":
		return t.showMessage(d)
	case "text/gemini":
		n, err := console.Gemtext(t.r.o.Stdout, d.Body, d.URL, term.Painter{On: term.Colours(t.r.o.Stdout)})
		t.done += n
		return err
	}
	if rdap.Is(d.Type) {
		if shown, err := t.showObject(d); shown {
			return err
		}
	}
	head := make([]byte, 1024)
	n, err := io.ReadFull(d.Body, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	head = head[:n]
	if bytes.IndexByte(head, 0) >= 0 {
		return console.Local(errors.New("cannot write binary data to a terminal; use -O or -o FILE, or write it with -o -"))
	}
	w := term.NewWriter(t.r.o.Stdout)
	if _, err := w.Write(head); err != nil {
		return console.Local(err)
	}
	m, err := io.Copy(w, d.Body)
	t.done += int64(n) + m
	if err != nil {
		return err
	}
	return console.Local(w.Close())
}

// showMessage writes a mail or news message to the terminal, decoded.
func (t *Transfer) showMessage(d *open.Document) error {
	w := term.NewWriter(t.r.o.Stdout)
	if err := article.WriteText(w, d.Body, article.Limits{}); err != nil {
		return err
	}
	return console.Local(w.Close())
}

// showObject writes an RDAP response to the terminal, as lines of text. If it cannot be read, the
// document is unchanged.
func (t *Transfer) showObject(d *open.Document) (shown bool, err error) {
	text, err := io.ReadAll(io.LimitReader(d.Body, rdap.MaxSize+1))
	object, bad := rdap.Read(bytes.NewReader(text))
	if err != nil || bad != nil {
		d.Body = rest{io.MultiReader(bytes.NewReader(text), d.Body), d.Body}
		return false, nil
	}
	t.done += int64(len(text))
	w := term.NewWriter(t.r.o.Stdout)
	if err := object.WriteText(w); err != nil {
		return true, console.Local(err)
	}
	return true, console.Local(w.Close())
}
