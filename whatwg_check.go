package earl

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/octet"
	"github.com/earl-url/earl/internal/uts46"
)

// An examiner finds every validation error of the standard in a text. It is the
// slow twin of hrefWriter: it writes nothing, reports positions, and continues
// after a bad component. It allocates only if it finds something.
type examiner struct {
	in      string // the text without the characters that the standard removes first
	off     int    // the offset of in in the text
	offs    []int  // the offset of each byte of in in the text; nil: they are consecutive from off
	base    URL    // the zero URL: no base
	special bool
	file    bool
	all     bool // else only the first violation that is not repaired
	found   []Violation
}

// whatwgCheck returns all validation errors of a text with a base, or without
// one, or only the first that makes the parser fail. A relative reference
// without a base is checked with an http base. Source: whatwg URL parsing.
func whatwgCheck(text, base string, marks [8]uint32, reference, all bool) []Violation {
	if uint64(len(text)) > whatwgMax {
		return []Violation{{Off: whatwgMax, Len: len(text) - whatwgMax, Rule: ruleLong}}
	}
	if reference && base == "" {
		if _, _, is, _ := whatwgRelative(text); is {
			base, marks = whatwgAnyBase, whatwgAnyMarks
		}
	}
	x := examiner{in: whatwgTrim(text), base: URL{text: base, ends: marks}, all: all}
	for x.off < len(text) && text[x.off] <= ' ' {
		x.off++
	}
	end := len(text)
	if x.in == "" {
		x.off = 0
	} else {
		end = x.off + len(x.in)
	}
	if x.off > 0 {
		x.add(0, x.off, ruleWHATWGUnit, true)
	}
	if whatwgHasTabs(x.in) {
		x.tabs(text)
	}
	if x.in == "" && end > 0 {
		x.add(0, end, ruleWHATWGUnit, true)
		x.off = end
	}
	x.url()
	if end < len(text) {
		x.add(end, len(text), ruleWHATWGUnit, true)
	}
	if ascending := func(v, w Violation) int { return v.Off - w.Off }; !slices.IsSortedFunc(x.found, ascending) {
		slices.SortStableFunc(x.found, ascending)
	}
	return x.found
}

// whatwgAnyBase is the base for checking a relative reference that has none.
const whatwgAnyBase = "http://h/"

// whatwgAnyMarks are its offsets.
var whatwgAnyMarks = [8]uint32{4, 7, 7, 8, 8, 9, 9, 9}

// tabs reports tabs and newlines, and removes them.
func (x *examiner) tabs(text string) {
	clean := make([]byte, 0, len(x.in))
	x.offs = make([]int, 0, len(x.in))
	for i := range len(x.in) {
		switch c := x.in[i]; c {
		case '\t', '\n', '\r':
			x.add(x.off+i, x.off+i+1, ruleWHATWGUnit, true)
		default:
			clean = append(clean, c)
			x.offs = append(x.offs, x.off+i)
		}
	}
	x.off += len(x.in)
	x.in = string(clean)
}

// at returns the offset in the text of byte i of in.
func (x *examiner) at(i int) int {
	switch {
	case x.offs == nil:
		return x.off + i
	case i < len(x.offs):
		return x.offs[i]
	}
	return x.off
}

// repaired reports in[i:j] as something that the parser repairs.
func (x *examiner) repaired(i, j int, r Rule) { x.report(i, j, r, true) }

// fails reports in[i:j] as something that makes the parser fail.
func (x *examiner) fails(i, j int, r Rule) { x.report(i, j, r, false) }

// report adds a violation at in[i:j].
func (x *examiner) report(i, j int, r Rule, repaired bool) {
	start := x.at(i)
	end := start
	if j > i {
		end = x.at(j-1) + 1
	}
	x.add(start, end, r, repaired)
}

// add adds a violation at text[i:j], or extends the last one if it is adjacent.
func (x *examiner) add(i, j int, r Rule, repaired bool) {
	if !x.all && (repaired || len(x.found) > 0) {
		return
	}
	if n := len(x.found) - 1; n >= 0 {
		if v := &x.found[n]; v.Rule == r && v.Repaired == repaired && v.Off+v.Len == i {
			v.Len = j - v.Off
			return
		}
	}
	x.found = append(x.found, Violation{Off: i, Len: j - i, Rule: r, Repaired: repaired})
}

// url is the scheme state.
func (x *examiner) url() {
	n := whatwgSchemeLen([]byte(x.in))
	if n == 0 {
		x.withoutScheme()
		return
	}
	var port uint16
	x.special, port = whatwgSpecialFold([]byte(x.in[:n]))
	x.file = x.special && port == 0
	i := n + 1
	slashes := strings.HasPrefix(x.in[i:], "//")
	if x.special && !slashes {
		x.repaired(i, i, ruleWHATWGMissingSolidus)
	}
	switch {
	case x.file:
		x.fileURL(i)
	case x.special && !slashes && x.base.text != "" && strings.EqualFold(x.in[:n], x.baseScheme()):
		x.relative(i)
	case x.special && slashes:
		x.ignoreSlashes(i + 2)
	case x.special:
		x.ignoreSlashes(i)
	case slashes:
		x.authority(i + 2)
	case strings.HasPrefix(x.in[i:], "/"):
		x.path(i + 1)
	default:
		x.path(i) // opaque; its units are the same
	}
}

// baseScheme returns the base's scheme.
func (x *examiner) baseScheme() string { return x.base.text[:x.base.ends[endScheme]] }

// ignoreSlashes is the special authority ignore slashes state.
func (x *examiner) ignoreSlashes(i int) {
	for ; i < len(x.in) && x.isSlash(i); i++ {
		x.repaired(i, i+1, ruleWHATWGMissingSolidus)
	}
	x.authority(i)
}

// isSlash reports whether in[i] separates segments.
func (x *examiner) isSlash(i int) bool { return x.in[i] == '/' || x.in[i] == '\\' && x.special }

// slash returns the offset after in[i], a slash.
func (x *examiner) slash(i int) int {
	if x.in[i] == '\\' {
		x.repaired(i, i+1, ruleWHATWGReverseSolidus)
	}
	return i + 1
}

// withoutScheme is the no scheme state.
func (x *examiner) withoutScheme() {
	fragment := strings.HasPrefix(x.in, "#")
	if x.base.text == "" || x.base.isOpaque() && !fragment {
		x.fails(0, 0, ruleWHATWGNoScheme)
		x.path(0)
		return
	}
	var port uint16
	x.special, port = whatwgSpecial(x.baseScheme())
	x.file = x.special && port == 0
	switch {
	case x.base.isOpaque():
		x.units(1, len(x.in))
	case x.file:
		x.fileURL(0)
	default:
		x.relative(0)
	}
}

// relative is the relative state and the relative slash state.
func (x *examiner) relative(i int) {
	if i == len(x.in) || !x.isSlash(i) {
		x.path(i)
		return
	}
	i = x.slash(i)
	switch {
	case i < len(x.in) && x.isSlash(i) && x.special:
		x.ignoreSlashes(x.slash(i))
	case i < len(x.in) && x.in[i] == '/':
		x.authority(i + 1)
	default:
		x.path(i)
	}
}

// fileURL is the file state and the file slash state.
func (x *examiner) fileURL(i int) {
	switch {
	case i < len(x.in) && x.isSlash(i):
		if i = x.slash(i); i < len(x.in) && x.isSlash(i) {
			x.fileHost(x.slash(i))
			return
		}
	case x.base.text != "" && x.baseScheme() == "file" && startsWithDrive([]byte(x.in[i:])):
		x.repaired(i, i+2, ruleWHATWGDrive)
	}
	x.path(i)
}

// end returns the end of the login at i.
func (x *examiner) end(i int) int {
	for ; i < len(x.in); i++ {
		if c := x.in[i]; c == '/' || c == '?' || c == '#' || c == '\\' && x.special {
			break
		}
	}
	return i
}

// fileHost is the file host state.
func (x *examiner) fileHost(i int) {
	end := x.end(i)
	switch host := []byte(x.in[i:end]); {
	case isDriveLetter(host, ':') || isDriveLetter(host, '|'):
		x.repaired(i, end, ruleWHATWGDriveHost)
		x.path(end) // the letter starts the path; it is not checked again
		return
	case i < end:
		x.host(i, end)
	}
	x.pathStart(end)
}

// pathStart is the path start state.
func (x *examiner) pathStart(i int) {
	if i < len(x.in) && x.isSlash(i) {
		i = x.slash(i)
	}
	x.path(i)
}

// authority is the authority state, the host state and the port state.
func (x *examiner) authority(i int) {
	end := x.end(i)
	start := i
	if at := strings.LastIndexByte(x.in[i:end], '@'); at >= 0 {
		x.repaired(i, i+at+1, ruleWHATWGCredentials)
		i += at + 1
	}
	host, port := whatwgCutPort([]byte(x.in[i:end]))
	switch {
	case len(host) > 0:
		x.host(i, i+len(host))
	case x.special || port != nil || i > start:
		x.fails(i, i, ruleWHATWGHostMissing)
	}
	if port != nil {
		x.port(i+len(host)+1, end)
	}
	x.pathStart(end)
}

// port is the port state, for in[i:j].
func (x *examiner) port(i, j int) {
	digits := strings.TrimLeft(x.in[i:j], "0123456789")
	number := strings.TrimLeft(x.in[i:j], "0")
	switch {
	case digits != "":
		x.fails(i, j, ruleWHATWGPortInvalid)
	case len(number) > 5 || len(number) == 5 && number > "65535":
		x.fails(i, j, ruleWHATWGPortRange)
	}
}

// path is the path state, or the opaque path state, and the states after it.
func (x *examiner) path(i int) {
	end := len(x.in)
	if k := strings.IndexAny(x.in[i:], "?#"); k >= 0 {
		end = i + k
	}
	for x.special {
		k := strings.IndexByte(x.in[i:end], '\\')
		if k < 0 {
			break
		}
		x.units(i, i+k)
		i = x.slash(i + k)
	}
	x.units(i, end)
	i = end
	if i < len(x.in) && x.in[i] == '?' {
		end = len(x.in)
		if k := strings.IndexByte(x.in[i:], '#'); k >= 0 {
			end = i + k
		}
		x.units(i+1, end)
		i = end
	}
	x.units(min(i+1, len(x.in)), len(x.in))
}

// units reports the bytes of in[i:j] that are not URL units. Source: whatwg URL
// writing.
func (x *examiner) units(i, j int) {
	text := x.in[:j]
	for i = octet.Span(&octet.WHATWGClasses, text, i, octet.WHATWGUnit); i < j; i = octet.Span(&octet.WHATWGClasses, text, i, octet.WHATWGUnit) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isURLCodePoint(r) || n == 1 {
			x.repaired(i, i+n, ruleWHATWGUnit)
		}
		i += n
	}
}

// isURLCodePoint reports whether r, a character outside ASCII, is a URL code
// point.
func isURLCodePoint(r rune) bool {
	return 0xA0 <= r && r <= 0x10FFFD && r&0xFFFE != 0xFFFE && (r < 0xFDD0 || r > 0xFDEF)
}

// host is the host parser, for in[i:j], which is not empty.
func (x *examiner) host(i, j int) {
	host := x.in[i:j]
	switch {
	case host[0] == '[':
		_, off, r := readIPv6([]byte(host))
		if r == "" {
			off = len(host) - 1
		}
		x.leadingZeros(i+1, i+off, r == "" || r == ruleWHATWGIPv6TooFew)
		if r != "" {
			x.fails(i+off, min(i+off+1, j), r)
		}
	case x.special:
		x.domain(i, j)
	default:
		ok := true
		for k := i; k < j; k++ {
			if isForbiddenHost(x.in[k]) {
				x.fails(k, k+1, ruleWHATWGHostOctet)
				ok = false
			}
		}
		if ok {
			x.units(i, j)
		}
	}
}

// leadingZeros reports the pieces in[i:j] of an IPv6 address that have leading
// zeros. whole means that the last piece is complete: the parser did not fail
// on it.
func (x *examiner) leadingZeros(i, j int, whole bool) {
	for i < j {
		k := i
		for k < j && octet.HexPlus1[x.in[k]] != 0 {
			k++
		}
		if k < j && x.in[k] == '.' || k == j && !whole {
			return
		}
		if k > i+1 && x.in[i] == '0' {
			x.repaired(i, k, ruleWHATWGIPv6Zero)
		}
		i = k + 1
	}
}

// domain is the domain parser, for in[i:j].
func (x *examiner) domain(i, j int) {
	host := x.in[i:j]
	domain, plain := host, true
	if strings.IndexByte(host, '%') >= 0 {
		for k := i; k < j; k++ {
			if octet.IsEscape(x.in[:j], k) && x.in[k] == '%' {
				x.repaired(k, k+3, ruleWHATWGDomainPercent)
				k += 2
			}
		}
		domain, plain = string(Unescape(host)), false
	}
	strict := uts46.IsStrict(domain)
	ascii := isASCII([]byte(domain))
	if !ascii {
		plain = false
		var ok bool
		if domain, ok = uts46.ToASCII(domain); !ok || domain == "" {
			x.fails(i, j, ruleWHATWGToASCII)
			return
		}
	}
	if !x.domainOctets(i, j, domain, plain) {
		return
	}
	if !strict {
		x.repaired(i, j, ruleWHATWGToASCII)
	}
	if !whatwgEndsInNumber([]byte(domain)) {
		return
	}
	if !ascii {
		x.repaired(i, j, ruleWHATWGIPv4NonASCII)
	}
	x.ipv4(i, j, domain, plain)
}

// domainOctets reports forbidden domain code points, and returns true if the
// domain has none. plain means that the domain is in[i:j], unchanged.
func (x *examiner) domainOctets(i, j int, domain string, plain bool) bool {
	ok := true
	for k := range len(domain) {
		if octet.WHATWGClasses[domain[k]]&(octet.WHATWGDomain|octet.WHATWGAlpha) == 0 {
			if ok = false; !plain {
				x.fails(i, j, ruleWHATWGToASCII)
				break
			}
			x.fails(i+k, i+k+1, ruleWHATWGToASCII)
		}
	}
	return ok
}

// ipv4 is the IPv4 parser, for a domain that ends in a number.
func (x *examiner) ipv4(i, j int, domain string, plain bool) {
	parts := strings.Split(strings.TrimSuffix(domain, "."), ".")
	if strings.HasSuffix(domain, ".") {
		dot := j - 1
		if !plain {
			dot = i
		}
		x.repaired(dot, j, ruleWHATWGIPv4Empty)
	}
	if len(parts) > 4 {
		x.fails(i, j, ruleWHATWGIPv4TooMany)
		return
	}
	if len(parts) < 4 {
		x.repaired(i, j, ruleWHATWGIPv4TooFew)
	}
	start, last := i, len(parts)-1
	for k, part := range parts {
		end := start + len(part)
		if !plain {
			start, end = i, j
		}
		n, other, ok := whatwgNumber([]byte(part))
		if other {
			x.repaired(start, end, ruleWHATWGIPv4NonDecimal)
		}
		switch {
		case !ok:
			x.fails(start, end, ruleWHATWGIPv4NonNumeric)
		case k < last && n > 255, k == last && n >= 1<<(8*(4-last)):
			x.fails(start, end, ruleWHATWGIPv4Range)
		case n > 255:
			x.repaired(start, end, ruleWHATWGIPv4Range)
		}
		start = end + 1
	}
}
