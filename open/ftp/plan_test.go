package ftp

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/opentest"
)

// G11: the plan is what goes over the wire.
func TestPlanIsWire(t *testing.T) {
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
