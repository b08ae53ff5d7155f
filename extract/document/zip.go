package document

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/xml"
)

// The zip methods that archive/zip does not have. Source: APPNOTE.TXT 4.4.5.
const (
	methodBzip2 = 12
	methodZstd  = 93
)

// zip finds the URLs of the files in a zip archive, in the order of its directory.
func (u *unpacker) zip(r io.Reader, s Source, member string, depth int) error {
	at, size, err := u.whole(r)
	if err != nil {
		return err
	}
	directory := &limitedAt{at: at, left: directorySize}
	z, err := zip.NewReader(directory, size)
	if err != nil {
		if directory.left < 0 {
			return &LimitError{"Directory", directorySize}
		}
		return &DamagedError{Zip, err}
	}
	directory.free = true
	z.RegisterDecompressor(methodBzip2, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	z.RegisterDecompressor(methodZstd, zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow)))
	locked := encryptedMembers(z)
	binary := s.Binary && !isOffice(z)
	if member != "" {
		s.Base = extract.Base{}
	}
	base := u.officeBase(z, s.Base, member)
	for _, f := range z.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		err := u.each(member, f.Name, func(name string) error {
			if stored, ok := storedWARC(at, f, locked[f.Name]); ok {
				return u.document(stored, Source{Name: f.Name, Code: s.Code}, name, depth+1)
			}
			return u.member(f, Source{Name: f.Name, Code: s.Code, Binary: binary, Base: base}, name, depth, locked[f.Name])
		})
		if err != nil || u.stopped {
			return err
		}
	}
	return nil
}

// each searches one file of the archive at the path member, and yields the error of
// that file. It returns an error that ends the whole search.
func (u *unpacker) each(member, name string, search func(name string) error) error {
	if u.budget.members++; u.budget.members > u.budget.limits.Members {
		return &LimitError{"Members", int64(u.budget.limits.Members)}
	}
	if member != "" {
		name = member + "!" + name
	}
	err := search(name)
	var limit *LimitError
	switch {
	case u.stopped || err == nil || errors.Is(err, ErrBinary):
	case errors.As(err, &limit) && limit.Name != "Depth" && limit.Name != "Held":
		return err
	default:
		u.fault(name, err)
	}
	return nil
}

// member finds the URLs of a file in an archive.
func (u *unpacker) member(f *zip.File, s Source, name string, depth int, locked bool) error {
	const encrypted = 1 // a bit of Flags
	if f.Flags&encrypted != 0 || locked {
		return ErrEncrypted
	}
	in, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return errors.New("document: unsupported compression method")
	}
	if err != nil {
		return &DamagedError{Zip, err}
	}
	defer in.Close()
	r := u.budget.unpacked(decoding{in, Zip})
	if !isXML(f.Name) {
		s.Base = extract.Base{}
		return u.document(r, s, name, depth+1)
	}
	b := bufio.NewReader(r)
	if head, _ := b.Peek(2); isWide(head) {
		r = transform.NewReader(b, unicode.BOMOverride(transform.Nop))
	} else {
		r = b
	}
	for m, err := range xml.URLs(r, xml.Options{Options: u.o, Base: s.Base, Part: true}) {
		if err != nil && m.Line == 0 && m.URL == "" {
			return err
		}
		if at := &m.Base.At; at.Line > 0 && at.Member == "" {
			at.Member = name
		}
		if m.Member = name; !u.emit(m, err) {
			return nil
		}
	}
	return nil
}

// isOffice reports whether an archive is an office document or an EPUB.
// Source: ECMA-376 part 2, 10; OpenDocument 1.3 part 2, 3.3; EPUB OCF 3.3, 4.2.
func isOffice(z *zip.Reader) bool {
	for _, f := range z.File {
		if f.Name == "[Content_Types].xml" || f.Name == "mimetype" {
			return true
		}
	}
	return false
}

// isXML reports whether a file in an archive is XML that is not a page.
func isXML(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".xml", ".rels", ".opf", ".ncx", ".rdf", ".svg", ".fodt", ".vml":
		return true
	}
	return false
}

// maxManifest is how many bytes of the list of encrypted files are read.
const maxManifest = 1 << 20

// encryptedMembers returns the files of an EPUB that are encrypted according to
// its own list. Source: EPUB OCF 3.3, 4.2.6.3.2. Fonts that are only obfuscated
// are not searched anyway.
func encryptedMembers(z *zip.Reader) map[string]bool {
	f, err := z.Open("META-INF/encryption.xml")
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxManifest))
	if err != nil {
		return nil
	}
	locked := map[string]bool{}
	const mark = "CipherReference"
	for {
		i := bytes.Index(text, []byte(mark))
		if i < 0 {
			return locked
		}
		text = text[i+len(mark):]
		end := max(0, bytes.IndexByte(text, '>'))
		if _, rest, ok := strings.Cut(string(text[:end]), `URI="`); ok {
			uri, _, _ := strings.Cut(rest, `"`)
			locked[uri] = true
		}
	}
}

// limitedAt is a file that returns only a limited part, until the limit is removed.
type limitedAt struct {
	at   io.ReaderAt
	left int64 // negative: the limit was exceeded
	free bool
}

// ReadAt implements io.ReaderAt.
func (l *limitedAt) ReadAt(p []byte, offset int64) (int, error) {
	if l.free {
		return l.at.ReadAt(p, offset)
	}
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, io.ErrNoProgress
	}
	return l.at.ReadAt(p, offset)
}
