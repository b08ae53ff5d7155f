//go:build !planonly

package article

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
)

// ibmCodePages are the encodings of DOS and of bulletin boards that browsers do not know.
// Source: rfc2045 5.1; IANA, Character Sets.
var ibmCodePages = map[string]encoding.Encoding{
	"ibm437": charmap.CodePage437, "cp437": charmap.CodePage437,
	"ibm850": charmap.CodePage850, "cp850": charmap.CodePage850,
	"ibm852": charmap.CodePage852, "cp852": charmap.CodePage852,
}

// Charset returns the encoding for a label, or nil if it must be guessed: the label is
// unknown, or one that HTML replaces, whose ASCII is ASCII. US-ASCII is guessed too,
// because old programs sent anything under it.
func Charset(label string) encoding.Encoding {
	label = strings.ToLower(strings.TrimSpace(label))
	if label == "us-ascii" || label == "ascii" {
		return nil
	}
	if e := ibmCodePages[label]; e != nil {
		return e
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil
	}
	if name, err := htmlindex.Name(e); err != nil || name == "replacement" {
		return nil
	}
	return e
}

// fromJapanese returns a line of ISO-2022-JP in UTF-8, and whether it is one. Messages in
// Japanese had this charset long before they had a header for it. No other text has the
// escape sequences of its two-byte characters, and each line ends in ASCII.
// Source: rfc1468.
func fromJapanese(line []byte) ([]byte, bool) {
	if !bytes.Contains(line, []byte("\x1b$B")) && !bytes.Contains(line, []byte("\x1b$@")) {
		return nil, false
	}
	b, err := japanese.ISO2022JP.NewDecoder().Bytes(line)
	return b, err == nil && !bytes.Contains(b, []byte("\uFFFD"))
}
