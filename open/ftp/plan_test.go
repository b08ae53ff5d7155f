package ftp

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
)

// G11: the plan equals the bytes on the wire.
func TestPlanIsWire(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, transcript string
		options          Options
	}{
		{"B3: an encoded slash stays in its segment (rfc1738 3.2.2)", `
-- url --
ftp://me:s3cr3t-9@HOST/a/b%2Fc/f
-- wire --
S: 220 hello
C: USER me
S: 331 password
C: PASS s3cr3t-9
S: 230 in
C: CWD a
S: 250 ok
C: CWD b/c
S: 250 ok
C: TYPE I
S: 200 ok
C: SIZE f
S: 213 3
C: MDTM f
S: 213 20261120111810
C: EPSV
S: 229 here (|||PORT|)
C: RETR f
S: 150 it comes
D: abc
S: 226 done
C: QUIT
S: 221 bye
`, Options{}},
		{"B2: an empty segment is an empty CWD; no password is needed (rfc1738 3.2.2)", `
-- url --
ftp://HOST//etc/motd;type=a
-- wire --
S: 220 hello
C: USER anonymous
S: 230 in
C: CWD\x20
S: 250 ok
C: CWD etc
S: 250 ok
C: TYPE A
S: 200 ok
C: EPSV
S: 500 no
C: PASV
S: 227 here (127,0,0,1,P1,P2)
C: RETR motd
S: 150 it comes
D: Welcome.\r\n
S: 226 done
C: QUIT
S: 221 bye
`, Options{}},
		{"B1: a list of names (rfc1738 3.2.2)", `
-- url --
ftp://HOST/a/b;type=d
-- wire --
S: 220 hello
C: USER anonymous
S: 331 password
C: PASS me@h
S: 230 in
C: OPTS UTF8 ON
S: 200 ok
C: CWD a
S: 250 ok
C: TYPE A
S: 200 ok
C: EPSV
S: 229 here (|||PORT|)
C: NLST b
S: 150 it comes
D: b/x\r\nb/y\r\n
S: 226 done
C: QUIT
S: 221 bye
`, Options{Email: "me@h", UTF8: true}},
		{"R14: a directory, from a server without MLSD (rfc1738 3.2.2)", `
-- url --
ftp://HOST/a/
-- wire --
S: 220 hello
C: USER anonymous
S: 230 in
C: CWD a
S: 250 ok
C: TYPE A
S: 200 ok
C: EPSV
S: 229 here (|||PORT|)
C: MLSD
S: 500 no
C: LIST
S: 150 it comes
D: -rw-r--r-- 1 a b 3 Nov 20 11:18 x\r\n
S: 226 done
C: QUIT
S: 221 bye
`, Options{}},
	} {
		t.Run(row.name, func(t *testing.T) {
			opentest.PlanIsWire(t, &Opener{Options: row.options}, opentest.PlanCase{Edition: earl.RFC1738, Transcript: row.transcript})
		})
	}
}

// The commands of a URL, exact. Source: rfc1738 3.2.1, 3.2.2, 3.2.3.
func TestPlan(t *testing.T) {
	for _, row := range []struct{ src, in, want string }{
		{"3.2.2 B3", "ftp://myname@host.dom/%2Fetc/motd", "USER myname|PASS xxxxx|CWD /etc|TYPE I|RETR motd"},
		{"3.2.2 B3", "ftp://myname@host.dom/etc/motd", "USER myname|PASS xxxxx|CWD etc|TYPE I|RETR motd"},
		{"3.2.2 B2 B3", "ftp://myname@host.dom//etc/motd", "USER myname|PASS xxxxx|CWD |CWD etc|TYPE I|RETR motd"},
		{"3.2.2 B3", "ftp://h/a/b%2Fc/f", "CWD a|CWD b/c|TYPE I|RETR f"},
		{"R11", "ftp://h//etc/motd", "CWD |CWD etc|TYPE I|RETR motd"},
		{"R11 B21", "ftp://h/a%2F..%2Fb/../motd", "CWD a/../b|CWD ..|TYPE I|RETR motd"},
		{"R11 B21", "ftp://h/%2Fa/%2Fb/motd", "CWD /a|CWD /b|TYPE I|RETR motd"},
		{"3.2.2 B19", "ftp://h/x;type=a", "TYPE A|RETR x"},
		{"3.2.2 B19 R13", "ftp://h/x.txt;type=i", "TYPE I|RETR x.txt"},
		{"3.2.2 B19", "ftp://h/x;type=A", "TYPE A|RETR x"},
		{"3.2.2 B2", "ftp://h/a/b;type=d", "CWD a|TYPE A|NLST b"},
		{"3.2.2 R14", "ftp://h/a/;type=d", "CWD a|TYPE A|NLST"},
		{"3.2.2 R14", "ftp://h/;type=D", "TYPE A|NLST"},
		{"B2 R14", "ftp://h/a/", "CWD a|TYPE A|MLSD"},
		{"B2 R14", "ftp://h/;type=a", "TYPE A|MLSD"},
		{"R14", "ftp://h/;type=i", "TYPE I|MLSD"},
		{"B2 R14", "ftp://h", "TYPE A|MLSD"},
		{"3.2.3 B4", "ftp://h/rfc/rfc1738.txt", "CWD rfc|TYPE I|RETR rfc1738.txt"},
		{"3.2.3 B4", "ftp://h/x.txt.Z", "TYPE I|RETR x.txt.Z"},
		{"3.2.3 B4", "ftp://h/A.HTML", "TYPE I|RETR A.HTML"},
		{"B20", "ftp://@h/x", "USER |PASS xxxxx|TYPE I|RETR x"},
		{"B20", "ftp://u:@h/x", "USER u|PASS |TYPE I|RETR x"},
		{"B2 F3", "ftp://u:geheim@h/x", "USER u|PASS xxxxx|TYPE I|RETR x"},
		{"3.2.2", "ftp://h/a%3Bb", "TYPE I|RETR a;b"},
	} {
		if !strings.HasPrefix(row.want, "USER") {
			row.want = "USER anonymous|PASS anonymous@|" + row.want
		}
		plan, err := new(Opener).Plan(&open.Call{Request: open.Request{URL: earl.RFC1738.MustParse(row.in)}})
		var lines []string
		for _, step := range plan.Steps {
			verb, _, _ := strings.Cut(step.Line, " ")
			if !slices.Contains([]string{"SIZE", "MDTM", "EPSV", "PASV", "LIST", "QUIT"}, verb) {
				lines = append(lines, step.Line)
			}
		}
		if got := strings.Join(lines, "|"); err != nil || got != row.want {
			t.Errorf("%s: Plan(%q) = %q, %v, want %q", row.src, row.in, got, err, row.want)
		}
	}
	for _, text := range []string{"ftp://h/a%0D%0ADELE%20x", "ftp://u%0A@h/", "ftp://h/a%00/b"} { // F2
		if p, err := new(Opener).Plan(&open.Call{Request: open.Request{URL: earl.RFC1738.MustParse(text)}}); !errors.Is(err, open.ErrLineBreak) {
			t.Errorf("Plan(%q) = %q, %v, want ErrLineBreak", text, p.Steps, err)
		}
	}
}

// If the caller does not need the time of a file, MDTM is not sent, nor in the plan, unless the
// caller requests only files changed since a time.
func TestUntimedSendsNoMDTM(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		request open.Request
		mdtm    string
	}{
		{open.Request{Untimed: true}, ""},
		{open.Request{}, "C: MDTM f\nS: 213 20261120111810\n"},
		{open.Request{Untimed: true, Since: time.Unix(0, 0)}, "C: MDTM f\nS: 213 20261120111810\n"},
	} {
		opentest.PlanIsWire(t, &Opener{}, opentest.PlanCase{Edition: earl.RFC1738, Request: row.request, Transcript: `
-- url --
ftp://HOST/f
-- wire --
S: 220 hello
C: USER anonymous
S: 230 in
C: TYPE I
S: 200 ok
C: SIZE f
S: 213 3
` + row.mdtm + `C: EPSV
S: 229 here (|||PORT|)
C: RETR f
S: 150 it comes
D: abc
S: 226 done
C: QUIT
S: 221 bye
`})
	}
}
