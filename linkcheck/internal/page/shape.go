package page

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"iter"
	"strings"
	"sync"

	"github.com/earl-url/earl/internal/ascii"
)

// A ShapeHash computes the shape of a content that is written to it: the digest of its text,
// without parts that differ from one retrieval to the next although no one changed
// anything. The rule:
//
//   - A text is the sequence of its words. A word is a run of letters and digits;
//     bytes from 0x80 count as letters. White space and punctuation do not count.
//   - A word with a digit is left out: dates, times, counters, versions, nonces.
//   - A word of dateWords is left out: names of days and months, "3 minutes ago".
//   - In HTML, tags with their attributes, comments, scripts and styles are left
//     out: they have tokens, nonces, generators, URLs of images. The text stays.
//   - The shape of other types, and of a text that has no words left, is the digest.
//
// So a check does not report a page in which only numbers or pictures change, but it does
// report a changed date that is written in words of another language than English.
type ShapeHash struct {
	hash  hash.Hash
	html  bool
	words int

	word  []byte // the current word, no longer than maxWord
	digit bool   // the word has a digit

	state htmlState
	quote byte   // the quote around the current value in a tag; 0: none
	name  []byte // of the tag, in lower case, or its beginning
	raw   string // the element whose content is not text: "script" or "style"
	met   int    // bytes of the mark that ends a comment or a script
}

// htmlState is the position of a ShapeHash in HTML.
type htmlState uint8

const (
	inText    htmlState = iota
	atTag               // after "<"
	inName              // of a tag
	inTag               // after its name
	inComment           // after "<!--"
	inRaw               // in a script or a style
)

// maxWord is longer than words are. The rest of a longer one is another word.
const maxWord = 128

// NewShapeHash returns a ShapeHash for a media type, or nil if it is not text.
func NewShapeHash(media string) *ShapeHash {
	if !isText(media) {
		return nil
	}
	return &ShapeHash{hash: sha256.New(), html: IsHTML(media)}
}

// Write implements io.Writer. It never fails.
func (s *ShapeHash) Write(p []byte) (int, error) {
	for _, c := range p {
		if s.html {
			s.markup(c)
		} else {
			s.text(c)
		}
	}
	return len(p), nil
}

// Sum returns the shape, or "" if no word is left.
func (s *ShapeHash) Sum() string {
	s.end()
	if s.words == 0 {
		return ""
	}
	return hex.EncodeToString(s.hash.Sum(nil))
}

// text handles a byte of text.
func (s *ShapeHash) text(c byte) {
	digit := '0' <= c && c <= '9'
	if !digit && c < 0x80 && !ascii.IsLetter(c) {
		s.end()
		return
	}
	if len(s.word) == maxWord {
		s.end()
	}
	s.word = append(s.word, c)
	s.digit = s.digit || digit
}

// end ends a word.
func (s *ShapeHash) end() {
	if len(s.word) > 0 && !s.digit && !dateWords()[strings.ToLower(string(s.word))] {
		s.words++
		s.hash.Write(append(s.word, ' '))
	}
	s.word, s.digit = s.word[:0], false
}

// markup handles a byte of HTML.
func (s *ShapeHash) markup(c byte) {
	switch s.state {
	case inText:
		if c == '<' {
			s.state = atTag
			return
		}
		s.text(c)
	case atTag:
		s.end()
		switch {
		case ascii.IsLetter(c), c == '/', c == '!', c == '?':
			s.name, s.state = s.name[:0], inName
			s.tagName(c)
		case c != '<':
			s.state = inText
			s.text(c)
		}
	case inName:
		s.tagName(c)
	case inTag:
		s.tag(c)
	case inComment:
		switch {
		case c == '>' && s.met == 2:
			s.state = inText
		case c == '-':
			s.met = min(s.met+1, 2)
		default:
			s.met = 0
		}
	case inRaw:
		s.rawText(c)
	}
}

// tagName handles a byte of a tag's name, or the byte after it.
func (s *ShapeHash) tagName(c byte) {
	if strings.IndexByte(" \t\r\n\f>", c) < 0 && (c != '/' || len(s.name) == 0) {
		if len(s.name) < len("script/") {
			s.name = append(s.name, c|0x20)
		}
		if string(s.name) == "!--" {
			s.state, s.met = inComment, 2 // <!--> is a complete comment
		}
		return
	}
	if name := string(s.name); name == "script" || name == "style" {
		s.raw = name
	}
	s.state = inTag
	s.tag(c)
}

// tag handles a byte of a tag after its name.
func (s *ShapeHash) tag(c byte) {
	switch {
	case s.quote != 0:
		if c == s.quote {
			s.quote = 0
		}
	case c == '"', c == '\'':
		s.quote = c
	case c == '>' && s.raw != "":
		s.met, s.state = 0, inRaw
	case c == '>':
		s.state = inText
	}
}

// rawText handles a byte of a script or a style, up to its end tag.
func (s *ShapeHash) rawText(c byte) {
	mark := "</" + s.raw
	switch {
	case c == '<':
		s.met = 1
	case s.met > 0 && (c == mark[s.met] || ascii.IsLetter(c) && c|0x20 == mark[s.met]):
		if s.met++; s.met == len(mark) {
			s.raw, s.state = "", inTag
		}
	default:
		s.met = 0
	}
}

// dateWords are the words of dates and times, in lower case.
var dateWords = Set(strings.FieldsSeq(`
	january february march april may june july august september october november december
	jan feb mar apr jun jul aug sep sept oct nov dec
	monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
	am pm a m p gmt utc z today yesterday ago just now
	second seconds minute minutes hour hours day days week weeks month months year years`))

// Set returns a function that returns the set of some words. The set is made at the first
// call.
func Set(words iter.Seq[string]) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for word := range words {
			set[word] = true
		}
		return set
	})
}
