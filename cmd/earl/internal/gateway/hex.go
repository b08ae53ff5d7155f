package gateway

import (
	"fmt"
	"io"
	"strings"
)

const (
	// hexPart is how many bytes a page shows in hex.
	hexPart = 64 << 10
	// hexRow is how many bytes are in a row.
	hexRow = 16
)

// hexRows returns bytes as rows of an offset, the bytes in hex and in ASCII. The first
// byte is at offset from.
func hexRows(content []byte, from int64) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	b.Grow(len(content)/hexRow*80 + 80)
	for len(content) > 0 {
		row := content[:min(hexRow, len(content))]
		fmt.Fprintf(&b, "%08x ", from)
		for i := range hexRow {
			if i%8 == 0 {
				b.WriteByte(' ')
			}
			if i < len(row) {
				b.Write([]byte{digits[row[i]>>4], digits[row[i]&15], ' '})
			} else {
				b.WriteString("   ")
			}
		}
		b.WriteString(" |")
		for _, c := range row {
			if c < ' ' || c > '~' {
				c = '.'
			}
			b.WriteByte(c)
		}
		b.WriteString("|\n")
		content, from = content[len(row):], from+int64(len(row))
	}
	return b.String()
}

// readPart reads up to n bytes, and reports whether there are more. fault is the error
// that ended them early, as a sentence, or "".
func readPart(r io.Reader, n int) (content []byte, more bool, fault string) {
	content, err := io.ReadAll(io.LimitReader(r, int64(n)+1))
	if more = len(content) > n; more {
		content = content[:n]
	}
	return content, more, faultText(err)
}
