package nfs_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/open/nfs"
)

// dialogue reads a recording: the messages of the client and of the server, in turn, without
// their record marks.
func dialogue(t *testing.T, name string) (calls, replies []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var current *[]string
	for line := range strings.Lines(string(text)) {
		side, rest, _ := strings.Cut(line, " ")
		if side != "C" && side != "S" || len(rest) < 54 {
			continue
		}
		digits := strings.ReplaceAll(strings.TrimSpace(rest[6:min(len(rest), 54)]), " ", "")
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatalf("%s: %q: %v", name, digits, err)
		}
		if current = &calls; side == "S" {
			current = &replies
		}
		if strings.HasPrefix(rest, "0000 ") {
			*current = append(*current, "")
		}
		(*current)[len(*current)-1] += string(b)
	}
	for i := range calls {
		calls[i], replies[i] = calls[i][4:], replies[i][4:]
	}
	return calls, replies
}

// Recordings of libnfs with go-nfs 0.0.4: the arguments are those that this package sends, and
// it reads the results. Source: rfc1813; rfc4506.
func TestRecordings(t *testing.T) {
	rows := map[string]map[int]struct {
		name             string
		handle, argument string
		size             int
	}{
		"nfs-read.txt": {
			1: {"MNT", "", "/x", 0},
			5: {"LOOKUP", "\xaa\xbe\xfd\x3f\x2f\x39\x45\x15\x89\xd5\x5f\xb3\xce\x69\x0c\x19", "top.txt", 0},
			8: {"READ", "\x3c\xe3\x00\x1f\xaf\x88\x4c\xda\x9c\x48\x16\xab\xd8\xb1\x36\x0c", "", 12},
		},
	}
	for file, want := range rows {
		calls, replies := dialogue(t, file)
		for i, row := range want {
			args := calls[i][24+8+28+8:] // after the header, the credential of libnfs and the verifier
			if got := string(nfs.Arguments(row.name, row.handle, row.argument, 0, row.size)); got != args {
				t.Errorf("%s: the arguments of %s are\n%x, want\n%x", file, row.name, got, args)
			}
			results := replies[i][24:] // after the header
			if row.name != "READ" {
				results = results[4:] // ReadResults reads the status only of READ
			}
			n, err := nfs.ReadResults(row.name, 3, []byte(results))
			if want := map[string]int{"MNT": 16, "LOOKUP": 16, "READ": 12}[row.name]; n != want || err != nil {
				t.Errorf("%s: the results of %s have %d bytes, %v, want %d", file, row.name, n, err, want)
			}
		}
	}
	calls, replies := dialogue(t, "nfs-list.txt")
	for i, c := range calls {
		if !strings.HasPrefix(c[12:], words(100003, 3, 17)) {
			continue
		}
		handle := c[24+8+28+8+4:][:16]
		if got := string(nfs.Arguments("READDIRPLUS", handle, "", 0, 0)); !strings.HasPrefix(c[24+8+28+8:], got) {
			t.Errorf("the arguments of READDIRPLUS are %x, want the start of %x", got, c[24+8+28+8:])
		}
		n, err := nfs.ReadResults("READDIRPLUS", 3, []byte(replies[i][24+4:]))
		if want := 4 + len("...pubtop.txt") + 2*16; n != want || err != nil { // go-nfs sends no handles of "." and ".."
			t.Errorf("the entries of READDIRPLUS have %d bytes, %v, want %d", n, err, want)
		}
	}
}
