package readers

import (
	"regexp"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/ascii"
)

// ruby models URI.parse, which uses the parser for rfc3986.
var ruby = &Reader{
	Name: "ruby", Title: "Ruby URI", Language: "Ruby", Version: "3.1.7, uri 0.12.4",
	Family: "ruby",
	Departs: []string{
		"A query can contain every ASCII character.",
		"A port is the usual one of the scheme if the text has none.",
		"What follows the scheme without a slash is one opaque part, with its query.",
		"The path of ftp has no first slash and no typecode.",
		"It refuses an address of mailto without one @.",
	},
	rules: &rules{clean: rubyClean, scheme: rubyScheme, hostport: rubyHostport, path: rubyPath},
}

// rubyClean checks the text without its query.
func rubyClean(p *parse) bool {
	before, fragment, hasFragment := strings.Cut(p.rest, "#")
	before, _, _ = strings.Cut(before, "?")
	if hasFragment {
		before += "#" + fragment
	}
	_, err := earl.RFC3986.ParseReference(before)
	return err == nil && ascii.Only(p.rest)
}

// hasBadEscape reports whether "%" is before two bytes that are both no hexadecimal
// digits.
func hasBadEscape(s string) bool {
	for i := range len(s) - 2 {
		if s[i] == '%' && ascii.Hex(s[i+1]) < 0 && ascii.Hex(s[i+2]) < 0 {
			return true
		}
	}
	return false
}

// rubyScheme ends the reading of an opaque text.
func rubyScheme(p *parse) bool {
	cutScheme(p)
	p.Port = rubyPort(p.Scheme)
	isLDAP := strings.HasPrefix(p.Scheme, "ldap") && rubyPort(p.Scheme) != ""
	if isLDAP && strings.Contains(p.rest, "#") || strings.HasPrefix(p.rest, "//[V") || strings.Contains(p.rest, "@[V") {
		return false
	}
	if p.Scheme != "" && p.rest != "" && strings.IndexByte("/?#", p.rest[0]) < 0 {
		p.Path, p.done = p.rest[:find(p.rest, "#")], true
		to, _, _ := strings.Cut(p.Path, "?")
		return p.Scheme != "ftp" && (p.Scheme != "mailto" || rubyMail().MatchString(to))
	}
	return p.Scheme != "mailto" || strings.Contains(p.rest[:find(p.rest, "#")], "?")
}

// rubyMail matches addresses with "," or ";" after them.
var rubyMail = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[^@,;]+@[^@,;]+(?:$|[,;]))*$`)
})

func rubyPort(scheme string) string {
	switch scheme {
	case "ws":
		return "80"
	case "wss":
		return "443"
	case "ldap":
		return "389"
	case "ldaps":
		return "636"
	}
	return usualPort(scheme)
}

// rubyHostport keeps brackets, and the usual port instead of an empty one.
func rubyHostport(p *parse) bool {
	usual := p.Port
	p.Port = ""
	ok := lastColon(p)
	if strings.HasPrefix(p.authority, "[") {
		p.Host = "[" + p.Host + "]"
	}
	if p.Port == "" {
		p.Port = usual
	}
	if p.Scheme == "file" {
		p.Port = ""
		if p.Host == "localhost" {
			p.Host = ""
		}
	}
	return ok
}

func rubyPath(p *parse) bool {
	cutPath(p)
	_, query, _ := strings.Cut(p.rest[:find(p.rest, "#")], "?")
	if hasBadEscape(query) {
		return false
	}
	if p.Scheme == "ftp" {
		p.Path = strings.TrimPrefix(p.Path, "/")
		if rest, ok := strings.CutPrefix(p.Path, "%2F"); ok {
			p.Path = "/" + rest
		}
		if i := strings.Index(p.Path, ";type="); i > 0 {
			p.Path = p.Path[:i]
		}
	}
	return true
}
