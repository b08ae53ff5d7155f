package readers

import (
	"strings"

	"github.com/earl-url/earl/internal/uts46"
)

// idn2 converts a host to ASCII like libidn2 in curl and wget: first with ß and the
// other deviations of UTS 46 kept, then with them mapped.
func idn2(host string) (string, bool) {
	if a, ok := strictIDN(host); ok {
		return a, true
	}
	return strictIDN(strings.NewReplacer("ß", "ss", "ς", "σ", "\u200c", "", "\u200d", "").Replace(host))
}

// strictIDN refuses a character that becomes a dot, except the four dots of IDNA, and
// a label outside ASCII with characters that are no letters, digits, hyphens or underscores.
func strictIDN(host string) (string, bool) {
	dots := strings.Count(host, ".") + strings.Count(host, "。") + strings.Count(host, "．") + strings.Count(host, "｡")
	host, ok := uts46.ToASCII(host)
	if !ok || strings.Count(host, ".") != dots {
		return "", false
	}
	for label := range strings.SplitSeq(host, ".") {
		isPlain := !strings.HasPrefix(label, "xn--") || only(label, letters+digits+"-_")
		if !isPlain || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") && label != "xn--" {
			return "", false
		}
	}
	return host, true
}
