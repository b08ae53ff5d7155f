package uts46

import (
	"slices"
	"unicode/utf8"
)

// The parameters of Punycode. Source: RFC 3492 section 5.
const (
	base        = 36
	tmin        = 1
	tmax        = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialN    = 0x80
)

// longestLabel is the number of code points up to which Punycode encodes a label,
// because the time grows with its square. No name in DNS is longer.
const longestLabel = 255

// Punycode returns "xn--" and the Punycode of a label, and whether it has at most 255
// code points. It maps and checks nothing. Source: RFC 3492 section 6.3.
func Punycode(label string) (string, bool) {
	runes := []rune(label)
	if len(runes) > longestLabel {
		return "", false
	}
	return "xn--" + string(appendPunycode(nil, runes)), true
}

// FromPunycode returns the label whose Punycode is encoded, which has no "xn--", and whether
// there is one of at most 255 code points. It maps and checks nothing. Source: RFC 3492 section 6.2.
func FromPunycode(encoded string) (string, bool) {
	if len(encoded) > longestLabel {
		return "", false
	}
	label, ok := appendUnicode(nil, []rune(encoded))
	return string(label), ok
}

// appendPunycode appends the Punycode of a label, without "xn--".
// Source: RFC 3492 section 6.3.
func appendPunycode(b []byte, label []rune) []byte {
	start := len(b)
	for _, r := range label {
		if r < utf8.RuneSelf {
			b = append(b, byte(r))
		}
	}
	basic := len(b) - start
	if basic > 0 {
		b = append(b, '-')
	}
	n, delta, bias := rune(initialN), int64(0), int64(initialBias)
	for done := basic; done < len(label); n++ {
		next := smallest(label, n)
		delta += int64(next-n) * int64(done+1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r == n {
				b = appendNumber(b, delta, bias)
				done++
				bias = adapt(delta, int64(done), done == basic+1)
				delta = 0
			}
		}
		delta++
	}
	return b
}

// smallest returns the smallest code point of a label that is at least n.
func smallest(label []rune, n rune) rune {
	next := rune(utf8.MaxRune)
	for _, r := range label {
		if r >= n {
			next = min(next, r)
		}
	}
	return next
}

// appendNumber appends a generalized variable-length integer.
// Source: RFC 3492 section 3.3.
func appendNumber(b []byte, q, bias int64) []byte {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	for k := int64(base); ; k += base {
		t := threshold(k, bias)
		if q < t {
			return append(b, digits[q])
		}
		q -= t
		b = append(b, digits[t+q%(base-t)])
		q /= base - t
	}
}

// appendUnicode appends the label that is encoded in Punycode, in lower case. It returns
// false if encoded is not Punycode. Source: RFC 3492 section 6.2.
func appendUnicode(b, encoded []rune) ([]rune, bool) {
	start := len(b)
	for i := len(encoded) - 1; i > 0; i-- {
		if encoded[i] == '-' {
			b, encoded = append(b, encoded[:i]...), encoded[i+1:]
			break
		}
	}
	n, i, bias := int64(initialN), int64(0), int64(initialBias)
	for len(encoded) > 0 {
		count := int64(len(b) - start + 1)
		delta, size := number(encoded, bias, utf8.MaxRune*count)
		if size == 0 {
			return b, false
		}
		encoded = encoded[size:]
		bias = adapt(delta, count, i == 0)
		i += delta
		n += i / count
		if n > utf8.MaxRune {
			return b, false
		}
		i %= count
		b = slices.Insert(b, start+int(i), rune(n))
		i++
	}
	return b, true
}

// number returns the generalized variable-length integer at the start of encoded, and its
// number of digits. This is 0 if there is no such integer up to limit.
// Source: RFC 3492 section 3.3.
func number(encoded []rune, bias, limit int64) (n int64, size int) {
	w := int64(1)
	for i, k := 0, int64(base); i < len(encoded); i, k = i+1, k+base {
		d := digitOf(encoded[i])
		n += d * w
		if d < 0 || n > limit {
			return 0, 0
		}
		t := threshold(k, bias)
		if d < t {
			return n, i + 1
		}
		w *= base - t
	}
	return 0, 0
}

// digitOf returns the value of a digit in lower case, or -1.
func digitOf(r rune) int64 {
	switch {
	case 'a' <= r && r <= 'z':
		return int64(r - 'a')
	case '0' <= r && r <= '9':
		return int64(r-'0') + 26
	}
	return -1
}

// threshold returns the largest value of the last digit at position k.
func threshold(k, bias int64) int64 { return min(max(k-bias, tmin), tmax) }

// adapt returns the bias after a delta. Source: RFC 3492 section 6.1.
func adapt(delta, count int64, first bool) int64 {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / count
	k := int64(0)
	for ; delta > (base-tmin)*tmax/2; k += base {
		delta /= base - tmin
	}
	return k + (base-tmin+1)*delta/(delta+skew)
}
