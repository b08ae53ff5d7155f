package convert

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// The limits of a Parquet file.
const (
	maxFooter        = 64 << 20 // bytes of the description at the end
	maxParquetDepth  = 256      // columns inside of each other
	maxPageHeader    = 16 << 20 // bytes
	maxPage          = 512 << 20
	maxPageValues    = 32 << 20
	maxPages         = 1 << 30 // bytes of the pages of all columns that are read at once
	maxFixedLength   = 16 << 10
	bytesOfPageValue = 8 // that a value of a page takes besides its text
)

// openParquet opens a file whose description has been checked.
func openParquet(in io.ReaderAt, size int64) (*parquet.File, error) {
	if err := checkFooter(in, size); err != nil {
		return nil, fmt.Errorf("the Parquet file: %w", err)
	}
	file, err := parquet.OpenFile(in, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, err
	}
	var rows int64
	for _, g := range file.RowGroups() {
		if g.NumRows() < 0 {
			return nil, errors.New("the Parquet file: a row group has fewer rows than none")
		}
		rows += g.NumRows()
	}
	if rows != file.NumRows() {
		return nil, fmt.Errorf("the Parquet file says that it has %d rows, and its row groups have %d", file.NumRows(), rows)
	}
	return file, nil
}

// checkFooter checks the description at the end of a file. A file that is no Parquet
// at all is left to the library.
func checkFooter(in io.ReaderAt, size int64) error {
	var tail [8]byte
	if size < 12 {
		return errors.New("it has no description at its end")
	}
	if _, err := in.ReadAt(tail[:], size-8); err != nil {
		return err
	}
	if string(tail[4:]) != "PAR1" {
		return nil
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > maxFooter || n > size-12 {
		return fmt.Errorf("its description has %d bytes: at most %d and the size of the file", n, maxFooter)
	}
	footer := make([]byte, n)
	if _, err := in.ReadAt(footer, size-8-n); err != nil {
		return err
	}
	tree := schemaTree{}
	s := thriftScan{b: footer, number: tree.number, end: tree.end}
	if _, err := s.scan(); err != nil {
		return err
	}
	return tree.finish()
}

// The fields of a description. Source: parquet.thrift.
const (
	fieldSchema   = 2 // FileMetaData.schema
	fieldChildren = 5 // SchemaElement.num_children
)

// schemaTree checks the tree of columns, which is a list in which each element says how
// many children follow.
type schemaTree struct {
	children int64   // of the element that is read
	open     []int64 // the children that are left, for each level
	elements int
	err      error
}

func (t *schemaTree) number(path []int64, v int64) {
	if slices.Equal(path, []int64{fieldSchema, fieldChildren}) {
		t.children = v
	}
}

// end adds the element that was read.
func (t *schemaTree) end(path []int64) {
	if t.err != nil || !slices.Equal(path, []int64{fieldSchema}) {
		return
	}
	if t.elements > 0 {
		for len(t.open) > 0 && t.open[len(t.open)-1] == 0 {
			t.open = t.open[:len(t.open)-1]
		}
		if len(t.open) == 0 {
			t.err = errThrift
			return
		}
		t.open[len(t.open)-1]--
	}
	switch {
	case t.children < 0:
		t.err = errThrift
	case len(t.open) >= maxParquetDepth:
		t.err = fmt.Errorf("it has more than %d columns inside of each other", maxParquetDepth)
	case t.children > 0:
		t.open = append(t.open, t.children)
	}
	t.elements++
	t.children = 0
}

// finish returns the error of the tree, or of children that are missing.
func (t *schemaTree) finish() error {
	for _, left := range t.open {
		if left > 0 && t.err == nil {
			t.err = errThrift
		}
	}
	return t.err
}

// pageHeader is what the header of a page counts. Source: PageHeader of parquet.thrift.
type pageHeader struct {
	kind, size, compressed, values int64
	levels                         int64 // the bytes before what is compressed
	plain                          bool  // the page is not compressed, though others are
}

func (h *pageHeader) number(path []int64, v int64) {
	switch {
	case len(path) == 1 && path[0] == 1:
		h.kind = v
	case len(path) == 1 && path[0] == 2:
		h.size = v
	case len(path) == 1 && path[0] == 3:
		h.compressed = v
	case len(path) != 2:
	case path[1] == 1: // num_values of each kind of page
		h.values = v
	case path[0] == 8 && (path[1] == 5 || path[1] == 6): // the levels of data_page_header_v2
		h.levels += v
	}
}

// flag takes is_compressed of data_page_header_v2.
func (h *pageHeader) flag(path []int64, v bool) {
	if len(path) == 2 && path[0] == 8 && path[1] == 7 {
		h.plain = !v
	}
}

// checkChunk checks the headers of the pages of a column in a row group, and returns the
// memory that its pages take: that of the dictionary and of the largest page.
func checkChunk(in io.ReaderAt, size int64, m *format.ColumnMetaData) (int64, error) {
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 && m.DictionaryPageOffset < at {
		at = m.DictionaryPageOffset
	}
	end := at + m.TotalCompressedSize
	if at < 4 || m.TotalCompressedSize < 0 || end < at || end > size {
		return 0, errors.New("its pages are outside of the file")
	}
	var dictionary, largest int64
	for values := int64(0); values < m.NumValues && at < end; {
		h, n, err := readPageHeader(in, at, end)
		if err != nil {
			return 0, err
		}
		if at += n; h.compressed > end-at {
			return 0, errors.New("a page is longer than the column")
		}
		if err := checkPage(in, at+h.levels, &h, m.Codec); err != nil {
			return 0, err
		}
		at += h.compressed
		memory := h.size + bytesOfPageValue*h.values
		if h.kind == int64(format.DictionaryPage) {
			dictionary = max(dictionary, memory)
			continue
		}
		largest = max(largest, memory)
		values += h.values
	}
	return dictionary + largest, nil
}

// readPageHeader reads the header at a position, and returns its length.
func readPageHeader(in io.ReaderAt, at, end int64) (h pageHeader, length int64, err error) {
	for most := int64(256); ; most *= 16 {
		b := make([]byte, min(most, end-at))
		if _, err := in.ReadAt(b, at); err != nil && err != io.EOF {
			return h, 0, err
		}
		h = pageHeader{}
		s := thriftScan{b: b, number: h.number, flag: h.flag}
		n, err := s.scan()
		switch {
		case errors.Is(err, errThriftShort) && int64(len(b)) < end-at && most < maxPageHeader:
			continue
		case err != nil:
			return h, 0, fmt.Errorf("a page: %w", err)
		case h.size < 0 || h.compressed < 0 || h.values < 0 || h.levels < 0 || h.size > maxPage || h.values > maxPageValues:
			return h, 0, fmt.Errorf("a page has %d bytes and %d values: at most %d and %d", h.size, h.values, maxPage, maxPageValues)
		}
		return h, int64(n), nil
	}
}
