package gitaddr

import (
	"bytes"
	"strconv"
	"strings"
)

// The functions below are the slow twin of Parse: what connect.c, url.c and
// transport.c of Git 2.39 do, with the offsets of C in one buffer that ends with
// 0. Where the program would print, they return a text; where it would die, they
// return "fatal".

// cstr returns the text at p, up to the next 0.
func cstr(b []byte, p int) string {
	if p < 0 {
		return ""
	}
	return string(b[p : p+bytes.IndexByte(b[p:], 0)])
}

// strchr returns the offset of c in the text at p, or -1.
func strchr(b []byte, p int, c byte) int {
	if k := strings.IndexByte(cstr(b, p), c); k >= 0 {
		return p + k
	}
	return -1
}

// strstr returns the offset of s in the text at p, or -1.
func strstr(b []byte, p int, s string) int {
	if k := strings.Index(cstr(b, p), s); k >= 0 {
		return p + k
	}
	return -1
}

// strtol returns the number at p and the offset after it.
func strtol(b []byte, p int) (n int64, end int) {
	s := cstr(b, p)
	i := 0
	for i < len(s) && s[i] == ' ' {
		i++
	}
	k := i
	if k < len(s) && (s[k] == '+' || s[k] == '-') {
		k++
	}
	digits := k
	for k < len(s) && '0' <= s[k] && s[k] <= '9' {
		k++
	}
	if k == digits {
		return 0, p
	}
	n, _ = strconv.ParseInt(s[i:k], 10, 64) // at a limit of int64 after an overflow, like strtol
	return n, p + k
}

// isURLSchemeChar is is_urlschemechar.
func isURLSchemeChar(first bool, ch byte) bool {
	alphanumeric := ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9'
	special := ch == '+' || ch == '-' || ch == '.'
	return alphanumeric || !first && special
}

// cIsURL is is_url.
func cIsURL(url []byte) bool {
	p := 0
	if !isURLSchemeChar(true, url[p]) {
		return false
	}
	p++
	for url[p] != 0 && url[p] != ':' {
		if !isURLSchemeChar(false, url[p]) {
			return false
		}
		p++
	}
	return strings.HasPrefix(cstr(url, p), "://")
}

// cDecode is url_decode.
func cDecode(url []byte) []byte {
	out, q := []byte(nil), url[:len(url)-1]
	if colon := bytes.IndexByte(q, ':'); colon > 0 {
		out, q = append(out, q[:colon]...), q[colon:]
	}
	for len(q) > 0 {
		if q[0] == '%' && len(q) >= 3 {
			high, low := strings.IndexByte("0123456789abcdef", q[1]|0x20), strings.IndexByte("0123456789abcdef", q[2]|0x20)
			if q[1] < '0' || q[2] < '0' {
				high = -1
			}
			if high >= 0 && low >= 0 && high<<4|low > 0 {
				out, q = append(out, byte(high<<4|low)), q[3:]
				continue
			}
		}
		out, q = append(out, q[0]), q[1:]
	}
	return append(out, 0)
}

// cIsLocal is url_is_local_not_ssh, without the drives of Windows.
func cIsLocal(url []byte) bool {
	colon, slash := strchr(url, 0, ':'), strchr(url, 0, '/')
	return colon < 0 || slash >= 0 && slash < colon
}

// cHostEnd is host_end.
func cHostEnd(b []byte, host int, removeBrackets bool) int {
	start := strstr(b, host, "@[")
	if start >= 0 {
		start++
	} else {
		start = host
	}
	if b[start] != '[' {
		return host
	}
	end := strchr(b, start+1, ']')
	if end < 0 {
		return host
	}
	if removeBrackets {
		b[end] = 0
		copy(b[start:], b[start+1:end+1])
		end++
	}
	return end
}

// cPort is the common part of get_host_and_port and get_port: the port after the
// colon at p, or "".
func cPort(b []byte, p int) string {
	if p < 0 {
		return ""
	}
	n, end := strtol(b, p+1)
	if end != p+1 && b[end] == 0 && 0 <= n && n < 65536 {
		b[p] = 0
		return cstr(b, p+1)
	}
	return ""
}

// diagnose is parse_connect_url and the part of git_connect that prints. The
// result is what "git fetch-pack --diag-url" prints.
func diagnose(orig string) string {
	const fatal = "fatal"
	url := append([]byte(orig), 0)
	if cIsURL(url) {
		url = cDecode(url)
	}
	separator, protocol := byte('/'), "local"
	host := strstr(url, 0, "://")
	if host >= 0 {
		url[host] = 0
		switch cstr(url, 0) {
		case "ssh", "git+ssh", "ssh+git":
			protocol = "ssh"
		case "git", "file":
			protocol = cstr(url, 0)
		default:
			return fatal
		}
		host += 3
	} else {
		host = 0
		if !cIsLocal(url) {
			protocol, separator = "ssh", ':'
		}
	}
	end := cHostEnd(url, host, false)
	path := end
	if protocol != "local" {
		path = strchr(url, end, separator)
	}
	if path < 0 || url[path] == 0 {
		return fatal
	}
	end = path
	if separator == ':' {
		path++
	}
	if (protocol == "git" || protocol == "ssh") && url[path] != 0 && url[path+1] == '~' {
		path++
	}
	name := cstr(url, path)
	url[end] = 0
	if protocol == "local" {
		protocol = "file"
	}
	b := append([]byte(cstr(url, host)), 0)
	if protocol != "ssh" {
		return "Diag: url=" + orig + "\nDiag: protocol=" + protocol + "\nDiag: hostandport=" + cstr(b, 0) + "\nDiag: path=" + name + "\n"
	}
	if strings.HasPrefix(name, "-") {
		return fatal
	}
	after := cHostEnd(b, 0, true)
	colon := strchr(b, after, ':')
	port := cPort(b, colon)
	if port == "" && colon >= 0 && b[colon+1] == 0 {
		b[colon] = 0
	}
	if port == "" {
		port = cPort(b, strchr(b, 0, ':'))
	}
	if port == "" {
		port = "NONE"
	}
	return "Diag: url=" + orig + "\nDiag: protocol=ssh\nDiag: userandhost=" + cstr(b, 0) + "\nDiag: port=" + port + "\nDiag: path=" + name + "\n"
}
