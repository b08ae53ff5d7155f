package document

import (
	"archive/tar"
	"io"
)

// isTar reports whether a file that begins with head is a tar archive of POSIX or
// GNU. Source: POSIX.1, pax, ustar interchange format.
func isTar(head []byte) bool {
	const magic, at = "ustar", 257
	return len(head) >= at+len(magic) && string(head[at:at+len(magic)]) == magic
}

// tar finds the URLs of the files in a tar archive, in their order.
func (u *unpacker) tar(r io.Reader, s Source, member string, depth int) error {
	t := tar.NewReader(r)
	for {
		h, err := t.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return &DamagedError{Tar, err}
		case h.Typeflag != tar.TypeReg:
			continue
		}
		err = u.each(member, h.Name, func(name string) error {
			return u.document(u.budget.unpacked(decoding{t, Tar}), Source{Name: h.Name, Code: s.Code, Binary: s.Binary}, name, depth+1)
		})
		if err != nil || u.stopped {
			return err
		}
	}
}
