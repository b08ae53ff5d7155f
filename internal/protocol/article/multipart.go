//go:build !planonly

package article

import (
	"errors"
	"io"
	"mime/multipart"
	"strings"
)

// multipart writes the parts of a multipart. Of alternatives it writes the
// first that is plain text. Source: rfc2046 5.1.
func (t *text) multipart(sub, boundary string, r io.Reader, depth int) error {
	if depth++; depth > t.limits.Depth {
		return t.remark("parts inside %d others are not shown (Limits.Depth)", t.limits.Depth)
	}
	alternative := strings.EqualFold(sub, "alternative")
	var left []string // alternatives that were not shown
	gate := &gate{r: r}
	parts := multipart.NewReader(gate, boundary)
	for n := 0; ; n++ {
		gate.shut, gate.left = true, t.limits.Header+lookAhead
		p, err := parts.NextRawPart()
		gate.shut = false
		switch {
		case t.source.err != nil:
			return t.source.err
		case errors.Is(err, ErrHeader):
			return t.remark("the header of a part is too long (Limits.Header); the rest is not shown")
		case err == io.EOF:
			if alternative && n > 0 && len(left) == n {
				return t.remark("the alternatives have no plain text: %s", strings.Join(left, ", "))
			}
			return nil
		case err != nil:
			return t.broken()
		}
		if t.parts++; t.parts > t.limits.Parts {
			return t.remark("more than %d parts: the rest is not shown (Limits.Parts)", t.limits.Parts)
		}
		h := partHeader(p, sub)
		if alternative {
			media, _ := h.Type()
			if len(left) < n || media != "text/plain" && !strings.HasPrefix(media, "multipart/") {
				left = append(left, media)
				io.Copy(io.Discard, p)
				continue
			}
		}
		if err := t.part(h, p, n > 0 && !alternative, depth); err != nil {
			return err
		}
		io.Copy(io.Discard, p) // a later read repeats an error
	}
}

// lookAhead is how much a reader of parts may read beyond a header.
const lookAhead = 8 << 10

// gate is the reader of a multipart. It is shut while a header is read: then it
// delivers at most left bytes, and ErrHeader after them.
type gate struct {
	r    io.Reader
	shut bool
	left int
}

func (g *gate) Read(p []byte) (int, error) {
	if !g.shut {
		return g.r.Read(p)
	}
	if g.left == 0 {
		return 0, ErrHeader
	}
	n, err := g.r.Read(p[:min(len(p), g.left)])
	g.left -= n
	return n, err
}

// part writes one part, separated from the one before it if apart is set.
func (t *text) part(h Header, p io.Reader, apart bool, depth int) error {
	if apart {
		if err := t.out.print("\n"); err != nil {
			return err
		}
	}
	return t.entity(h, p, depth)
}

// partHeader returns the header of a part. The parts of a digest are messages
// if their header has no type. Source: rfc2046 5.1.5.
func partHeader(p *multipart.Part, sub string) Header {
	var h Header
	for _, name := range [...]string{"Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "Content-ID"} {
		if value := p.Header.Get(name); value != "" {
			h = append(h, Field{name, value})
		}
	}
	if h.Get("Content-Type") == "" && strings.EqualFold(sub, "digest") {
		h = append(h, Field{"Content-Type", "message/rfc822"})
	}
	return h
}
