package nntp

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// heads is the source for a server without an overview: it requests the header
// of each article.
type heads struct {
	s       *session
	numbers []int64    // the existing numbers; nil: all of the range
	at      counts     // the remaining range
	unread  []overview // lines of LISTGROUP that are no numbers
}

// heads requests the numbers of the articles in a range. If the server has no
// LISTGROUP, or cannot list a range, each number is requested.
// Source: rfc3977 6.1.2, 6.2.2.
func (s *session) heads(ctx context.Context, c counts) (*heads, error) {
	h := &heads{s: s, at: c}
	r, err := s.ask(ctx, "LISTGROUP")
	if err != nil || r.Code != codeGroup {
		if most := int64(s.Req.Policy.Entries); c.high-c.low >= most {
			h.at.low = c.high - most + 1
			s.note("the server cannot list its articles: the last %d numbers were requested (Policy.Entries)", most)
		}
		return h, err
	}
	h.numbers = []int64{}
	for most, at := s.Req.Policy.Entries, 1; ; at++ {
		line, ok, err := s.Next(wire.Limit{Octets: s.Req.Policy.ReplyLine, Setting: "Policy.ReplyLine"})
		if err != nil {
			return nil, s.Broken("LISTGROUP", err)
		}
		if !ok {
			return h, nil
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(line)), 10, 64)
		switch {
		case err != nil:
			h.unread = append(h.unread, overview{subject: string(line), line: at, size: -1, cost: len(line) + overviewCost})
		case n >= c.low && n <= c.high:
			h.numbers = append(h.numbers, n)
		}
		if len(h.numbers)+len(h.unread) > most {
			return nil, s.Broken("LISTGROUP", open.TooMany(s.Req.Policy))
		}
	}
}

// number returns the next number to request.
func (h *heads) number() (n int64, ok bool) {
	switch {
	case h.numbers == nil:
		n, ok = h.at.low, h.at.low <= h.at.high
		h.at.low++
	case len(h.numbers) > 0:
		n, ok = h.numbers[0], true
		h.numbers = h.numbers[1:]
	}
	return n, ok
}

// next requests headers until the server has one: an article may have been
// removed meanwhile.
func (h *heads) next(ctx context.Context) (overview, error) {
	if len(h.unread) > 0 {
		o := h.unread[0]
		h.unread = h.unread[1:]
		return o, nil
	}
	for {
		n, ok := h.number()
		if !ok {
			return overview{}, io.EOF
		}
		number := strconv.FormatInt(n, 10)
		r, err := h.s.ask(ctx, "HEAD", earl.Octets(number))
		switch {
		case err != nil:
			return overview{}, err
		case r.Code == codeHead:
			return h.read(number)
		case r.Code != 420 && r.Code != 423 && r.Code != 430:
			return overview{}, h.s.refusal(h.s.Named("HEAD", earl.Octets(number)), r, nil)
		}
	}
}

// read reads the header of an article.
func (h *heads) read(number string) (overview, error) {
	l := wire.Limit{Octets: h.s.opts.Headers, Setting: "nntp.Options.Headers"}
	var header article.Header
	for octets := 0; ; {
		line, ok, err := h.s.Next(l)
		if err != nil {
			return overview{}, h.s.Broken("HEAD", err)
		}
		if !ok {
			return headOverview(number, header), nil
		}
		if octets += len(line); octets > l.Octets {
			return overview{}, h.s.Broken("HEAD", fmt.Errorf("%w: a header of more than %d bytes (%s)", open.ErrProtocol, l.Octets, l.Setting))
		}
		header.Add(string(line))
	}
}
