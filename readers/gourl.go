package readers

import (
	"net/url"
	"runtime"
	"strings"
)

// goNetURL is the package itself, so its version is that of the Go release which
// built this program.
var goNetURL = &Reader{
	Name: "go", Title: "Go net/url", Language: "Go", Version: runtime.Version(),
	Family: "go",
	Departs: []string{
		"It accepts a port of any size.",
		"It accepts every character outside ASCII in a host.",
	},
	rules: &rules{scheme: goURL},
}

// goOldURL is the package in a program whose go.mod names a release before 1.26,
// which sets GODEBUG=urlstrictcolons=0.
var goOldURL = &Reader{
	Name: "go-1.25", Title: "Go net/url of modules before 1.26", Language: "Go", Version: "go1.25",
	Family:  "go",
	Departs: append([]string{"A host can contain colons."}, goNetURL.Departs...),
	rules:   &rules{scheme: goOldURLStage},
}

// goURL asks the package.
func goURL(p *parse) bool {
	u, err := url.Parse(p.text)
	if err != nil {
		return false
	}
	p.Scheme, p.Host, p.Port, p.Path = u.Scheme, u.Hostname(), plainNumber(u.Port()), u.EscapedPath()
	if u.Opaque != "" {
		p.Path = u.Opaque
	}
	if u.User != nil {
		p.User = u.User.String()
	}
	p.done = true
	return true
}

// goOldURLStage asks the package about the text with "!" for each colon of the host,
// and puts the colons back.
func goOldURLStage(p *parse) bool {
	before, after, _ := strings.Cut(p.text, "//")
	end := find(after, "/?#")
	start := strings.LastIndexByte(after[:end], '@') + 1
	host, port, ok := cutLast(after[start:end], ':')
	if !ok || strings.HasPrefix(host, "[") || strings.Contains(host, "!") {
		return goURL(p)
	}
	p.text = before + "//" + after[:start] + strings.ReplaceAll(host, ":", "!") + ":" + port + after[end:]
	ok = goURL(p)
	p.Host = strings.ReplaceAll(p.Host, "!", ":")
	return ok
}

// cutLast cuts s at the last c.
func cutLast(s string, c byte) (before, after string, ok bool) {
	if i := strings.LastIndexByte(s, c); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
