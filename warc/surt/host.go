package surt

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/uts46"
)

// maxLabel is the largest number of bytes in a label of a domain.
const maxLabel = 63

// appendHost appends a host in its form for keys: labels in reverse order with
// commas. It appends nothing for a host of dots.
func appendHost(b []byte, host string, o Options) []byte {
	start := len(b)
	b = appendUnescaped(b, host)
	b = toASCII(b, start)
	b = trimDots(b, start)
	b = canonicalIPv4(b, start)
	b = escape(b, start, lowerHex)
	lower(b[start:])
	if !o.KeepWWW {
		b = stripWWW(b, start)
	}
	if !o.KeepIPv4 || !isDottedQuad(b[start:]) {
		reverse(b[start:])
	}
	return b
}

// reverse reverses the labels of a host and puts commas between them.
func reverse(host []byte) {
	slices.Reverse(host)
	for rest := host; len(rest) > 0; {
		end := bytes.IndexByte(rest, '.')
		if end < 0 {
			end = len(rest)
		}
		slices.Reverse(rest[:end])
		if end == len(rest) {
			return
		}
		rest[end] = ','
		rest = rest[end+1:]
	}
}

// trimDots removes the dots at both ends of a host, and one of each two dots in
// a row.
func trimDots(b []byte, start int) []byte {
	host := bytes.Trim(b[start:], ".")
	to, pair := start, false
	for _, c := range host {
		if pair = c == '.' && !pair && to > start && b[to-1] == '.'; pair {
			continue
		}
		b[to] = c
		to++
	}
	return b[:to]
}

// stripWWW removes "www", digits and a dot from the start of a host.
func stripWWW(b []byte, start int) []byte {
	rest, ok := bytes.CutPrefix(b[start:], []byte("www"))
	if !ok {
		return b
	}
	for len(rest) > 0 && '0' <= rest[0] && rest[0] <= '9' {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0] != '.' {
		return b
	}
	return append(b[:start], rest[1:]...)
}

// toASCII replaces a non-ASCII host with Punycode, without bytes that are not
// UTF-8. A host that is not valid stays: its bytes are escaped later. Labels in
// ASCII are not checked.
func toASCII(b []byte, start int) []byte {
	if ascii.Only(b[start:]) {
		return b
	}
	host := fullStops.Replace(strings.ToValidUTF8(string(b[start:]), ""))
	if host == "" {
		return b[:start]
	}
	out := make([]byte, 0, 2*len(host))
	for label, rest, more := "", strings.TrimSuffix(host, "."), true; more; {
		label, rest, more = strings.Cut(rest, ".")
		encoded, ok := label, true
		if !ascii.Only(label) {
			encoded, ok = uts46.ToASCII(deviations.Replace(label))
		}
		if !ok || encoded == "" || len(encoded) > maxLabel {
			return b
		}
		out = append(append(out, encoded...), '.')
	}
	return append(b[:start], out...)
}

// fullStops maps the characters that separate labels in IDNA 2003 to dots.
var fullStops = strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".")

// deviations maps the characters that IDNA 2003 maps and later versions keep.
// Source: UTS 46 section 2.3.
var deviations = strings.NewReplacer("ß", "ss", "ẞ", "ss", "ς", "σ", "\u200C", "", "\u200D", "")

// canonicalIPv4 replaces a host that is an IPv4 address with its four decimal
// numbers. One number is decimal, and its remainder modulo 2^32 counts. In two
// to four numbers, a leading 0 makes a number octal, and the last one fills all
// remaining bytes. If the first one has a leading 0, no number can have the
// digits 8 and 9. Hexadecimal numbers are not read.
func canonicalIPv4(b []byte, start int) []byte {
	host := b[start:]
	if len(host) == 0 || host[0] < '0' || host[0] > '9' {
		return b
	}
	var address uint32
	if allDigits(host) {
		for _, c := range host {
			address = address*10 + uint32(c-'0')
		}
	} else {
		var ok bool
		if address, ok = parseIPv4(host); !ok {
			return b
		}
	}
	b = b[:start]
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, uint64(address>>shift&0xFF), 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return b
}

// parseIPv4 returns the address of two to four numbers with dots between them.
func parseIPv4(host []byte) (address uint32, ok bool) {
	if host[0] == '0' && bytes.ContainsAny(host, "89") {
		return 0, false
	}
	left := 4 // bytes of the address that are not read yet
	for rest, more := host, true; more; {
		var number []byte
		number, rest, more = bytes.Cut(rest, []byte("."))
		n, ok := parseNumber(number)
		if !ok || left == 0 {
			return 0, false
		}
		if more {
			left--
			if n > 0xFF {
				return 0, false
			}
			address |= uint32(n) << (8 * left)
			continue
		}
		if n >= 1<<(8*left) {
			return 0, false
		}
		address |= uint32(n)
	}
	return address, true
}

// parseNumber returns the value of an octal or decimal number below 2^32.
func parseNumber(number []byte) (n uint64, ok bool) {
	base := uint64(10)
	if len(number) > 1 && number[0] == '0' {
		base = 8
	}
	for _, c := range number {
		digit := uint64(c - '0')
		if digit >= base { // a byte before '0' wraps around
			return 0, false
		}
		if n = n*base + digit; n >= 1<<32 {
			return 0, false
		}
	}
	return n, len(number) > 0
}

// allDigits reports whether s has only decimal digits.
func allDigits[S string | []byte](s S) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// isDottedQuad reports whether a host is four numbers of one to three digits.
func isDottedQuad(host []byte) bool {
	for dots := range 4 {
		number, rest, more := bytes.Cut(host, []byte("."))
		if len(number) < 1 || len(number) > 3 || !allDigits(number) || more != (dots < 3) {
			return false
		}
		host = rest
	}
	return true
}

// appendPort appends a colon and the port, unless the port is absent, 0 or the
// default of http or https. A port that is not a number is appended as text.
func appendPort(b []byte, p parts) []byte {
	n, ok := portNumber(p.port)
	if !ok {
		b = append(b, ':')
		start := len(b)
		b = escape(appendUnescaped(b, p.port), start, lowerHex)
		lower(b[start:])
		return b
	}
	if n == 0 || n == 80 && strings.EqualFold(p.scheme, "http") || n == 443 && strings.EqualFold(p.scheme, "https") {
		return b
	}
	return strconv.AppendInt(append(b, ':'), int64(n), 10)
}
