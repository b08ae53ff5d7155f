package warc

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxMembers is how many files of a WACZ file are read.
const maxMembers = 100_000

// Source is one WARC file: a file, or a part of a WACZ file.
type Source struct {
	Name string // without its directory
	io.ReaderAt
	Size int64
}

// NewReader returns a Reader that begins at an offset. Offsets of its records are
// those in the source.
func (s *Source) NewReader(offset int64) *Reader {
	r := NewReader(io.NewSectionReader(s, offset, s.Size-offset))
	r.src.n, r.source = offset, s
	return r
}

// Open opens a file: a WARC file, or a WACZ file with several. The caller closes
// the file when the sources are no longer used.
//
// Source: WACZ 1.1.1 4, 5.
func Open(name string) ([]Source, io.Closer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	sources, err := sourcesOf(f)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return sources, f, nil
}

// sourcesOf returns the WARC files in f.
func sourcesOf(f *os.File) ([]Source, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrSyntax)
	}
	var head [4]byte
	if _, err := f.ReadAt(head[:], 0); err != nil && err != io.EOF {
		return nil, err
	}
	if string(head[:]) != "PK\x03\x04" {
		return []Source{{filepath.Base(f.Name()), f, info.Size()}}, nil
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	var list []Source
	for i, member := range z.File {
		if i == maxMembers {
			return nil, fmt.Errorf("%w: more than %d files", ErrLimit, maxMembers)
		}
		if !strings.HasPrefix(member.Name, "archive/") || !isWARC(member.Name) {
			continue
		}
		if member.Method != zip.Store {
			return nil, fmt.Errorf("%w: %s is compressed inside the WACZ file: unpack it first", ErrSyntax, member.Name)
		}
		offset, err := member.DataOffset()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSyntax, err)
		}
		size := int64(member.UncompressedSize64)
		if size < 0 || size > info.Size()-offset {
			return nil, fmt.Errorf("%w: %s is not in the file", ErrSyntax, member.Name)
		}
		list = append(list, Source{path.Base(member.Name), io.NewSectionReader(f, offset, size), size})
	}
	if list == nil {
		return nil, fmt.Errorf("%w: a zip file without archive/*.warc.gz", ErrSyntax)
	}
	return list, nil
}

// isWARC reports whether a name is that of a WARC file.
func isWARC(name string) bool {
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".warc.gz")
}
