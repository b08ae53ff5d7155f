package peers

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Dict is a dictionary server with two databases of the words of [Words]: "tiny", and
// "closed", which only [User] sees, after a login with [Password].
type Dict struct {
	Server
	User, Password string
}

// Words returns the headwords of a dictionary with their texts, in the order of its index.
func Words() [][2]string {
	return [][2]string{
		{"gopher", "gopher\n   An animal that digs.\n"},
		{"locator", "locator\n   What tells where a thing is.\n.a line that begins with a dot\n.\n..two\n   See also {gopher}.\n"},
		{"na\u00efve", "na\u00efve\n   Simple.\n"},
		{`say "a\b"`, "A word with quotes and a backslash.\n"},
		{"url", "url\n   A locator written as text.\n"},
	}
}

// dictConfig is the configuration of dictd. It has one directive per line.
const dictConfig = `global {
 listen_to 127.0.0.1
 port %[1]d
}
access {
 allow *
}
database tiny {
 data "%[2]s"
 index "%[3]s"
}
database closed {
 access {
  user %[4]s
 }
 data "%[2]s"
 index "%[3]s"
}
user %[4]s "%[5]s"
`

// Dictd starts dictd.
func Dictd(t testing.TB) *Dict {
	t.Helper()
	needsLinux(t, "dictd")
	program, dir := Program(t, "dictd"), scratch(t)
	data, index := dictFiles()
	dataPath, indexPath := write(t, dir, "words.dict", data), write(t, dir, "words.index", index)
	port := start(t, "dictd", dir, func(port int) *exec.Cmd {
		config := write(t, dir, "dictd.conf", fmt.Sprintf(dictConfig, port, dataPath, indexPath, User, Password))
		return exec.Command(program, "-c", config, "-dnodetach", "--locale", "C.UTF-8", "--pid-file", filepath.Join(dir, "pid"))
	}, func(addr string) error { return ask(addr, "QUIT\r\n", "220 ") })
	return &Dict{Server: Server{Name: "dictd", Addr: address(port), Root: dir, scheme: "dict"}, User: User, Password: Password}
}

// dictFiles returns the data and the index of a database. A line of the index has a headword, and
// the offset and length of its text, separated by tabs.
func dictFiles() (data, index string) {
	words := append([][2]string{{"00-database-short", "A small dictionary\n"}}, Words()...)
	var b strings.Builder
	var lines []string
	for _, w := range words {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\n", w[0], dictNumber(b.Len()), dictNumber(len(w[1]))))
		b.WriteString(w[1])
	}
	slices.Sort(lines)
	return b.String(), strings.Join(lines, "")
}

// dictNumber returns a number in the digits of an index.
func dictNumber(n int) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	text := digits[n%64 : n%64+1]
	if n < 64 {
		return text
	}
	return dictNumber(n/64) + text
}
