package ftp

import (
	"context"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Probe reports whether the URL is a file or a directory. For a file it reports
// the size and time, without a data connection if the server has SIZE. The size
// is that of TYPE I; under the typecode "a" it is not known. The errors are
// those of Open.
// Source: rfc1738 3.2.2; rfc3659 3, 4.
func (o *Opener) Probe(ctx context.Context, r *open.Call) (m open.Meta, err error) {
	sure := false
	err = o.with(ctx, r, func(s *session) (err error) {
		if m, sure, err = s.probe(); err == nil {
			s.leave()
		}
		return err
	})
	if err != nil {
		return open.Meta{}, err
	}
	if sure {
		return m, nil
	}
	return o.probeByOpening(ctx, r)
}

// probe requests what it can. It is not sure that the name is a file if the
// server has no SIZE.
func (s *session) probe() (m open.Meta, sure bool, err error) {
	if err := s.enter('I'); err != nil {
		return m, false, err
	}
	name := s.view.Name.Value
	m = open.Meta{URL: s.Req.URL, Kind: open.KindDocument, Size: -1, Type: open.TypeByName(string(name))}
	if name == "" {
		return s.probed(s.view.Cwd)
	}
	if s.isNameList() {
		return m, false, nil
	}
	if err := s.facts(&m); err != nil {
		return m, false, err
	}
	if m.Size >= 0 {
		if s.typecode() == 'A' {
			m.Size = -1
		}
		m.Note = s.notes
		return m, true, nil
	}
	if r, err := s.do("CWD", name); err != nil || !r.Done() {
		return m, false, err
	}
	s.at = append(s.at, name)
	s.note("the name is a directory: CWD accepts it")
	return s.probed(append(s.view.Cwd[:len(s.view.Cwd):len(s.view.Cwd)], name))
}

// probed is the result of probe for a directory.
func (s *session) probed(cwd []earl.Octets) (open.Meta, bool, error) {
	base, err := s.directory(cwd).URL(s.Req.URL.Edition())
	return open.Meta{URL: base, Kind: open.KindListing, Size: -1, Note: s.notes}, true, err
}

// probeByOpening begins a retrieval and stops it.
func (o *Opener) probeByOpening(ctx context.Context, r *open.Call) (open.Meta, error) {
	res, err := o.Open(ctx, r)
	if err != nil {
		return open.Meta{}, err
	}
	switch v := res.(type) {
	case *open.Document:
		return v.Meta, v.Body.Close()
	case *open.Listing:
		return v.Meta, v.Close()
	}
	return open.Meta{}, nil
}
