package config

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// maxNetrc limits the size of a file in bytes. No real file is that large.
const maxNetrc = 1 << 20

// A netrc has the logins of a file in the format of ftp and curl: machines with their
// login, password and account, in order. "default" is for every other machine. Macros are
// skipped.
type netrc []netrcEntry

// A netrcEntry is one machine.
type netrcEntry struct {
	host              string // in lower case
	other             bool   // "default": every other host
	login             earl.Field
	password, account earl.Secret
}

// login returns the entry for a host, and for a user if user is present. The
// entry "default" is only for hosts that the user typed: a redirect to another
// server must not get its password.
func (n netrc) login(host string, user earl.Field, typed bool) (netrcEntry, bool) {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	for _, e := range n {
		if (e.host == host || e.other && typed) && (!user.Present || !e.login.Present || e.login == user) {
			return e, true
		}
	}
	return netrcEntry{}, false
}

// fill adds missing values to the login. It reports whether it added a password or an
// account.
func (e netrcEntry) fill(l *open.Login) (filled bool) {
	if !l.User.Present {
		l.User = e.login
	}
	if _, has := l.Password.Reveal(); !has {
		l.Password = e.password
		_, filled = e.password.Reveal()
	}
	if _, has := e.account.Reveal(); has {
		l.Account, filled = e.account, true
	}
	return filled
}

// netrcPath returns the default path of the file.
func netrcPath() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(home, ".netrc")
	if runtime.GOOS == "windows" {
		if _, err := os.Stat(path); err != nil {
			path = filepath.Join(home, "_netrc")
		}
	}
	return path, nil
}

// readNetrc reads a file. If other users can read the file, it returns a warning;
// otherwise warning is "".
func readNetrc(path string) (n netrc, warning string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	if mode := info.Mode(); runtime.GOOS != "windows" && mode.IsRegular() && mode.Perm()&0o077 != 0 {
		warning = fmt.Sprintf("%s contains passwords, and other users can read it (mode %04o); use chmod 600", path, mode.Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, maxNetrc+1))
	if err == nil && len(text) > maxNetrc {
		err = fmt.Errorf("%s has more than %d bytes", path, maxNetrc)
	}
	if err != nil {
		return nil, "", err
	}
	n, line := parseNetrc(string(text))
	if line > 0 {
		return nil, "", fmt.Errorf("%s, line %d: must be machine, default, login, password, account or macdef, with its value", path, line)
	}
	return n, warning, nil
}

// parseNetrc reads the text of a file. wrong is the line of the first word that is not
// valid, or 0.
func parseNetrc(text string) (n netrc, wrong int) {
	w := netrcWords{rest: text, line: 1}
	for {
		w.skipComments()
		if w.rest == "" {
			return n, 0
		}
		word, ok := w.next()
		line := w.line
		var value string
		if ok && word != "default" {
			value, ok = w.next()
		}
		switch {
		case !ok:
			return n, line
		case word == "machine":
			n = append(n, netrcEntry{host: strings.TrimSuffix(strings.ToLower(value), ".")})
		case word == "default":
			n = append(n, netrcEntry{other: true})
		case word == "macdef":
			w.skipMacro()
		case len(n) == 0:
			return n, line
		case word == "login":
			n[len(n)-1].login = earl.Some(earl.Octets(value))
		case word == "password":
			n[len(n)-1].password = earl.NewSecret(earl.Octets(value))
		case word == "account":
			n[len(n)-1].account = earl.NewSecret(earl.Octets(value))
		default:
			return n, line
		}
	}
}

// netrcWords reads the words of a file.
type netrcWords struct {
	rest string
	line int // of the last word
}

// skipComments skips to the next word that is not in a comment. A comment is "#"
// and the rest of its line.
func (w *netrcWords) skipComments() {
	for w.skipBlanks(); strings.HasPrefix(w.rest, "#"); w.skipBlanks() {
		w.skipLine()
	}
}

// next returns the next word. A quoted word may contain blanks, and \n, \r and
// \t as in C.
func (w *netrcWords) next() (string, bool) {
	w.skipBlanks()
	if w.rest == "" {
		return "", false
	}
	if w.rest[0] == '"' {
		return w.quoted()
	}
	end := strings.IndexAny(w.rest, " \t\r\n")
	if end < 0 {
		end = len(w.rest)
	}
	word := w.rest[:end]
	w.rest = w.rest[end:]
	return word, true
}

// skipBlanks skips to the next word.
func (w *netrcWords) skipBlanks() {
	trimmed := strings.TrimLeft(w.rest, " \t\r\n")
	w.line += strings.Count(w.rest[:len(w.rest)-len(trimmed)], "\n")
	w.rest = trimmed
}

// skipLine skips to the end of the line.
func (w *netrcWords) skipLine() {
	if end := strings.IndexByte(w.rest, '\n'); end >= 0 {
		w.rest = w.rest[end:]
		return
	}
	w.rest = ""
}

// skipMacro skips to after the empty line that ends a macro.
func (w *netrcWords) skipMacro() {
	for w.skipLine(); w.rest != ""; w.skipLine() {
		w.rest = w.rest[1:]
		w.line++
		if w.rest == "" || w.rest[0] == '\n' || strings.HasPrefix(w.rest, "\r\n") {
			return
		}
	}
}

// quoted returns a quoted word, or false if its closing quote is missing.
func (w *netrcWords) quoted() (string, bool) {
	var b strings.Builder
	for i := 1; i < len(w.rest); i++ {
		c := w.rest[i]
		switch {
		case c == '"':
			w.rest = w.rest[i+1:]
			return b.String(), true
		case c == '\n':
			return "", false
		case c == '\\' && i+1 < len(w.rest):
			i++
			c = w.rest[i]
			if k := strings.IndexByte("nrt", c); k >= 0 {
				c = "\n\r\t"[k]
			}
		}
		b.WriteByte(c)
	}
	return "", false
}
