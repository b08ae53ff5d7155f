package z3950

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// found searches and returns the number of the record that the URL designates.
func (s *session) found() (int64, error) {
	hits, err := s.search()
	if err != nil {
		return 0, err
	}
	number := s.recordNumber()
	switch {
	case hits == 0:
		return 0, fmt.Errorf("%w: no record for %s", open.ErrNotFound, s.query)
	case number > hits:
		return 0, fmt.Errorf("%w: record %s of %d", open.ErrNotFound, s.view.Record.Value, hits)
	case !s.view.Record.Present && hits > 1:
		return 0, fmt.Errorf("%w: %d records have this docid, and a z39.50r URL needs one", open.ErrNotFound, hits)
	}
	return number, nil
}

// recordNumber returns the number of the record in the result. The URL has digits, which may be too many.
func (t *task) recordNumber() int64 {
	if !t.view.Record.Present {
		return 1
	}
	n, err := strconv.ParseInt(string(t.view.Record.Value), 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return max(n, 1)
}

// document retrieves one record. Source: rfc2056 2.
func (s *session) document() (open.Resource, error) {
	number, err := s.found()
	if err != nil {
		return nil, err
	}
	list, err := s.present(number, 1)
	if err != nil {
		return nil, err
	}
	s.finish()
	r, err := list[0].show(s.opts)
	if err != nil {
		return nil, err
	}
	s.notes = append(s.notes, r.note...)
	meta := s.meta(open.KindDocument)
	meta.Size, meta.Type = int64(len(r.body)), r.typ
	body := io.NopCloser(strings.NewReader(r.body))
	return &open.Document{Meta: meta, Body: wire.Part(body, s.req.Offset, s.req.End)}, nil
}

// sameServer reports whether a URL has the host and the port of the URL that was opened.
func (t *task) sameServer(u earl.URL) bool {
	address, err := open.HostPort(u)
	return err == nil && strings.EqualFold(address, t.address)
}
