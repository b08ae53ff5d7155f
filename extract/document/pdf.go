package document

import (
	"io"

	"github.com/earl-url/earl/internal/format/pdf"
)

// pdf finds the URLs of a PDF, page by page.
func (u *unpacker) pdf(r io.Reader, s Source, member string) error {
	at, size, err := u.whole(r)
	if err != nil {
		return err
	}
	o := pdf.Options{Options: u.o, Unpacked: u.budget.unpacked, MaxObjects: u.budget.limits.Objects}
	if member == "" {
		o.Base = s.Base
	}
	for m, err := range pdf.URLs(at, size, o) {
		if err != nil && m.Member == "" {
			return err
		}
		if member != "" {
			m.Member = member + "!" + m.Member
			if at := &m.Base.At; at.Member != "" {
				at.Member = member + "!" + at.Member
			}
		}
		if err != nil && m.URL == "" {
			err = &MemberError{err}
		}
		if !u.emit(m, err) {
			return nil
		}
	}
	return nil
}
