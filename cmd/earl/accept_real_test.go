//go:build linux

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/internal/protocol/waisserver"
	"github.com/earl-url/earl/open/opentest"
)

// An opened is one command line and its expected result.
type opened struct {
	args   string // arguments: "get URL", "ls URL", split on spaces
	stdin  string
	want   string   // all of stdout, or "" to check only has
	has    []string // texts in stdout and stderr, in this order
	status int
}

// TestRealEveryScheme is the acceptance of all ten schemes of RFC 1738: the
// built command against servers that others wrote. For wais it uses a local server that was
// written only from the protocol, and recordings of freeWAIS-sf. For prospero it uses
// recordings of the server of 1994.
func TestRealEveryScheme(t *testing.T) {
	longtest.OnlyInGate(t, "opens every scheme from every side")
	earl := buildEarl(t)
	for _, server := range []struct {
		name string // scheme and program
		runs func(t *testing.T) []opened
	}{
		{"ftp vsftpd", func(t *testing.T) []opened { return ftpRuns(peers.VSFTPD(t)) }},
		{"ftp proftpd", func(t *testing.T) []opened { return ftpRuns(peers.ProFTPD(t)) }},
		{"ftp pyftpdlib", func(t *testing.T) []opened { return ftpRuns(peers.PyFTPD(t)) }},
		{"http nginx", httpRuns},
		{"gopher gophernicus", func(t *testing.T) []opened { return gopherRuns(peers.Gophernicus(t), "") }},
		{"gopher pygopherd", gopherPlusRuns},
		{"mailto", mailtoRuns},
		{"news and nntp inn", func(t *testing.T) []opened { return newsRuns(t, peers.INN(t), "1") }},
		{"news and nntp sn", func(t *testing.T) []opened { return newsRuns(t, peers.SN(t), "10") }},
		{"telnet telnetd", telnetRuns},
		{"wais waistest", waisRuns},
		{"wais freeWAIS-sf recorded", waisRecorded},
		{"file", fileRuns},
		{"prospero recorded", prosperoRecorded},
		{"prospero to ftp vsftpd", prosperoToFTP},
	} {
		t.Run(server.name, func(t *testing.T) {
			for _, run := range server.runs(t) {
				run.check(t, earl)
			}
		})
	}
}

// check runs the command line.
func (o opened) check(t *testing.T, earl string) {
	t.Helper()
	cmd := exec.Command(earl, strings.Fields(o.args)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(o.stdin), &stdout, &stderr
	cmd.Env = append(os.Environ(), "NO_PROXY=*")
	err := cmd.Run()
	status := cmd.ProcessState.ExitCode()
	if status != o.status {
		t.Errorf("earl %s: %v, want status %d\n%s%s", o.args, err, o.status, &stdout, &stderr)
	}
	if got := stdout.String(); o.want != "" && got != o.want {
		t.Errorf("earl %s: %q, want %q", o.args, got, o.want)
	}
	rest := stdout.String() + stderr.String()
	for _, text := range o.has {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Errorf("earl %s: no %q, in this order, in\n%s%s", o.args, text, &stdout, &stderr)
			return
		}
		rest = after
	}
}

// B1 to B4, B19 to B21.
func ftpRuns(p *peers.FTP) []opened {
	files := peers.Files()
	runs := []opened{
		{args: "get " + p.URL("pub/readme.txt"), want: files["pub/readme.txt"]},
		{args: "get " + p.URL("pub/octets.bin;type=i"), want: files["pub/octets.bin"]},
		{args: "get " + p.URL("pub/with%20space/a%3Bb.txt"), want: files["pub/with space/a;b.txt"]},
		{args: "get " + p.URL("pub/na%C3%AFve-%E5%90%8D.txt"), want: files["pub/naïve-名.txt"]},
		{args: "ls " + p.URL("pub/"), has: []string{"  page.html\n"}},
		{args: "ls --urls " + p.URL("pub/"), has: []string{p.URL("pub/semi%3Bcolon/") + "\n"}},
		{args: "ls " + p.URL("pub;type=d"), has: []string{"readme.txt"}},
		{args: "get " + p.URL("pub/none"), status: statusNotFound, has: []string{"550"}},
		{args: "get " + p.URL("pub/x%0D%0ADELE%20y"), status: statusRefused, has: []string{"ctl-octet"}},
	}
	if p.User != "" { // 3.2.2's two files
		home := "get ftp://alice:wonder%3Aland%401@" + p.Addr
		runs = append(runs,
			opened{args: home + "/etc/motd", want: files["home/alice/etc/motd"]},
			opened{args: home + "/%2Fetc/motd", want: files["etc/motd"]},
			opened{args: "get ftp://alice:wrong@" + p.Addr + "/etc/motd", status: statusLogin, has: []string{"530"}})
	}
	return runs
}

// B5, B23.
func httpRuns(t *testing.T) []opened {
	p := peers.Nginx(t)
	readme := peers.Files()["pub/readme.txt"]
	return []opened{
		{args: "get " + p.URL("pub/readme.txt"), want: readme},
		{args: "get " + p.URL("r/9"), want: readme},
		{args: "get " + p.URL("status/404"), want: "not here\n"},
		{args: "get -f " + p.URL("status/404"), status: statusNotFound, has: []string{"404"}},
		{args: "get " + p.URL("r/gopher"), status: statusRefused, has: []string{"redirect-scheme"}},
		{args: "ls " + p.URL("pub/"), status: statusNo, has: []string{"\"earl get\" opens it"}}, // http has no listing
	}
}

// B6, B7, B24, B25. An item of the server has a URL that ends in plus.
func gopherRuns(p *peers.Gopher, plus string) []opened {
	files := peers.Files()
	return []opened{
		{args: "ls --urls " + p.URL(""), has: []string{p.URL("0/etc/motd") + plus + "\n", p.URL("1/pub") + plus + "\n", "http://example.invalid/\n", "gopher://example.invalid/0/motd\n"}},
		{args: "get " + p.URL("0/pub/readme.txt"), has: []string{"Welcome line one"}},
		{args: "get " + p.URL("9/pub/octets.bin"), want: files["pub/octets.bin"]},
		{args: "ls " + p.URL("7/cgi-bin/find%09cats%20dogs"), has: []string{"Found cats", "Found dogs"}},
		{args: "get " + p.URL("7/cgi-bin/find"), status: statusLogin, has: []string{"there is no terminal for these questions"}},
		{args: "get " + p.URL("0/a%0D%0Ab"), status: statusRefused, has: []string{"ctl-octet"}},
	}
}

// B8, B26, in addition to the objects of a plain server.
func gopherPlusRuns(t *testing.T) []opened {
	p := peers.PyGopherd(t)
	return append(gopherRuns(p, "%09%09+"),
		opened{args: "get " + p.URL("0/pub/readme.txt%09%09+"), want: peers.Files()["pub/readme.txt"]},
		opened{args: "get " + p.URL("0/pub/readme.txt%09%09!"), has: []string{"+INFO: 0", "+ABSTRACT:", "What the file says."}},
		opened{args: "get " + p.URL("0/pub/readme.txt%09%09!+ABSTRACT"), has: []string{"What the file says."}},
		opened{args: "ls " + p.URL("1/pub%09%09$"), has: []string{"  readme\n", "+ABSTRACT What the file says.\n"}})
}

// B9, F7.
func mailtoRuns(t *testing.T) []opened {
	return []opened{
		{args: "get mailto:a%25b@h.test", has: []string{"a%b@h.test"}},
		{args: "get --compose mailto:reader@host.dom?subject=books&bcc=spy@h.test", has: []string{"To: reader@host.dom", "Subject: books"}},
		{args: "get mailto:a@h.test?subject=a%0D%0ABcc:%20b@h.test", status: statusRefused, has: []string{"ctl-octet"}},
	}
}

// B10, B11, B28, B29, B36. The responses of the old and the new server differ, but the user
// sees the same.
func newsRuns(t *testing.T, p *peers.News, number string) []opened {
	t.Setenv("NNTPSERVER", p.Addr)
	const group = "comp.infosystems.www.misc"
	first := []string{"Subject: Hello from the test tree", ".a line that began with a dot\r\n..\r\n.\r\nLine five."}
	return []opened{
		{args: "get news:first.1@example.test", has: first},
		{args: "get news:reply/2%25x$y@example.test", has: []string{"A reply."}},
		{args: "ls news:" + group, has: []string{"Hello from the test tree", "Re: Hello from the test tree"}},
		{args: "ls --urls news:*", has: []string{"news:" + group + "\n"}},
		{args: "get " + p.URL(group+"/"+number), has: first},
		{args: "ls " + p.URL(group), has: []string{"Something else"}},
		{args: "get news:none@example.test", status: statusNotFound, has: []string{"430"}},
		{args: "ls " + p.URL("no.such.group"), status: statusNotFound, has: []string{"411"}},
	}
}

// B12, B30: stdin is typed; the login of the URL is advice.
func telnetRuns(t *testing.T) []opened {
	p := peers.Telnetd(t)
	return []opened{
		{args: "get " + p.URL(""), stdin: "alice\n" + peers.Password + "\nhello\nquit\n", has: []string{"earl test login", "Welcome alice", "you said: hello"}},
		{args: "get telnet://bob:geheim@" + p.Addr, stdin: "alice\n" + peers.Password + "\nquit\n", has: []string{"Welcome alice", "log in as bob"}},
	}
}

// B13, B14, with the server's own index.
func waisRuns(t *testing.T) []opened {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const doc = "An Analysis of the Wake.\nThe riverrun, past Eve and Adam's.\n"
	s := &waisserver.Server{Databases: []waisserver.Database{{Name: "books", Description: "Some books.",
		Documents: []waisserver.Document{{ID: "\x03\x04wake", Type: "TEXT", Headline: "The Wake", Body: []byte(doc)}}}}}
	go s.Serve(l)
	t.Cleanup(func() { l.Close(); s.Close() })
	base := "wais://" + l.Addr().String()
	return []opened{
		{args: "ls " + base + "/books?riverrun", has: []string{"The Wake"}},
		{args: "ls --urls " + base + "/books?riverrun", want: base + "/books/TEXT/%03%04wake\n"},
		{args: "get " + base + "/books/TEXT/%03%04wake", want: doc},
		{args: "get " + base + "/books", status: statusLogin, has: []string{"Some books."}},
		{args: "ls " + base + "/books", has: []string{"  Information on database: books\n", "  description: Some books.\n"}},
		{args: "ls --urls " + base + "/books", want: base + "/books/WSRC/%03%06source\n" + base + "/books/TEXT/%03%09catalogue\n"},
		{args: "get " + base + "/none?x", status: statusNotFound},
	}
}

// waisRecorded plays recordings of freeWAIS-sf 2.2.10.
func waisRecorded(t *testing.T) []opened {
	recording := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "open", "wais", "testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		return playing(t, strings.Replace(string(text), "wais.example/", "HOST/", 1))
	}
	return []opened{
		{args: "ls " + recording("02-search-hits"), has: []string{"224", "page.html", "116", "10-latin1.txt", "369", "02-short.txt", "7235", "143173"}},
		{args: "get " + recording("05-retrieve-small-text"), has: []string{"Title of short\n\nprotocol silver", "The zeppelin landed quietly.\n"}},
	}
}

// playing plays a transcript until the test ends, and returns its URL. The client must send
// what the transcript contains.
func playing(t *testing.T, transcript string) string {
	t.Helper()
	p := opentest.Play(t, transcript)
	t.Cleanup(func() { p.Done(t) })
	return p.URL
}

// B15, B32.
func fileRuns(t *testing.T) []opened {
	root := peers.Tree(t)
	return []opened{
		{args: "get file://" + root + "/pub/readme.txt", want: peers.Files()["pub/readme.txt"]},
		{args: "get file://localhost" + root + "/pub/semi%3Bcolon/f.txt", want: peers.Files()["pub/semi;colon/f.txt"]},
		{args: "ls file://" + root + "/pub/", has: []string{"page.html", "with space"}},
		{args: "get file://" + root + "/none", status: statusNotFound},
		{args: "get file://far.example/etc/motd", status: statusRefused, has: []string{"file-host"}},
	}
}

// The requests of this client, written out from the protocol text.
const (
	askAll = `C: \x09\?\?\x00\x01\x00\x01\x00\x00VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED anonymous\nGET-OBJECT-INFO #ALL ASCII `
	asking = `C: \x09\?\?\x00\x01\x00\x01\x00\x00VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED anonymous\n`
)

// B16, B17, B33: the recorded responses of the server of 1994: captures 05 and 06 (with the
// VERSION line that an older client requested), 16 and 03.
func prosperoRecorded(t *testing.T) []opened {
	return []opened{
		{args: "get " + playing(t, "-- url --\nprospero://HOST/AFTP/pub/README\n-- udp --\n"+
			askAll+`'AFTP/pub/README' 0\n`+"\n"+
			`S: \x03\?\?VERSION 5 P53.17May94b\nATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE 29' bytes'\nATTRIBUTE OBJECT INTRINSIC NATIVE-OWNER SEQUENCE root\n`+
			`ATTRIBUTE OBJECT INTRINSIC NATIVE-GROUP SEQUENCE root\nATTRIBUTE OBJECT INTRINSIC LAST-MODIFIED SEQUENCE 19940517123456Z\n`+
			`ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\nATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n`+
			`ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE LOCAL '' '' '' ''\n`+
			`ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D PROSPERO.EXAMPLE.COM ASCII '/pub/README' BINARY\n`+"\n"+
			asking+`GET-OBJECT-INFO CONTENTS ASCII 'AFTP/pub/README' 0\n`+"\n"+
			`S: \x03\?\?VERSION 5 P53.17May94b\nATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA Welcome' to the test archive.\n'\n`+"\n"),
			want: "Welcome to the test archive.\n"},
		{args: "ls --urls " + playing(t, "-- url --\nprospero://HOST//ftp/pub\n-- udp --\n"+
			askAll+`'/ftp/pub' 0\n`+"\n"+
			`S: \x03\?\?NONE-FOUND\n`+"\n"+
			asking+`DIRECTORY ASCII '/ftp/pub' 0\nLIST ATTRIBUTES COMPONENTS\n`+"\n"+
			`S: \x03\?\?LINK  L FILE it'''s' INTERNET-D PROSPERO.EXAMPLE.COM ASCII AFTP'/pub/it''s' 0\n`+
			`LINK  L FILE name' with space' INTERNET-D PROSPERO.EXAMPLE.COM ASCII AFTP'/pub/name with space' 0\n`+
			`LINK  L DIRECTORY docs INTERNET-D PROSPERO.EXAMPLE.COM ASCII AFTP'/pub/docs' 0\n`+"\n"),
			want: "prospero://prospero.example.com/AFTP/pub/it's\nprospero://prospero.example.com/AFTP/pub/name%20with%20space\nprospero://prospero.example.com/AFTP/pub/docs\n"},
		{args: "get " + playing(t, "-- url --\nprospero://HOST/none\n-- udp --\n"+askAll+`none 0\n`+"\n"+`S: \x03\?\?FAILURE NOT-FOUND none\n`+"\n"),
			status: statusNotFound},
	}
}

// B17, B35: the access method refers to a file on another server, by ftp.
func prosperoToFTP(t *testing.T) []opened {
	ftp := peers.VSFTPD(t)
	host, port, _ := net.SplitHostPort(ftp.Addr)
	link := "-- url --\nprospero://HOST/n\n-- udp --\n" + askAll + `n 0\n` + "\n" +
		`S: \x03\?\?ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\nATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D ` + host + "(" + port + `) ASCII /pub/readme.txt BINARY\n` + "\n"
	return []opened{
		{args: "get " + playing(t, link), want: peers.Files()["pub/readme.txt"]},
		{args: "get --max-redirs 0 " + playing(t, link), has: []string{ftp.URL("pub/readme.txt;type=i")}},
	}
}
