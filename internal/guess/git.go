package guess

import (
	"strings"

	"github.com/earl-url/earl/compat/gitaddr"
)

// Git returns a sentence about the address of a repository that ssh reads, such as
// git@example.org:group/project.git, with the URLs of the repository for https and
// ssh. It returns "" for any other text: one without a user, with a space, or whose
// path begins with what could be a port.
func Git(text string) string {
	a, err := gitaddr.Parse(text)
	if err != nil || a.Form != gitaddr.Short || a.User == "" || !isWord(a.User) || !isWord(strings.ReplaceAll(a.Host, ":", "")) || strings.Contains(text, " ") {
		return ""
	}
	if first, _, _ := strings.Cut(a.Path, "/"); a.Path != "" && a.Path[0] != '/' && strings.Trim(first, "0123456789") == "" {
		return ""
	}
	const is = "this is an address of Git, not a URL: write "
	https, hasHTTPS := a.HTTPS()
	ssh, hasSSH := a.SSH()
	switch {
	case hasHTTPS && hasSSH:
		return is + https + " or " + ssh
	case hasSSH:
		return is + ssh
	}
	return ""
}

// isWord reports whether text has only letters, digits, "-", "." and "_", and at
// least one of them.
func isWord(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' && c != '_' {
			return false
		}
	}
	return text != ""
}
