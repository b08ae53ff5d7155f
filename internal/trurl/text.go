package trurl

import (
	"strings"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/uts46"
)

// EscapeSpaces escapes the spaces of a text for --accept-space: as "+" in the query of a
// URL with "//", and as %20 elsewhere.
func EscapeSpaces(text string) string {
	before, rest, ok := strings.Cut(text, "?")
	if !ok || !strings.Contains(before, "://") || strings.Contains(before, "#") {
		return strings.ReplaceAll(text, " ", "%20")
	}
	query, fragment, ok := strings.Cut(rest, "#")
	text = strings.ReplaceAll(before, " ", "%20") + "?" + strings.ReplaceAll(query, " ", "+")
	if ok {
		text += "#" + strings.ReplaceAll(fragment, " ", "%20")
	}
	return text
}

// ASCIIHost converts the host of a text to ASCII. Most editions accept only such hosts,
// but --punycode and --as-idn also accept hosts in Unicode. A text without "//", or with a
// host that is not a domain name, stays unchanged.
func ASCIIHost(text string) string {
	start := strings.Index(text, "//") + len("//")
	if start < len("//") {
		return text
	}
	end := len(text)
	if n := strings.IndexAny(text[start:], "/?#\\"); n >= 0 {
		end = start + n
	}
	if at := strings.LastIndexByte(text[start:end], '@'); at >= 0 {
		start += at + 1
	}
	if colon := strings.LastIndexByte(text[start:end], ':'); colon >= 0 {
		end = start + colon
	}
	host := text[start:end]
	encoded, ok := uts46.ToASCII(host)
	if !ok || ascii.Only(host) {
		return text
	}
	return text[:start] + encoded + text[end:]
}

// ConvertsHosts reports whether hosts are printed in another form, so that
// [ASCIIHost] applies.
func (d *Editor) ConvertsHosts() bool {
	converts := d.display.Punycode || d.display.IDN
	for _, s := range d.template {
		converts = converts || s.display.Punycode || s.display.IDN
	}
	return converts
}

// curlSchemes are the schemes that libcurl can support.
// Source: https://curl.se/libcurl/c/curl_version_info.html, version 8.
const curlSchemes = " dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt mqtts pop3 pop3s" +
	" rtmp rtmpe rtmps rtmpt rtmpte rtmpts rtsp scp sftp smb smbs smtp smtps telnet tftp ws wss "

// CurlHas reports whether libcurl can support a scheme, for --curl.
func CurlHas(scheme string) bool { return strings.Contains(curlSchemes, " "+scheme+" ") }
