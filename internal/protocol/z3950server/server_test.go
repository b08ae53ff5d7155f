package z3950server

import (
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/internal/protocol/ber"
)

// books is a database of three records.
var books = Database{Name: "books", Records: []Record{
	{Text: []byte("Old maps\n"), MARC: MARC([]Field{{Tag: "001", Value: "m1"}, {Tag: "245", Indicators: "10", Subfields: []string{"aOld maps of caf\u00e9s"}}}),
		Keys: map[int][]string{4: {"Old maps of cafés"}, 1016: {"Old maps of cafés"}, 1032: {"m 1"}}, Whole: []int{1032}},
	{Text: []byte("New maps\n"), XML: []byte("<r/>"), Keys: map[int][]string{4: {"New maps"}, 1016: {"New maps"}, 1032: {"m 2"}}, Whole: []int{1032}},
	{Text: []byte("Mapping\n"), Keys: map[int][]string{4: {"Mapping"}, 1016: {"Mapping"}, 1032: {"m 3"}}, Whole: []int{1032}},
}}

// serve serves the books and returns the address.
func serve(t *testing.T) string {
	t.Helper()
	s := &Server{Databases: []Database{books}}
	return peers.Serve(t, func(c net.Conn) { s.Converse(c) })
}

// yaz-client, a client that others wrote, searches, retrieves and lists the index.
func TestRealYazClient(t *testing.T) {
	t.Parallel()
	program := peers.Program(t, "yaz-client")
	address := serve(t)
	for commands, wants := range map[string][]string{
		"find maps\nformat sutrs\nshow 1+2":                  {"Number of hits: 2", "Old maps", "New maps"},
		"find @attr 1=4 @attr 5=1 map\nformat sutrs\nshow 3": {"Number of hits: 3", "Mapping"},
		"find @and maps @or new nothing":                     {"Number of hits: 1"},
		"find @not maps new":                                 {"Number of hits: 1"},
		"find @attr 4=1 \"maps of\"":                         {"Number of hits: 1"},
		"find @attr 1=1032 \"m 2\"\nformat xml\nshow 1":      {"Number of hits: 1", "<r/>"},
		"find @attr 1=1032 \"m 1\"\nformat usmarc\nshow 1":   {"001 m1", "245 10 $a Old maps of caf\u00e9s"},
		"find @attr 1=1032 m":                                {"Number of hits: 0"},
		"find @attr 1=7 x":                                   {"[114] Unsupported Use attribute"},
		"find maps\nformat usmarc\nshow 2":                   {"[238] Record not available in requested syntax"},
		"find maps\nformat grs-1\nshow 1":                    {"[239] Record syntax not supported"},
		"find maps\nshow 9":                                  {"[13] Present request out of range"},
		"base nosuch\nfind x":                                {"[109] Database unavailable"},
		"scan map":                                           {"mapping (1)", "maps (2)", "new (1)"},
	} {
		cmd := exec.Command(program, "tcp:"+address+"/books")
		cmd.Stdin = strings.NewReader(commands + "\nquit\n")
		out, err := cmd.CombinedOutput()
		for _, want := range wants {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%q: %v, without %q:\n%s", commands, err, want, out)
			}
		}
	}
}

// A client that sends anything is answered or left.
func FuzzServer(f *testing.F) {
	f.Add(ber.Of(ber.Ctx(20), ber.Bits(ber.Ctx(3), 0, 1, 2)), ber.Of(ber.Ctx(22), ber.Of(ber.Ctx(18), ber.Bytes(ber.Ctx(105), "books")),
		ber.Of(ber.Ctx(21), ber.Of(ber.Ctx(1), ber.ObjectID(ber.OID, "1.2.840.10003.3.1"), ber.Of(ber.Ctx(0), ber.Of(ber.Ctx(102), ber.Bytes(ber.Ctx(45), "maps")))))))
	f.Add(ber.Of(ber.Ctx(20)), ber.Of(ber.Ctx(24), ber.Int(ber.Ctx(30), 1), ber.Int(ber.Ctx(29), 1<<62)))
	f.Add(ber.Of(ber.Ctx(20)), ber.Of(ber.Ctx(35), ber.Int(ber.Ctx(6), -1)))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		c := &client{server: &Server{Databases: []Database{books}}, size: maxMessage}
		for _, message := range [][]byte{first, second} {
			if e, _, err := ber.Parse(message, maxDepth); err == nil {
				answer, more := c.answer(e)
				if _, rest, err := ber.Parse(answer, maxDepth); len(answer) > 0 && (err != nil || len(rest) > 0) {
					t.Fatalf("the answer % x is not a message: %v", answer, err)
				}
				if !more {
					return
				}
			}
		}
	})
}
