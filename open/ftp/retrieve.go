package ftp

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// retrieve opens the file with the last name of the url-path. If the server
// refuses RETR for the name and accepts CWD, it is a directory without its
// slash.
// Source: rfc1738 3.2.2.
func (s *session) retrieve(ctx context.Context) (open.Resource, error) {
	name := s.view.Name.Value
	meta := open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: -1, Type: open.TypeByName(string(name))}
	if err := s.facts(&meta); err != nil {
		return nil, err
	}
	if meta.Size >= 0 && s.Req.Offset > meta.Size {
		return nil, fmt.Errorf("ftp: RETR %q: %w", s.Hide(string(name)), open.Beyond(s.Req.Offset, meta.Size))
	}
	data, err := s.passive(ctx)
	if err != nil {
		return nil, err
	}
	doc, refused := s.startRetrieve(ctx, data, meta)
	if refused == nil {
		return doc, nil
	}
	data.Close()
	if e, ok := refused.(refusal); !ok || e.Code != 550 && e.Code != 551 {
		return nil, refused
	}
	if r, err := s.do("CWD", name); err != nil || !r.Done() {
		return nil, refused
	}
	s.at = append(s.at, name)
	s.note("the name is a directory: the server refused RETR and accepted CWD, so it was listed")
	if err := s.setType('A'); err != nil {
		return nil, err
	}
	return s.list(ctx, append(s.view.Cwd[:len(s.view.Cwd):len(s.view.Cwd)], name))
}

// facts requests the size and, if it is needed, the time, if the server has
// these commands. Under TYPE A the size means nothing. Source: rfc3659 3, 4.
func (s *session) facts(m *open.Meta) error {
	if s.typ != 'I' {
		return nil
	}
	r, err := s.do("SIZE", s.view.Name.Value)
	if err != nil || r.Code != 213 {
		return s.unlessGone(r, err)
	}
	if n, err := strconv.ParseInt(strings.TrimSpace(r.Last), 10, 64); err == nil && n >= 0 {
		m.Size = n
	}
	if !s.timed() {
		return nil
	}
	if r, err = s.do("MDTM", s.view.Name.Value); err == nil && r.Code == 213 {
		m.Time, _ = parseTime(strings.TrimSpace(r.Last))
	}
	return s.unlessGone(r, err)
}

// timed reports whether the time of the file is needed.
func (s *session) timed() bool { return !s.Req.Untimed || !s.Req.Since.IsZero() }

// unlessGone returns the error of a command whose refusal does not matter,
// unless the server closes the connection with it.
func (s *session) unlessGone(r reply, err error) error {
	if err == nil && r.Code == 421 {
		return s.refusal("SIZE", r, nil)
	}
	return err
}

// startRetrieve sends RETR, with REST before it to resume a transfer. A server
// without REST sends the whole, and the beginning is dropped. The same happens
// under TYPE A, where bytes have no fixed position. Source: rfc3659 5.
func (s *session) startRetrieve(ctx context.Context, data *wire.Conn, meta open.Meta) (*open.Document, error) {
	win := wire.Window{Skip: s.Req.Offset, Left: -1}
	if s.Req.End > 0 {
		win.Left = max(s.Req.End-s.Req.Offset, 0)
	}
	want := meta.Size
	if win.Skip > 0 && s.typ == 'I' {
		r, err := s.do("REST", earl.Octets(strconv.FormatInt(win.Skip, 10)))
		if err != nil {
			return nil, err
		}
		if r.More() {
			if want >= 0 {
				want -= win.Skip
			}
			win.Skip = 0
		}
	}
	if win.Skip > 0 {
		s.note(fmt.Sprintf("the transfer could not be resumed: the server sent all again, and the first %d bytes were dropped", win.Skip))
	}
	t, r, err := s.begin(ctx, data, "RETR", s.view.Name.Value)
	switch {
	case err != nil:
		return nil, err
	case !r.Preliminary() && !r.Done():
		return nil, s.refusal(t.command, r, nil)
	}
	if s.typ == 'A' {
		s.note(s.textNote())
	}
	meta.Note = s.notes
	return &open.Document{Meta: meta, Body: s.delivered(t, want, win)}, nil
}

// textNote returns the note about a document that is sent under TYPE A: its bytes
// are not those of the file on the server. Source: rfc1738 3.2.2; rfc959 3.1.1.1.
func (s *session) textNote() string {
	if s.opts.RawText {
		return "the URL requests text (;type=a): line ends are CR LF, as the server sends them"
	}
	return "the URL requests text (;type=a): line ends were converted from CR LF to LF"
}

// delivered returns what the caller reads: the bytes of TYPE I unchanged, text
// with this system's line ends, and only the requested part of either.
func (s *session) delivered(t *transfer, want int64, win wire.Window) io.ReadCloser {
	var b io.ReadCloser = &body{t: t, want: want}
	if s.typ == 'A' && !s.opts.RawText {
		b = &text{ReadCloser: b}
	}
	if win.Skip == 0 && win.Left < 0 {
		return b
	}
	win.ReadCloser = b
	return &win
}
