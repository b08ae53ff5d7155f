package readers

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// inetAton reads an IPv4 address of one to four numbers, each decimal, octal after
// "0" or hexadecimal after "0x", as C's inet_aton does. It returns four numbers.
func inetAton(s string) (string, bool) {
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return "", false
	}
	var address uint64
	for i, part := range parts {
		n, ok := cNumber(part)
		isLast := i == len(parts)-1
		if !ok || !isLast && n > 255 || isLast && n >= 1<<(8*(4-i)) {
			return "", false
		}
		if isLast {
			address |= n
		} else {
			address |= n << (24 - 8*i)
		}
	}
	return fmt.Sprintf("%d.%d.%d.%d", address>>24, address>>16&255, address>>8&255, address&255), true
}

// cNumber reads a number as C's strtoul with base 0, without a sign.
func cNumber(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		s, base = s[2:], 16
	case strings.HasPrefix(s, "0"):
		base = 8
	}
	if strings.HasPrefix(s, "+") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
}

// ntop6 returns an IPv6 address as glibc's inet_ntop: like rfc5952, and with the last
// four bytes in decimal after twelve zeros.
func ntop6(a netip.Addr) string {
	b := a.As16()
	if [12]byte(b[:12]) == [12]byte{} && b[12]|b[13] != 0 {
		return fmt.Sprintf("::%d.%d.%d.%d", b[12], b[13], b[14], b[15])
	}
	return a.String()
}

// isIPv6 reports whether s is an IPv6 address without a zone.
func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// withoutZeros removes zeros before the numbers of an address.
func withoutZeros(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		starts := i == 0 || ascii.Hex(s[i-1]) < 0
		if s[i] == '0' && i+1 < len(s) && ascii.Hex(s[i+1]) >= 0 && (starts || len(b) == 0 || ascii.Hex(b[len(b)-1]) < 0) {
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}
