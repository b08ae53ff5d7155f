//go:build duckdb

package main

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/earl-url/earl/rows"
)

// The digest of a result is the SHA-256 of a line for each row, in order. A line is a
// JSON array of its values without spaces, and a line feed. In strings, \" and \\,
// \b \f \n \r \t, and \u00e9 with small digits for all other characters outside 0x20
// to 0x7E. A STRUCT is the array of its values. Python writes it with
// json.dumps(row, separators=(",", ":")).

// appendJSON appends value i of v.
func appendJSON(b []byte, v *rows.Vector, i int) []byte {
	switch {
	case v.IsNull(i):
		return append(b, "null"...)
	case v.Kind == rows.Bool:
		return strconv.AppendBool(b, v.Bool(i))
	case v.Kind == rows.Int:
		return strconv.AppendInt(b, int64(v.Ints[i]), 10)
	case v.Kind == rows.List:
		b = append(b, '[')
		for k := v.Offsets[i]; k < v.Offsets[i+1]; k++ {
			if k > v.Offsets[i] {
				b = append(b, ',')
			}
			b = appendString(b, string(v.Items.Bytes(int(k))))
		}
		return append(b, ']')
	}
	return appendString(b, string(v.Bytes(i)))
}

// short has the characters whose escapes are one letter, and the letters.
const short, letters = "\"\\\b\f\n\r\t", "\"\\bfnrt"

// appendString appends a JSON string.
func appendString(b []byte, text string) []byte {
	b = append(b, '"')
	for _, r := range text {
		switch k := strings.IndexRune(short, r); {
		case k >= 0:
			b = append(b, '\\', letters[k])
		case 0x20 <= r && r <= 0x7E:
			b = append(b, byte(r))
		default:
			for _, u := range utf16.Encode([]rune{r}) {
				b = append(b, '\\', 'u', hexDigit(u>>12), hexDigit(u>>8), hexDigit(u>>4), hexDigit(u))
			}
		}
	}
	return append(b, '"')
}

func hexDigit(u uint16) byte { return "0123456789abcdef"[u&15] }

// These are what json.dumps of Python 3 returns.
func TestLinesAreThoseOfPython(t *testing.T) {
	for in, want := range map[string]string{
		"a\"\\/b":                 `"a\"\\/b"`,
		"\b\f\n\r\t\x00\x1f\x7f":  `"\b\f\n\r\t\u0000\u001f\u007f"`,
		"é\u2028\U0001F600\uFFFD": `"\u00e9\u2028\ud83d\ude00\ufffd"`,
	} {
		if got := string(appendString(nil, in)); got != want {
			t.Errorf("appendString(%q) = %s, want %s", in, got, want)
		}
	}
}
