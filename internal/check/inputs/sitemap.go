package inputs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
)

// The limits of a sitemap, and of the sitemaps that one argument leads to.
// Source: sitemaps.org protocol, Using Sitemap index files.
const (
	// DefaultSitemapURLs is how many URLs one sitemap or index has.
	DefaultSitemapURLs = 50_000
	// DefaultSitemapSize is how many bytes a sitemap has, after decompression.
	DefaultSitemapSize = 50 << 20
	// DefaultSitemaps is how many sitemaps one run retrieves: a tenth of what one
	// index may have, and enough for 250 million URLs.
	DefaultSitemaps = 5_000
	// sitemapDepth is how deep sitemaps are in one another: robots.txt, an index, a
	// sitemap, and one more for an index in an index.
	sitemapDepth = 4
)

// ErrSitemap says that not all of a sitemap is read: it is not XML to its end, or
// larger than a limit.
var ErrSitemap = errors.New("the sitemap is not read to its end")

// sitemaps are the sitemaps of a search.
type sitemaps struct {
	seen map[string]bool // by URL
}

// isSitemap reports whether a document begins as a sitemap or as an index.
func isSitemap(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	if !bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) {
		return false
	}
	d := xml.NewDecoder(bytes.NewReader(head))
	d.CharsetReader = sameBytes
	for {
		token, err := d.RawToken()
		if err != nil {
			return false
		}
		if e, ok := token.(xml.StartElement); ok {
			return e.Name.Local == "urlset" || e.Name.Local == "sitemapindex"
		}
	}
}

// sameBytes reads any charset as UTF-8: the URLs of a sitemap are ASCII.
func sameBytes(_ string, r io.Reader) (io.Reader, error) { return r, nil }

// sitemap yields the links of a file if its first bytes are those of a sitemap,
// which gzip may compress, and reports whether they are; nothing is read otherwise.
// The sitemaps in an index are read only if the user named the file: in a directory
// they are files too.
func (s *search) sitemap(r *bufio.Reader, head []byte, name string, explicit bool) bool {
	in := io.Reader(r)
	if isGzip(head) {
		head = unpackedHead(head)
	}
	if !isSitemap(head) {
		return false
	}
	if packed, _ := r.Peek(3); isGzip(packed) {
		unpacked, err := gzip.NewReader(r)
		if err != nil {
			s.fault(&Error{File: name, Err: err})
			return true
		}
		in = unpacked
	}
	depth := 0
	if explicit {
		depth = sitemapDepth - 1
	}
	s.readSitemap(in, name, s.in.baseOf(""), depth)
	return true
}

// unpackedHead returns the first bytes of what gzip has compressed.
func unpackedHead(packed []byte) []byte {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	head, _ := io.ReadAll(io.LimitReader(unpacked, headSize)) // the end of packed is an error
	return head
}

// isGzip reports whether a file begins as gzip writes it. Source: rfc1952 2.3.1.
func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}) }

// readSitemap yields the URLs of a sitemap, and those of the sitemaps of an index
// down to a depth.
func (s *search) readSitemap(r io.Reader, name string, b extract.Base, depth int) {
	size := limitOf(s.in.o.SitemapSize, DefaultSitemapSize)
	bounded := &io.LimitedReader{R: r, N: size}
	in := &recorder{r: bufio.NewReader(bounded)}
	m := &sitemapReader{d: xml.NewDecoder(in), in: in, name: name, base: b, left: limitOf(int64(s.in.o.SitemapURLs), DefaultSitemapURLs)}
	m.d.CharsetReader = sameBytes
	for !s.stopped {
		l, err := m.next()
		switch {
		case err == io.EOF:
			return
		case err != nil && bounded.N <= 0:
			err = fmt.Errorf("it has more than %d bytes", size)
		}
		if err != nil {
			line, column := m.d.InputPos()
			s.fault(&Error{File: name, Line: int64(line), Column: int64(column), Err: fmt.Errorf("%w: %w", ErrSitemap, err)})
			return
		}
		if s.link(l) && m.index && depth > 0 {
			s.retrieve(l.URL, depth-1)
		}
	}
}

// A sitemapReader reads the URLs of one sitemap.
type sitemapReader struct {
	d     *xml.Decoder
	in    *recorder // what d reads
	name  string
	base  extract.Base
	index bool  // its URLs are those of sitemaps
	left  int64 // how many more URLs are read
}

// limitOf returns a limit: 0 means the default, a negative value no limit.
func limitOf(n, byDefault int64) int64 {
	switch {
	case n == 0:
		return byDefault
	case n < 0:
		return math.MaxInt64
	}
	return n
}

// A recorder keeps the bytes of the token that a decoder reads.
type recorder struct {
	r   *bufio.Reader
	buf []byte
	off int64 // of buf[0]
}

// ReadByte implements io.ByteReader, so that the decoder reads no more than it needs.
func (r *recorder) ReadByte() (byte, error) {
	c, err := r.r.ReadByte()
	if err == nil {
		r.buf = append(r.buf, c)
	}
	return c, err
}

// Read implements io.Reader. The decoder does not call it.
func (r *recorder) Read([]byte) (int, error) { return 0, io.ErrNoProgress }

// begin begins a token at an offset.
func (r *recorder) begin(off int64) {
	r.buf = r.buf[:copy(r.buf, r.buf[off-r.off:])]
	r.off = off
}

// locations are the elements whose text is a URL, of sitemaps and of their extensions for pictures
// and videos.
var locations = map[string]bool{
	"loc": true, "license": true, "thumbnail_loc": true, "content_loc": true, "player_loc": true, "gallery_loc": true,
}

// next returns the next URL. The error io.EOF is the end.
func (m *sitemapReader) next() (linkcheck.Link, error) {
	for {
		m.in.begin(m.d.InputOffset())
		line, column := m.d.InputPos()
		token, err := m.d.Token()
		if err != nil {
			return linkcheck.Link{}, err
		}
		e, ok := token.(xml.StartElement)
		if ok && e.Name.Local == "sitemapindex" {
			m.index = true
		}
		if ok && e.Name.Local == "link" {
			if l, ok := m.alternate(e, line, column); ok {
				return l, nil
			}
		}
		if !ok || !locations[e.Name.Local] {
			continue
		}
		if e.Name.Local == "loc" {
			m.left--
		}
		if m.left < 0 {
			return linkcheck.Link{}, errors.New("it has more URLs than the limit")
		}
		if l, err := m.location(); err != nil || l.URL != "" {
			return l, err
		}
	}
}

// alternate returns the URL of an xhtml:link, whose tag begins at a position: the page in another
// language. Source: Google, localized versions of pages.
func (m *sitemapReader) alternate(e xml.StartElement, line, column int) (linkcheck.Link, bool) {
	const attribute = "href"
	tag := string(m.in.buf)
	before, rest, ok := strings.Cut(tag, attribute)
	i := strings.IndexAny(rest, `"'`)
	if !ok || i < 0 {
		return linkcheck.Link{}, false
	}
	text, _, _ := strings.Cut(rest[i+1:], rest[i:i+1])
	at := len(before) + len(attribute) + i + 1
	if n := strings.Count(tag[:at], "\n"); n > 0 {
		line += n
		column = at - strings.LastIndexByte(tag[:at], '\n') - 1
	} else {
		column += at - 1
	}
	for _, a := range e.Attr {
		if url := strings.TrimSpace(a.Value); a.Name.Local == attribute && url != "" {
			return linkcheck.Link{URL: url, Place: linkcheck.Place{File: m.name, Offset: m.in.off + int64(at),
				Line: int64(line), Column: int64(column) + 1, Text: text, Base: m.base}}, true
		}
	}
	return linkcheck.Link{}, false
}

// errLocation is for a LOC that is not a text.
var errLocation = errors.New("a LOC contains another element")

// text returns the text of an element up to its end, without its comments.
func (m *sitemapReader) text() (text []byte, err error) {
	for {
		token, err := m.d.Token()
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.CharData:
			text = append(text, t...)
		case xml.StartElement:
			return nil, errLocation
		case xml.EndElement:
			return text, nil
		}
	}
}

// location returns the URL that the text of an element is, with its position.
func (m *sitemapReader) location() (linkcheck.Link, error) {
	offset := m.d.InputOffset()
	line, column := m.d.InputPos()
	text, err := m.text()
	if err != nil {
		return linkcheck.Link{}, err
	}
	blanks := text[:len(text)-len(bytes.TrimLeft(text, " \t\r\n"))]
	if n := bytes.Count(blanks, []byte("\n")); n > 0 {
		line += n
		column = len(blanks) - bytes.LastIndexByte(blanks, '\n')
	} else {
		column += len(blanks)
	}
	url := string(bytes.TrimSpace(text))
	return linkcheck.Link{URL: url, Place: linkcheck.Place{File: m.name, Offset: offset + int64(len(blanks)),
		Line: int64(line), Column: int64(column), Text: url, Base: m.base}}, nil
}

// sitemapOf yields the links of the sitemap that a URL is, if its name looks like
// one and its first bytes show it, and those of the sitemaps that a robots.txt
// names.
func (s *search) sitemapOf(url string) {
	u, err := s.in.o.Edition.Parse(url)
	if err != nil || s.in.o.Client == nil {
		return
	}
	name := strings.ToLower(path.Base(u.Path()))
	switch path.Ext(name) {
	case ".xml", ".gz":
	default:
		if name != "robots.txt" && !strings.Contains(name, "sitemap") {
			return
		}
	}
	s.retrieve(url, sitemapDepth-1)
}

// retrieve yields the links of the sitemap or robots.txt at a URL, once for each.
// A sitemap that cannot be retrieved is not an error here: the check reports the URL itself.
func (s *search) retrieve(url string, depth int) {
	u, err := s.in.o.Edition.Parse(url)
	m := &s.maps
	if err != nil || s.in.o.Client == nil || m.seen[u.String()] {
		return
	}
	if most := limitOf(int64(s.in.o.Sitemaps), DefaultSitemaps); int64(len(m.seen)) >= most {
		s.fault(&Error{File: u.Redacted(), Err: fmt.Errorf("%w: more than %d sitemaps", ErrSitemap, most)})
		return
	}
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	m.seen[u.String()] = true
	d, err := s.open(u)
	if err != nil {
		return
	}
	defer d.Body.Close()
	s.remote(d, depth)
}

// open retrieves a URL. Only the hosts and ports of the arguments may have private
// addresses.
func (s *search) open(u earl.URL) (*open.Document, error) {
	ctx, cancel := context.WithTimeout(s.ctx, linkcheck.Defaults().Timeout)
	var got *open.Document
	_, err := s.in.o.Client.FollowFunc(ctx, &open.Request{URL: u}, func(ctx context.Context, r *open.Request, _ *open.Referral) (open.Resource, error) {
		policy := s.in.o.Policy
		if !s.in.hosts[hostOf(r.URL)] {
			policy.Special = open.SpecialDeny
		}
		r.Policy = &policy
		res, err := s.in.o.Client.Do(ctx, r)
		if d, ok := res.(*open.Document); ok {
			got = d
		}
		return res, err
	})
	if err == nil && (got == nil || got.Status >= 400) {
		err = open.ErrNotFound
	}
	if err != nil {
		cancel()
		if got != nil {
			got.Body.Close()
		}
		return nil, err
	}
	got.Body = &cancelling{got.Body, cancel}
	return got, nil
}

// cancelling is a body that ends its context when it is closed.
type cancelling struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close closes the body.
func (c *cancelling) Close() error {
	defer c.cancel()
	return c.ReadCloser.Close()
}

// hostOf returns the "host:port" of a URL in lower case, or "".
func hostOf(u earl.URL) string {
	at, _ := open.HostPort(u)
	return strings.ToLower(at)
}

// remote yields the links of a retrieved document that is a sitemap or robots.txt.
func (s *search) remote(d *open.Document, depth int) {
	b := bufio.NewReaderSize(d.Body, headSize)
	name := d.URL.WithoutFragment()
	if path.Base(name.Path()) == "robots.txt" {
		s.readRobots(b, name.Redacted(), depth)
		return
	}
	head, _ := b.Peek(headSize)
	in := io.Reader(b)
	if isGzip(head) {
		unpacked, err := gzip.NewReader(b)
		if err != nil {
			s.fault(&Error{File: name.Redacted(), Err: fmt.Errorf("%w: %w", ErrSitemap, err)})
			return
		}
		in, head = unpacked, unpackedHead(head)
	}
	switch {
	case isSitemap(head):
		s.readSitemap(in, name.Redacted(), extract.BaseOf(name), depth)
	case depth < sitemapDepth-1: // an index or a robots.txt says that it is one
		s.fault(&Error{File: name.Redacted(), Err: fmt.Errorf("%w: it is not a sitemap", ErrSitemap)})
	}
}

// robots yields the sitemaps that a file robots.txt names, and reports whether the
// file has that name.
func (s *search) robots(r *bufio.Reader, name string) bool {
	if !strings.EqualFold(path.Base(filepath.ToSlash(name)), "robots.txt") {
		return false
	}
	s.readRobots(r, name, sitemapDepth-1)
	return true
}

// maxRobots is how many bytes of a robots.txt are read. Source: rfc9309 2.5.
const maxRobots = 512 << 10

// readRobots yields the URLs of the Sitemap lines of a robots.txt, and the links of
// these sitemaps. Source: sitemaps.org protocol, Specifying the Sitemap location.
func (s *search) readRobots(r io.Reader, name string, depth int) {
	limited := &io.LimitedReader{R: r, N: maxRobots + 1}
	in := bufio.NewReader(limited)
	for line, offset := int64(1), int64(0); !s.stopped; line++ {
		raw, err := readLine(in)
		key, value, ok := bytes.Cut(bytes.TrimPrefix(raw, []byte("\uFEFF")), []byte(":"))
		url, _, _ := strings.Cut(string(value), "#")
		if url = strings.TrimSpace(url); ok && strings.EqualFold(string(bytes.TrimSpace(key)), "sitemap") && url != "" {
			column := int64(bytes.Index(raw, []byte(url)))
			place := linkcheck.Place{File: name, Offset: offset + column, Line: line, Column: column + 1, Text: url}
			if s.link(linkcheck.Link{URL: url, Place: place}) && depth > 0 {
				s.retrieve(url, depth-1)
			}
		}
		offset += int64(len(raw))
		switch {
		case err == io.EOF && limited.N <= 0:
			s.fault(&Error{File: name, Err: fmt.Errorf("it has more than %d bytes; the rest is not read", maxRobots)})
			return
		case err == io.EOF:
			return
		case err != nil:
			s.fault(&Error{File: name, Line: line, Column: 1, Err: err})
			return
		}
	}
}
