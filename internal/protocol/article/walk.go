//go:build !planonly

package article

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"strings"
)

// ErrParts is the error of [Walk] for a message with too many parts.
var ErrParts = errors.New("the message has too many parts (Limits.Parts)")

// Walk calls f for each part of a message, in their order. h is the header of
// the message and r reads its body. A part that contains no other parts has a
// number from 1; so has a message without parts. A multipart has the number 0,
// and comes before its parts. Parts inside Limits.Depth others are not
// separated, and neither are those of an enclosed message: they belong to that
// message. The header of a part has the fields Content-*. Walk returns the
// error of f, [ErrParts], or an error if the message is broken. Source: rfc2045;
// rfc2046 5.1.
func Walk(h Header, r io.Reader, l Limits, f func(n int, h Header, r io.Reader) error) error {
	w := &walker{limits: l.effective(), f: f}
	return w.entity(h, r, 0)
}

// walker is one Walk.
type walker struct {
	limits Limits
	f      func(n int, h Header, r io.Reader) error
	n      int // the parts without parts so far
	all    int // the parts so far
}

// entity visits a message or a part, and its parts.
func (w *walker) entity(h Header, r io.Reader, depth int) error {
	if w.all++; w.all > w.limits.Parts {
		return fmt.Errorf("more than %d parts: %w", w.limits.Parts, ErrParts)
	}
	media, params := h.Type()
	sub, isMultipart := strings.CutPrefix(media, "multipart/")
	if !isMultipart || params["boundary"] == "" || depth == w.limits.Depth {
		w.n++
		return w.f(w.n, h, r)
	}
	if err := w.f(0, h, r); err != nil {
		return err
	}
	gate := &gate{r: r}
	parts := multipart.NewReader(gate, params["boundary"])
	for {
		gate.shut, gate.left = true, w.limits.Header+lookAhead
		p, err := parts.NextRawPart()
		gate.shut = false
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := w.entity(partHeader(p, sub), p, depth+1); err != nil {
			return err
		}
		io.Copy(io.Discard, p) // NextRawPart repeats an error
	}
}
