package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"time"
)

// writeArchive writes the archive of the programs: zip for Windows, otherwise tar.gz. All
// files are at the top of it.
func (r *release) writeArchive(p *program, extras []file) error {
	files := append([]file{
		{p.file(), 0o755, p.data},
		{p.rowsFile(), 0o755, p.rows},
		{"THIRD-PARTY.txt", 0o644, r.notices},
	}, extras...)
	pack, suffix := targz, ".tar.gz"
	if p.goos == "windows" {
		pack, suffix = zipped, ".zip"
	}
	data, err := pack(files, r.time)
	if err != nil {
		return err
	}
	return r.write(p.name(r)+suffix, data)
}

// targz returns a tar.gz archive of files, sorted by name.
func targz(files []file, t time.Time) ([]byte, error) {
	data, err := tarred(files, t)
	if err != nil {
		return nil, err
	}
	return gzipped(data)
}

// tarred returns a tar archive of files, sorted by name. A path that ends in a slash is a
// directory. The owner is root.
func tarred(files []file, t time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range sorted(files) {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.path, Mode: int64(f.mode), Size: int64(len(f.data)),
			ModTime: t, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if strings.HasSuffix(f.path, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// zipped returns a zip archive of files, sorted by name.
func zipped(files []file, t time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range sorted(files) {
		h := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: t}
		h.SetMode(f.mode)
		member, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := member.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// gzipped returns compressed data, with no name and no time.
func gzipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.path, b.path) })
}
