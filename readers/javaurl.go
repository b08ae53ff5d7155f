package readers

import (
	"strconv"
	"strings"
	"unicode"
)

// javaURL models new URL(text) with the getters of its parts.
var javaURL = &Reader{
	Name: "java-url", Title: "java.net.URL", Language: "Java", Version: "17.0.15",
	Family: "java-url", schemes: []string{"http", "https", "ftp", "file", "jar", "mailto", "jrt", "jmod"},
	Departs: []string{
		"It removes spaces and control characters at both ends, and url: at the start.",
		"It accepts only schemes that it has a handler for.",
		"It finds no host in an authority with two @, and accepts it.",
		"It accepts almost every character in a host and in a path.",
		"A port can have a sign, and digits of any script.",
	},
	rules: &rules{
		clean: javaClean, scheme: javaScheme, slashes: javaAuthority, userinfo: javaUser, hostport: javaHostport,
		port: javaPort, host: javaHost,
	},
}

func javaClean(p *parse) bool {
	p.rest = strings.Trim(p.rest, controls+" ")
	if len(p.rest) >= 4 && lower(p.rest[:4]) == "url:" {
		p.rest = p.rest[4:]
	}
	return true
}

func javaScheme(p *parse) bool {
	cutScheme(p)
	switch p.Scheme {
	case "http", "https", "ftp", "file", "jar", "mailto", "jrt", "jmod":
	default:
		return false
	}
	p.rest, _, _ = strings.Cut(p.rest, "#")
	if p.Scheme == "mailto" {
		return javaMail(p)
	}
	p.rest, _, _ = strings.Cut(p.rest, "?")
	return p.Scheme != "jar" || strings.Contains(p.rest, "!/")
}

// javaMail accepts every address that is not blank.
func javaMail(p *parse) bool {
	p.done = true
	p.Path = p.rest
	if path, _, ok := cutLast(p.rest, '?'); ok {
		p.Path = path
	}
	return strings.TrimSpace(p.rest) != ""
}

// javaAuthority takes an authority after two slashes, but not after four.
func javaAuthority(p *parse) bool {
	if strings.HasPrefix(p.rest, "////") {
		return true
	}
	return cutAuthority(p)
}

func javaUser(p *parse) bool {
	if strings.Count(p.authority, "@") > 1 {
		p.authority = ""
	}
	return firstAt(p)
}

func javaHostport(p *parse) bool {
	if !strings.HasPrefix(p.authority, "[") {
		p.Host, p.Port, p.hasPort = strings.Cut(p.authority, ":")
		return true
	}
	ok := bracketed(p)
	if !ok || len(p.Host) < 2 || !javaIPv6(p.Host) {
		return false
	}
	p.Host = "[" + p.Host + "]"
	return true
}

// javaPort reads the port as Integer.parseInt does. A port of -1 is no port.
func javaPort(p *parse) bool {
	if p.Port == "" {
		return true
	}
	sign := ""
	if p.Port[0] == '-' || p.Port[0] == '+' {
		sign, p.Port = p.Port[:1], p.Port[1:]
	}
	number, err := strconv.ParseInt(asciiDigits(p.Port), 10, 32)
	if err != nil || sign == "-" && number > 1 || strings.HasPrefix(p.Port, "+") || strings.HasPrefix(p.Port, "-") {
		return false
	}
	p.Port = strconv.FormatInt(number, 10)
	if sign == "-" && number == 1 {
		p.Port = ""
	}
	return true
}

// asciiDigits replaces the decimal digits of every script in the BMP by ASCII digits.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		for _, digits := range unicode.Nd.R16 {
			if lo := rune(digits.Lo); lo <= r && r <= rune(digits.Hi) {
				return '0' + (r-lo)%10
			}
		}
		return r
	}, s)
}

// javaIPv6 reports whether s is an IPv6 address, with zeros before a number, and with
// a zone.
func javaIPv6(s string) bool {
	address, zone, ok := strings.Cut(s, "%")
	return !(ok && zone == "") && isIPv6(withoutZeros(address))
}

// javaHost refuses control characters and those whose normal form contains a delimiter.
func javaHost(p *parse) bool {
	return !strings.ContainsAny(p.Host, controls+"\x7f⁇⁈⁉℀℁℅℆⩴﹕﹖﹟﹫＃／：？＠")
}
