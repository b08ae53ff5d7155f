package extract

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/uts46"
	"github.com/earl-url/earl/internal/uts58"
)

// host reads the name of a host, which starts with a letter, a digit, "_", an escape or a
// character outside ASCII. A name in ASCII ends where its characters end. Any other name is
// never truncated, unless what precedes the end is known to be a host: see hostEnd.
func (t text) host(i int) (end int, v verdict) {
	if c, ok := t.at(i); !ok {
		return 0, t.end()
	} else if c < utf8.RuneSelf && !is(c, letter|digit) && c != '_' && c != '%' {
		return 0, none
	}
	const longest = 2 * hostLength // of a name outside ASCII, in bytes
	outside := false
	for end = i; end < len(t.b) && (!outside || end-i < longest); {
		switch c := t.b[end]; {
		case c == '%':
			switch t.escape(end) {
			case none:
				return t.hostEnd(i, end, outside)
			case found:
				end += len("%HH")
			default:
				return 0, t.end()
			}
		case is(c, hostOctet):
			end++
		case c < utf8.RuneSelf:
			return t.hostEnd(i, end, outside)
		default:
			r, n, v := t.rune(end)
			if v != found {
				return 0, v
			}
			if !isHostRune(r) {
				return t.hostEnd(i, end, outside)
			}
			outside = true
			end += n
		}
	}
	if v = t.end(); v == none || end < len(t.b) {
		return t.hostEnd(i, end, outside)
	}
	return 0, v
}

// isHostRune reports whether r, outside ASCII, may be in the name of a host. Source: UTS 46; UTS 58.
func isHostRune(r rune) bool {
	return isWord(r) || isIdeographicDot(r) || isApostrophe(r) || r != '…' && !isWide(r) && termOf(r) == uts58.Include
}

// isApostrophe reports whether r is an apostrophe, which is also a quotation mark.
func isApostrophe(r rune) bool { return r == '\u2018' || r == '\u2019' }

// hostEnd returns the end of the host in t.b[i:end], which contains characters outside ASCII
// if outside is set. Text in another script can follow a host directly, as in Chinese and
// Japanese. So a host ends at a change of the script, or at the end of a sentence, if it has a
// known top-level domain there and not at its end. If more of a URL follows, or neither end
// is known, all of the name is the host, as the edition whatwg reads it.
func (t text) hostEnd(i, end int, outside bool) (int, verdict) {
	if !outside {
		return end, found
	}
	c, ok := t.at(end)
	if !ok {
		return 0, t.end()
	}
	end = trimHost(t.b, i, end)
	all := t.b[i:end]
	if c == '/' || c == '?' || c == '#' || c == ':' && isTopLevel(all) {
		return end, found
	}
	known := 0
	for _, k := range hostCuts(all) {
		if isTopLevel(all[:k]) {
			known = k
		}
	}
	if known == 0 || isTopLevel(all) && !startsSentence(all[known:]) {
		return end, found
	}
	return i + known, found
}

// trimHost returns the end of a host without the marks after it.
func trimHost(b []byte, i, end int) int {
	for end > i {
		r, n := utf8.DecodeLastRune(b[i:end])
		if r < utf8.RuneSelf || !isIdeographicDot(r) && !isApostrophe(r) && !isSoft(r) && !isOrnament(r) {
			break
		}
		end -= n
	}
	return end
}

// hostCuts returns the first positions where a name may end before its end: at ideographic dots, and where
// characters outside ASCII follow others in a label.
func hostCuts(name []byte) (cuts []int) {
	const most = 8
	label := 0
	for k, r := range string(name) {
		switch {
		case len(cuts) == most:
			return cuts
		case r == '.':
			label = k + 1
		case isIdeographicDot(r):
			cuts = append(cuts, k)
			label = k + utf8.RuneLen(r)
		case r >= utf8.RuneSelf && k > label && name[k-1] < utf8.RuneSelf && is(name[label], letter):
			cuts = append(cuts, k)
		}
	}
	return cuts
}

// startsSentence reports whether an ideographic dot and a word with a capital letter begin b.
func startsSentence(b []byte) bool {
	r, n := utf8.DecodeRune(b)
	return isIdeographicDot(r) && n < len(b) && 'A' <= b[n] && b[n] <= 'Z'
}

//go:generate go run gen_tld.go

// special are the top-level domains that are not in the DNS. Source: rfc6761; rfc6762; rfc7686;
// rfc8375; rfc9476; and names in wide use.
var special = []string{"alt", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost", "onion", "test"}

// isTopLevel reports whether the last label of a name is a top-level domain.
func isTopLevel(name []byte) bool {
	top := lastLabel(name)
	if k := bytes.LastIndexFunc(top, isIdeographicDot); k >= 0 {
		_, n := utf8.DecodeRune(top[k:])
		top = top[k+n:]
	}
	return isDelegated(top) || slices.Contains(special, strings.ToLower(string(top)))
}

// isDelegated reports whether a label is a top-level domain of the DNS.
func isDelegated(label []byte) bool {
	const longest = 63 // rfc1035 2.3.4
	var room [longest]byte
	if len(label) > len(room) {
		return false
	}
	top := room[:0]
	for _, c := range label {
		if c >= utf8.RuneSelf {
			ascii, ok := uts46.ToASCII(string(label))
			if !ok {
				return false
			}
			top = []byte(ascii)
			break
		}
		top = append(top, lower(c))
	}
	low, high := 0, len(topLevel)
	for low < high { // a function that compares would copy the label to the heap
		if mid := (low + high) / 2; topLevel[mid] < string(top) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low < len(topLevel) && topLevel[low] == string(top)
}

// isBrokenHost reports whether the host of a URL is not one by the edition whatwg, which
// reads characters outside ASCII. Source: UTS 46.
func isBrokenHost(url []byte) bool {
	_, host, ok := bytes.Cut(url, []byte("//"))
	if !ok {
		return false
	}
	if n := bytes.IndexAny(host, "/?#"); n >= 0 {
		host = host[:n]
	}
	host = host[bytes.LastIndexByte(host, '@')+1:]
	if n := bytes.IndexByte(host, ':'); n >= 0 {
		host = host[:n]
	}
	_, ok = uts46.ToASCII(string(host))
	return !ok
}
