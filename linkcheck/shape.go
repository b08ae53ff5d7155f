package linkcheck

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strings"
	"sync"
)

// A shaper makes the Shape of a content, as it is written to it: the digest of
// what it says, without what differs from one retrieval to the next though nobody
// changed a thing. The rule:
//
//   - A text is its words, in order; a word is a run of letters and digits, all
//     octets from 80 up among the letters. White space and punctuation are nothing.
//   - A word with a digit is left out: dates, times, counters, versions, nonces.
//   - A word of [dateWords] is left out: names of days and months, "3 minutes ago".
//   - Of HTML, tags with their attributes, comments, scripts and styles are left
//     out: tokens, nonces, generators, addresses of images. Its text is what stays.
//   - What is no text, and a text without a word that stays, has its Digest.
//
// So a page whose numbers alone change is not reported, nor one that has another
// picture, nor a date in another language than English that is written in words.
type shaper struct {
	hash  hash.Hash
	html  bool
	words int

	word  []byte // that is being read, no longer than maxWord
	digit bool   // it has one

	state shapeState
	quote byte   // that a value inside a tag stands in; 0: none
	name  []byte // of the tag, in lower case, its beginning at least
	raw   string // the element whose content is no text: "script" or "style"
	met   int    // octets of the mark that ends a comment or a script
}

// shapeState is where in HTML a shaper stands.
type shapeState uint8

const (
	inText    shapeState = iota
	atTag                // behind "<"
	inName               // of a tag
	inTag                // behind its name
	inComment            // behind "<!--"
	inRaw                // in a script or a style
)

// maxWord is longer than words are; what is longer goes on as another.
const maxWord = 128

// isText reports whether a media type is of a text, which has words.
func isText(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	switch media = strings.TrimSpace(media); media {
	case "application/json", "application/xml", "application/xhtml+xml", "application/rss+xml", "application/atom+xml":
		return true
	}
	return strings.HasPrefix(media, "text/")
}

// isHTML reports whether a media type is that of a page.
func isHTML(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	media = strings.TrimSpace(media)
	return media == "text/html" || media == "application/xhtml+xml"
}

// newShaper returns the shaper of a content of a media type, nil for what is no text.
func newShaper(media string) *shaper {
	if !isText(media) {
		return nil
	}
	return &shaper{hash: sha256.New(), html: isHTML(media)}
}

// Write takes more of the content. It never fails.
func (s *shaper) Write(p []byte) (int, error) {
	for _, c := range p {
		if s.html {
			s.markup(c)
		} else {
			s.text(c)
		}
	}
	return len(p), nil
}

// sum returns the Shape, "" where no word stayed.
func (s *shaper) sum() string {
	s.end()
	if s.words == 0 {
		return ""
	}
	return hex.EncodeToString(s.hash.Sum(nil))
}

// text takes an octet of text.
func (s *shaper) text(c byte) {
	digit := '0' <= c && c <= '9'
	if !digit && c < 0x80 && !isLetter(c) {
		s.end()
		return
	}
	if len(s.word) == maxWord {
		s.end()
	}
	s.word = append(s.word, c)
	s.digit = s.digit || digit
}

// isLetter reports whether c is a letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// end ends a word.
func (s *shaper) end() {
	if len(s.word) > 0 && !s.digit && !dateWords()[strings.ToLower(string(s.word))] {
		s.words++
		s.hash.Write(append(s.word, ' '))
	}
	s.word, s.digit = s.word[:0], false
}

// markup takes an octet of HTML.
func (s *shaper) markup(c byte) {
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
		case isLetter(c), c == '/', c == '!', c == '?':
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

// tagName takes an octet of a tag's name, or what follows it.
func (s *shaper) tagName(c byte) {
	if strings.IndexByte(" \t\r\n\f>", c) < 0 && (c != '/' || len(s.name) == 0) {
		if len(s.name) < len("script/") {
			s.name = append(s.name, c|0x20)
		}
		if string(s.name) == "!--" {
			s.state, s.met = inComment, 2 // <!--> is a whole one
		}
		return
	}
	if name := string(s.name); name == "script" || name == "style" {
		s.raw = name
	}
	s.state = inTag
	s.tag(c)
}

// tag takes an octet of a tag behind its name.
func (s *shaper) tag(c byte) {
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

// rawText takes an octet of a script or a style, which its end tag ends.
func (s *shaper) rawText(c byte) {
	mark := "</" + s.raw
	switch {
	case c == '<':
		s.met = 1
	case s.met > 0 && (c == mark[s.met] || isLetter(c) && c|0x20 == mark[s.met]):
		if s.met++; s.met == len(mark) {
			s.raw, s.state = "", inTag
		}
	default:
		s.met = 0
	}
}

// dateWords are the words that tell a date or a time, in lower case.
var dateWords = wordSet(`
	january february march april may june july august september october november december
	jan feb mar apr jun jul aug sep sept oct nov dec
	monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
	am pm a m p gmt utc z today yesterday ago just now
	second seconds minute minutes hour hours day days week weeks month months year years`)

// wordSet returns what returns the set of the words of a text, made at the first call.
func wordSet(text string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for word := range strings.FieldsSeq(text) {
			set[word] = true
		}
		return set
	})
}
