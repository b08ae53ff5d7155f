package demo

import (
	"bufio"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestFTPDialogue compares the server's replies byte for byte.
func TestFTPDialogue(t *testing.T) {
	t.Parallel()
	s := started(t)
	for name, script := range map[string]string{
		// SPEC B2: one CWD for each segment; B3: an encoded slash stays inside.
		"an encoded slash": `
			C: CWD a
			S: 250 You are in /a.
			C: CWD b/c
			S: 250 You are in /a/b/c.
			C: SIZE f
			S: 550 SIZE needs TYPE I: a text changes its size when it is sent.
			C: TYPE I
			S: 200 Type set to I.
			C: SIZE f
			S: 213 118
			C: CDUP
			S: 250 You are in /a.
			C: CWD b
			S: 550 "b": not in this library.`,
		// SPEC B2, B3: the empty step, and rfc1738 3.2.2's own example.
		"an empty step": `
			C: CWD articles
			S: 250 You are in /articles.
			C: CWD 
			S: 250 An empty step. You stay in /articles.
			C: CWD
			S: 250 An empty step. You stay in /articles.
			C: CWD /etc
			S: 250 You are in /etc.
			C: PWD
			S: 257 "/etc" is where you are.`,
		"nothing above the root": `
			C: CWD ..
			S: 250 You are in /.
			C: CWD ../../../../etc
			S: 250 You are in /etc.
			C: SIZE ../../../../../etc/passwd
			S: 550 SIZE needs TYPE I: a text changes its size when it is sent.
			C: TYPE i
			S: 200 Type set to I.
			C: SIZE ../../../../../etc/passwd
			S: 550 "../../../../../etc/passwd": not in this library.
			C: CWD /home/reader
			S: 550 "/home/reader": not in this library.
			C: CWD /home/../home/reader/etc
			S: 550 "/home/../home/reader/etc": not in this library.`,
		// SPEC F7 on the server's side: commands that store are refused.
		"read only": `
			C: STOR x
			S: 550 The library is for reading only.
			C: DELE welcome.txt
			S: 550 The library is for reading only.
			C: RNFR welcome.txt
			S: 550 The library is for reading only.
			C: MKD x
			S: 550 The library is for reading only.
			C: SITE CHMOD 777 welcome.txt
			S: 502 No such service here.
			C: PORT 127,0,0,1,0,25
			S: 502 This server opens no connections. Use EPSV or PASV.
			C: EPRT |1|127.0.0.1|25|
			S: 502 This server opens no connections. Use EPSV or PASV.`,
		"types and the rest": `
			C: TYPE D
			S: 504 Only A and I here.
			C: type l 8
			S: 200 Type set to L 8.
			C: REST 5
			S: 350 The next RETR begins at byte 5.
			C: REST -1
			S: 501 REST takes a number of bytes.
			C: TYPE A N
			S: 200 Type set to A N.
			C: REST 5
			S: 501 REST needs TYPE I: it counts the bytes of the file.
			C: RETR welcome.txt
			S: 554 REST was sent under another TYPE.
			C: RETR welcome.txt
			S: 425 Use EPSV or PASV first.
			C: RETR 
			S: 550 "": not in this library.
			C: RETR articles
			S: 550 "articles": a directory.
			C: STRU F
			S: 200 As always.
			C: MODE B
			S: 504 Only S here.
			C: MDTM no such thing
			S: 550 "no such thing": not in this library.
			C: EPSV 2
			S: 522 Use another address family: (1)
			C: EPSV ALL
			S: 200 Only EPSV from now on.
			C: PASV
			S: 501 You sent EPSV ALL before.
			C: ABOR
			S: 226 There was nothing to stop.
			C: SYST
			S: 215 UNIX Type: L8
			C: FEAT
			S: 211-Features:
			S:  EPSV
			S:  MDTM
			S:  MLST type*;size*;modify*;perm*;
			S:  REST STREAM
			S:  SIZE
			S:  UTF8
			S: 211 End
			C: XYZZY
			S: 500 Unknown command.
			C: QUIT
			S: 221 Come again.`,
	} {
		t.Run(name, func(t *testing.T) {
			p := dial(t, s.FTP)
			p.login("anonymous", "someone@example.com")
			p.play(script)
		})
	}
}

// TestFTPLogin: SPEC B2, B20 need a server that requests a login.
func TestFTPLogin(t *testing.T) {
	t.Parallel()
	s := started(t)
	dial(t, s.FTP).play(`
		S: 220 The library is open. For reading only.
		C: CWD a
		S: 530 Please log in with USER and PASS.
		C: PASS x
		S: 503 USER first.
		C: NOOP
		S: 200 Done, with pleasure.
		C: AUTH TLS
		S: 502 No encryption is needed inside your own machine.
		C: USER reader
		S: 331 And the password?
		C: PASS wrong
		S: 530 Not that name with that password.
		C: USER 
		S: 331 And the password?
		C: PASS 
		S: 530 Not that name with that password.
		C: USER reader
		S: 331 And the password?
		C: PASS bookworm
		S: 230-You are in /home/reader.
		S: 230-No one is in a hurry here.
		S: 230 Logged in.
		C: PWD
		S: 257 "/home/reader" is where you are.
		C: USER anonymous
		S: 331 Welcome. Your address as the password, or anything you like.
		C: PWD
		S: 530 Please log in with USER and PASS.
		C: USER nobody
		S: 331 And the password?
		C: PASS bookworm
		S: 421 That was the last try.`)
}

// TestFTPTransfers: TYPE A and I, REST, and both messages of the day.
func TestFTPTransfers(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	welcome := s.library.files.at("welcome.txt").data
	if got, want := p.fetch("RETR welcome.txt"), strings.ReplaceAll(welcome, "\n", "\r\n"); got != want {
		t.Errorf("TYPE A: %q, want %q", got, want)
	}
	p.play("C: TYPE I\nS: 200 Type set to I.")
	if got := p.fetch("RETR octets.bin"); got != everyByte() {
		t.Errorf("TYPE I: %q", got)
	}
	p.play("C: REST 200\nS: 350 The next RETR begins at byte 200.")
	if got := p.fetch("RETR octets.bin"); got != everyByte()[200:] {
		t.Errorf("REST 200: %q", got)
	}
	if got := p.fetch("RETR octets.bin"); got != everyByte() {
		t.Errorf("REST applies to one RETR: %q", got)
	}
	p.play("C: REST 9999\nS: 350 The next RETR begins at byte 9999.\nC: RETR octets.bin\nS: 554 That is after the end of the file.")
	for _, name := range []string{"two words.txt", "semi;colon.txt", "100%.txt", "no#1.txt", "naïve.txt"} {
		if got := p.fetch("RETR names/" + name); !strings.HasPrefix(got, "You found the file with") {
			t.Errorf("%s: %q", name, got)
		}
	}
	q := dial(t, s.FTP)
	q.login(Reader, Password)
	if got := q.fetch("RETR etc/motd"); !strings.Contains(got, "at home") {
		t.Errorf("etc/motd: %q", got)
	}
	if got := q.fetch("RETR /etc/motd"); !strings.Contains(got, "at the root") {
		t.Errorf("/etc/motd: %q", got)
	}
}

// TestASCII: a CR LF stays as it is, also if it is split between two writes.
func TestASCII(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\nb\r\nc\r\rd\n": "a\r\nb\r\nc\r\rd\r\n", "\n\n": "\r\n\r\n", "": "", "\r": "\r",
	} {
		for cut := range len(in) + 1 {
			var b strings.Builder
			w := bufio.NewWriter(&b)
			a := &asciiWriter{w: w}
			a.Write([]byte(in[:cut]))
			a.Write([]byte(in[cut:]))
			w.Flush()
			if b.String() != want {
				t.Errorf("%q truncated at %d: %q, want %q", in, cut, b.String(), want)
			}
		}
	}
}

func TestFTPListings(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	root := []string{"a", "articles", "doors.txt", "etc", "history", "home", "names", "news", "octets.bin", "pictures", "sounds", "tour.txt", "welcome.txt", "willkommen.txt"}
	for command, want := range map[string][]string{
		"NLST names":         {"names/100%.txt", "names/naïve.txt", "names/no#1.txt", "names/semi;colon.txt", "names/two words.txt"},
		"NLST a":             {"a/b/c"},
		"NLST":               root,
		"NLST ":              root,
		"NLST a/b/c/f":       {"a/b/c/f"},
		"NLST home":          {},
		"LIST -al a":         {"dr-xr-xr-x   2 library  library         0 Dec  1  1994 b/c"},
		"LIST a/b/c":         {"-r--r--r--   1 library  library       118 Dec  1  1994 f"},
		"NLST *.txt":         {"doors.txt", "tour.txt", "welcome.txt", "willkommen.txt"},
		"NLST names/n?*.txt": {"names/naïve.txt", "names/no#1.txt"},
		"NLST /a/b/c/[f]":    {"/a/b/c/f"},
		"LIST a/b/c/*":       {"-r--r--r--   1 library  library       118 Dec  1  1994 f"},
		"MLSD a/b/c":         {"type=file;size=118;modify=19941201120000;perm=r; f"},
		"MLSD a":             {"type=dir;modify=19941201120000;perm=el; b/c"},
	} {
		got := strings.Split(strings.TrimSuffix(p.fetch(command), "\r\n"), "\r\n")
		if len(want) == 0 {
			want = []string{""}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
	p.play(`
		C: MLST a/b/c/f
		S: 250-One line of facts:
		S:  type=file;size=118;modify=19941201120000;perm=r; /a/b/c/f
		S: 250 End.
		C: MLSD welcome.txt
		S: 501 MLSD takes a directory. For a file there is MLST.
		C: NLST nowhere
		S: 550 "nowhere": not in this library.
		C: NLST *.gif
		S: 550 "*.gif": not in this library.
		C: NLST nowhere/*
		S: 550 "nowhere/*": not in this library.
		C: NLST [
		S: 550 "[": not in this library.
		C: NLST welcome.txt/*
		S: 550 "welcome.txt/*": not in this library.
		C: MLSD *
		S: 550 "*": not in this library.
		C: MDTM a/b/c/f
		S: 213 19941201120000`)
	q := dial(t, s.FTP)
	q.login(Reader, Password)
	if got := q.fetch("NLST /home"); got != "/home/reader\r\n" {
		t.Errorf("reader sees %q", got)
	}
}

// TestFTPAbor: ABOR ends a waiting transfer, with the telnet bytes before it.
func TestFTPAbor(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	p.send("EPSV\r\n")
	p.line()
	p.send("RETR tour.txt\r\n")
	p.line()
	p.send("\xff\xf4\xff\xf2ABOR\r\n")
	p.play(`
		S: 426 Stopped, as you asked.
		S: 226 Aborted.
		C: NOOP
		S: 200 Done, with pleasure.`)
}

// TestFTPCommandDuringTransfer: another command waits until the transfer has ended.
func TestFTPCommandDuringTransfer(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	c := p.data()
	p.send("RETR a/b/c/f\r\nPWD\r\nQUIT\r\n")
	if b, err := io.ReadAll(c); err != nil || len(b) == 0 {
		t.Errorf("%q, %v", b, err)
	}
	p.play(`
		S: 150 Here comes "a/b/c/f" (118 bytes).
		S: 226 That was all.
		S: 257 "/" is where you are.
		S: 221 Come again.`)
}

// TestFTPPassive: the reply to PASV has the server's own address.
func TestFTPPassive(t *testing.T) {
	t.Parallel()
	s := started(t)
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	p.send("PASV\r\n")
	if line := p.line(); !strings.HasPrefix(line, "227 Come to this address (127,0,0,1,") {
		t.Errorf("%q", line)
	}
}

func TestFTPHostileClients(t *testing.T) {
	t.Parallel()
	s := started(t)
	t.Run("a long line", func(t *testing.T) {
		p := dial(t, s.FTP)
		p.line()
		p.send(strings.Repeat("A", 100*maxLine))
		p.want("500 That line is too long.")
		if got := p.rest(); got != "" {
			t.Errorf("%q", got)
		}
	})
	t.Run("a NUL", func(t *testing.T) {
		p := dial(t, s.FTP)
		p.login("anonymous", "")
		p.send("RETR welcome.txt\x00.gif\r\n")
		p.want("501 No name here contains a NUL.")
	})
	t.Run("a bare LF", func(t *testing.T) {
		p := dial(t, s.FTP)
		p.line()
		p.send("NOOP\nNOOP\n")
		p.want("200 Done, with pleasure.", "200 Done, with pleasure.")
	})
	t.Run("deep paths", func(t *testing.T) {
		p := dial(t, s.FTP)
		p.login("anonymous", "")
		p.send("TYPE I\r\n")
		p.line()
		for _, name := range []string{strings.Repeat("/", 2000), strings.Repeat("../", 600), strings.Repeat("a/../", 400), strings.Repeat("a/b/c/../../", 150)} {
			p.send("CWD " + name + "\r\n")
			if line := p.line(); !strings.HasPrefix(line, "250 You are in /") {
				t.Errorf("%.20q...: %q", name, line)
			}
			p.send("SIZE " + name + "x\r\n")
			if line := p.line(); !strings.HasPrefix(line, "550 ") {
				t.Errorf("%.20q...: %q", name, line)
			}
		}
	})
}

// TestTooManyConnections: a connection over the limit gets a message. When a client leaves,
// another can connect.
func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	s := started(t)
	var peers []*peer
	for range maxConns {
		p := dial(t, s.FTP)
		p.line()
		peers = append(peers, p)
	}
	p := dial(t, s.FTP)
	p.want("421 Too many readers. Come back later.")
	peers[0].send("QUIT\r\n")
	peers[0].line()
	peers[0].rest()
	dial(t, s.FTP).want("220 The library is open. For reading only.")
}

// TestFTPOverIPv6: the reply to EPSV has no address, so EPSV works with both families.
func TestFTPOverIPv6(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{Host: "::1"})
	if err != nil {
		t.Skipf("no IPv6 on the loopback interface: %v", err)
	}
	defer s.Close()
	p := dial(t, s.FTP)
	p.login("anonymous", "")
	p.play(`
		C: EPSV 1
		S: 522 Use another address family: (2)
		C: PASV
		S: 425 PASV cannot contain an IPv6 address. Use EPSV.`)
	if got := p.fetch("NLST a"); got != "a/b/c\r\n" {
		t.Errorf("%q", got)
	}
}

// TestFTPIdle: the server closes the connection of a silent client, and of one that sends a
// byte now and then.
func TestFTPIdle(t *testing.T) {
	t.Parallel()
	for name, drip := range map[string]string{"silent": "", "dripping": "N"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &ftpd{&server{}, newLibrary(strings.NewReplacer()), time.Minute}
				client, conn := net.Pipe()
				d.wait.Go(func() { d.handle(conn) })
				p := &peer{t, client, bufio.NewReader(client)}
				p.want("220 The library is open. For reading only.")
				start := time.Now()
				d.wait.Go(func() {
					for drip != "" {
						time.Sleep(20 * time.Second)
						if _, err := io.WriteString(client, drip); err != nil {
							return
						}
					}
				})
				p.want("421 No one is in a hurry here, but you have gone.")
				if d := time.Since(start); d != time.Minute {
					t.Errorf("after %v", d)
				}
				client.Close()
				d.wait.Wait()
			})
		})
	}
}
