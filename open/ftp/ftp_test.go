package ftp

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// find returns a script by its name.
func find(t *testing.T, name string) script {
	t.Helper()
	for _, s := range scripts(t) {
		if s.name == name {
			return s
		}
	}
	t.Fatal("no script", name)
	return script{}
}

// sent returns how many bytes the server sends up to and including its final
// reply, without its reply to QUIT.
func (s script) sent() int64 {
	n := int64(0)
	for _, line := range s.lines("wire") {
		kind, text, _ := strings.Cut(line, " ")
		switch {
		case line == "C: QUIT":
			return n
		case kind == "S:":
			n += int64(len(unquote(text))) + 2
		case kind == "D:":
			n += int64(len(unquote(text)))
		}
	}
	return n
}

// B2, F3: a session that ends after any byte ends in an error, never in a
// complete object, and none of its texts contains a secret.
func TestCutAfterEveryOctet(t *testing.T) {
	for _, name := range []string{"cwd-absolute", "list-mlsd", "list-without-slash", "pasv-fallback", "type-a", "login-account"} {
		s := find(t, name)
		for cut := range s.sent() + 1 {
			synctest.Test(t, func(t *testing.T) {
				r, got := s.report(t.Context(), t, false, cut)
				<-r.peer.done
				if whole := cut == s.sent(); !whole && !strings.Contains(got, "error ") {
					t.Errorf("%s, truncated after %d bytes: no error:\n%s", name, cut, got)
				} else if whole && got != s.sections["want"] {
					t.Errorf("%s, cut before the end: got\n%swant\n%s", name, got, s.sections["want"])
				}
				said := got + strings.Join(r.trace, "\n") + fmt.Sprintf("%v %+v %s %q", r.err, r.err, r.err, r.err)
				for _, secret := range []string{"secret-7", "account-9"} {
					if strings.Contains(said, secret) {
						t.Errorf("%s, truncated after %d bytes: the secret is in\n%s", name, cut, said)
					}
				}
			})
		}
	}
}

// F3, P13: no password is shown, whatever the server sends at any step: neither
// that of the URL, nor that of the user, nor the account.
func TestNoPasswordIsShown(t *testing.T) {
	s := find(t, "login-account")
	wireLines := s.lines("wire")
	for i, line := range wireLines {
		if !strings.HasPrefix(line, "S: ") {
			continue
		}
		for _, code := range []string{"220", "331", "332", "421", "530", "550", "229", "99", "150"} {
			for _, secret := range []string{"secret-7", "account-9", "x9"} {
				if secret == "account-9" && i <= slices.Index(wireLines, "C: ACCT account-9") {
					continue // the user has not entered it yet
				}
				evil := append(slices.Clone(wireLines[:i]), "S: "+code+" "+secret+" "+secret, "X:")
				v := script{name: s.name, sections: map[string]string{
					"url":     strings.ReplaceAll(s.sections["url"], "secret-7", "x9secret-7"),
					"options": s.sections["options"],
					"wire":    strings.ReplaceAll(strings.Join(evil, "\n"), "PASS secret-7", "PASS x9secret-7"),
				}}
				if secret == "x9" { // a short password is hidden only during the login
					v.sections["url"] = strings.ReplaceAll(s.sections["url"], "secret-7", "x9")
					v.sections["wire"] = strings.ReplaceAll(strings.Join(evil, "\n"), "PASS secret-7", "PASS x9")
					if i > 3 {
						continue
					}
				}
				synctest.Test(t, func(t *testing.T) {
					r, got := v.report(t.Context(), t, false, -1)
					<-r.peer.done
					said := got + strings.Join(r.trace, "\n") + fmt.Sprintf("%v %+v %s %q", r.err, r.err, r.err, r.err)
					if strings.Contains(said, secret) && secret != "secret-7" || strings.Contains(said, "x9secret-7") {
						t.Errorf("line %d, %s: the secret is in\n%s", i, code, said)
					}
				})
			}
		}
	}
}

// B2, G11: the sent commands are those of the plan, in its order. (SIZE and
// MDTM are not sent to every server; QUIT and PASS have conditions.)
func TestWireIsWhatThePlanSays(t *testing.T) {
	for _, name := range []string{"cwd-encoded-slash", "cwd-absolute", "type-a", "type-d", "type-d-here", "list-mlsd", "list-root", "octets-encoded"} {
		synctest.Test(t, func(t *testing.T) {
			s := find(t, name)
			r, _ := s.report(t.Context(), t, false, -1)
			<-r.peer.done
			u := earl.RFC1738.MustParse(strings.TrimSpace(s.sections["url"]))
			plan, err := new(Opener).Plan(&open.Call{Request: open.Request{URL: u}})
			if err != nil {
				t.Fatal(err)
			}
			apart := func(line string) bool {
				verb, _, _ := strings.Cut(line, " ")
				return slices.Contains([]string{"PASS", "SIZE", "MDTM", "QUIT"}, verb)
			}
			var planned []string
			for _, step := range plan.Steps {
				if step.When == "" && !apart(step.Line) {
					planned = append(planned, earl.Octets(step.Line).Printable())
				}
			}
			var sent []string
			for _, line := range r.trace {
				if line, ours := strings.CutPrefix(line, "C: "); ours && !apart(line) {
					sent = append(sent, line)
				}
			}
			if !slices.Equal(sent, planned) {
				t.Errorf("%s: sent %q, the plan has %q", name, sent, planned)
			}
		})
	}
}

// A cancellation ends an open and a body at once, at any step.
func TestCancel(t *testing.T) {
	for _, name := range []string{"stall-data", "stall-reply", "stall-drip"} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			began := time.Now()
			r, got := find(t, name).report(ctx, t, false, -1)
			if took := time.Since(began); took != 5*time.Second || !strings.Contains(got, "deadline") {
				t.Errorf("%s: after %v: %s", name, took, got)
			}
			<-r.peer.done
		})
	}
}

// A body may be closed early, and more than once.
func TestCloseEarly(t *testing.T) {
	s := find(t, "stall-data")
	synctest.Test(t, func(t *testing.T) {
		r := s.open(t.Context(), t, false, -1)
		doc := r.res.(*open.Document)
		if _, err := io.ReadFull(doc.Body, make([]byte, 2)); err != nil {
			t.Error(err)
		}
		began := time.Now()
		doc.Body.Close()
		doc.Body.Close()
		if took := time.Since(began); took != 0 {
			t.Errorf("closing took %v", took)
		}
		if n, err := doc.Body.Read(make([]byte, 9)); n != 0 || err == nil || err == io.EOF {
			t.Errorf("Read of a closed body = %d, %v", n, err)
		}
		<-r.peer.done
	})
	s = find(t, "list-mlsd")
	synctest.Test(t, func(t *testing.T) {
		r := s.open(t.Context(), t, false, -1)
		list := r.res.(*open.Listing)
		for range list.Entries {
			break
		}
		for e := range list.Entries {
			t.Errorf("a second range yields %q", e.Name)
		}
		list.Close()
		<-r.peer.done
	})
}

// F7: the verbs that this package can send.
func TestNoCommandChangesAnything(t *testing.T) {
	allowed := strings.Fields("USER PASS ACCT TYPE CWD SIZE MDTM EPSV PASV REST RETR NLST LIST MLSD QUIT PBSZ PROT OPTS")
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				verb, _ := strconv.Unquote(lit.Value)
				if len(verb) >= 3 && len(verb) <= 4 && strings.Trim(verb, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && verb != "LF" {
					seen[verb] = true
				}
			}
			return true
		})
	}
	for verb := range seen {
		if !slices.Contains(allowed, verb) {
			t.Errorf("the package has the verb %q", verb)
		}
	}
	for _, verb := range allowed {
		if !seen[verb] {
			t.Errorf("the verb %q is not found: the test is blind", verb)
		}
	}
}

// rfc959 3.1.1.1: each CR LF becomes LF and every other byte stays, in pieces
// of any size.
func TestText(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads each byte by itself")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 2, 3, 10, 1000, wire.PumpBuffer - 1, wire.PumpBuffer, wire.PumpBuffer + 1, 3*wire.PumpBuffer + 5} {
		for range 20 {
			in := make([]byte, size)
			for i := range in {
				in[i] = "\r\nab"[random.IntN(4)]
			}
			want := bytes.ReplaceAll(in, []byte("\r\n"), []byte("\n"))
			for name, r := range map[string]io.Reader{
				"whole": bytes.NewReader(in), "half": iotest.HalfReader(bytes.NewReader(in)),
				"one": iotest.OneByteReader(bytes.NewReader(in)), "with EOF": iotest.DataErrReader(bytes.NewReader(in)),
			} {
				if name == "one" && size > 1000 {
					continue
				}
				var got bytes.Buffer
				_, err := io.Copy(&got, &text{ReadCloser: io.NopCloser(r)})
				if err != nil || !bytes.Equal(got.Bytes(), want) {
					t.Fatalf("%s: %d bytes: %v", name, size, err)
				}
			}
			got, err := io.ReadAll(iotest.OneByteReader(&text{ReadCloser: io.NopCloser(bytes.NewReader(in[:min(size, 1000)]))}))
			if want := bytes.ReplaceAll(in[:min(size, 1000)], []byte("\r\n"), []byte("\n")); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("byte by byte: %q, %v, want %q", got, err, want)
			}
		}
	}
	cut := &text{ReadCloser: io.NopCloser(io.MultiReader(strings.NewReader("a\r\nb\r"), iotest.ErrReader(open.ErrCut)))}
	if got, err := io.ReadAll(cut); string(got) != "a\nb\r" || err != open.ErrCut {
		t.Errorf("cut text = %q, %v", got, err)
	}
}

// Replies with a port, and replies without one.
func TestPorts(t *testing.T) {
	for text, want := range map[string]int{
		"Entering Extended Passive Mode (|||31227|)":  31227,
		"Extended Passive mode OK (|||31418|)":        31418,
		"Entering extended passive mode (!!!65535!).": 65535,
		"(|||0|)":       0,
		"(|||65536|)":   0,
		"(||1|31227|)":  0,
		"(|||31227":     0,
		"(|||+1024|)":   0,
		"no port":       0,
		"(":             0,
		"(|||)":         0,
		"(|||31 227|)":  0,
		"(|||031227|)x": 31227,
	} {
		if got, _ := extendedPort(text); got != want {
			t.Errorf("extendedPort(%q) = %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{
		"Entering Passive Mode (127,0,0,1,121,251).": 31227,
		"Entering Passive Mode 127,0,0,1,121,251":    31227,
		"=127,0,0,1,4,0":             1024,
		"227 ok 1 (0,0,0,0,255,255)": 65535,
		"(1,2,3,4,256,1)":            0,
		"(1,2,3,4,5)":                0,
		"(1,2,3,4,5,)":               0,
		"1,2,3,":                     0,
		"":                           0,
	} {
		if got, _ := passivePort(text); got != want {
			t.Errorf("passivePort(%q) = %d, want %d", text, got, want)
		}
	}
}

// FuzzReply parses replies from any bytes: each has a code of 100 to 599, and
// no reply is longer than the input.
func FuzzReply(f *testing.F) {
	for _, text := range []string{
		"220 (vsFTPd 3.0.3)\r\n", "220-a\r\n220 b\r\n331 c\r\n", "220-a\n 220 x\n220-b\n220\n", "99 x\r\n", "22", "220x\r\n", "\r\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		ours, theirs := net.Pipe()
		go func() {
			theirs.Write(text)
			theirs.Close()
		}()
		s := &session{Lines: dialogue.Lines{Multiline: true, Req: &open.Call{Request: open.Request{Policy: open.Policy{ReplyLine: 100}.Effective()}}}}
		s.Conn = wire.New(context.Background(), pipeConn{ours, nil}, time.Minute)
		defer s.Conn.Close()
		for n := 0; ; n++ {
			r, err := s.Reply()
			if err != nil {
				return
			}
			if r.Code < 100 || r.Code > 599 || n > len(text)/3 {
				t.Fatalf("reply %d of %q: %+v", n, text, r)
			}
			if !bytes.Contains(text, []byte(r.Text)) || !bytes.Contains(text, []byte(r.Last)) {
				t.Fatalf("reply %d of %q: %+v", n, text, r)
			}
		}
	})
}

// Each server may have its own options.
func TestOptionsForAHost(t *testing.T) {
	var asked []string
	o := Opener{Options: Options{Email: "all@example.org", Host: func(address string) Options {
		asked = append(asked, address)
		return Options{Email: "one@example.org"}
	}}}
	s, err := o.session(&open.Call{Request: open.Request{URL: earl.RFC1738.MustParse("ftp://h.example/x")}})
	if err != nil || s.opts.Email != "one@example.org" || !slices.Equal(asked, []string{"h.example:21"}) {
		t.Errorf("options %+v, %v, requested %q", s.opts, err, asked)
	}
}
