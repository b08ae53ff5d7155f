package ftp_test

import (
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/opentest"
)

// loginText is the beginning of each transcript, an anonymous login.
const loginText = `S: 220 (vsFTPd 3.0.3)
C: USER anonymous
S: 331 Please specify the password.
C: PASS anonymous@
S: 230 Login successful.
`

const documentText = `# B2 (rfc1738 3.2.2)
-- url --
ftp://HOST/pub/b%2Fc/f
-- wire --
` + loginText + `C: CWD pub
S: 250 Directory successfully changed.
C: CWD b/c
S: 250 Directory successfully changed.
C: TYPE I
S: 200 Switching to Binary mode.
C: SIZE f
S: 213 6
C: MDTM f
S: 213 20261120111810
C: EPSV
S: 500 Unknown command.
C: PASV
S: 227 Entering Passive Mode (10,0,0,1,P1,P2).
C: RETR f
S: 150 Opening BINARY mode data connection for f (6 bytes).
D: one\r\n
D: 2
S: 226 Transfer complete.
done
C: QUIT
S: 221 Goodbye.
`

const listingText = `# B2, R14
-- url --
ftp://HOST/pub/
-- wire --
` + loginText + `C: CWD pub
S: 250 Directory successfully changed.
C: TYPE A
S: 200 Switching to ASCII mode.
C: EPSV
S: 229 Entering Extended Passive Mode (|||PORT|)
C: MLSD
S: 500 Unknown command.
C: LIST
S: 150 Here comes the directory listing.
D: -rw-r--r--    1 0        0               2 Nov 20 11:18 -dash.txt\r\n
D: drwxr-xr-x    2 0        0            4096 Nov 20 11:18 with space\r\n
S: 226 Directory send OK.
done
C: QUIT
S: 221 Goodbye.
`

const loginTranscript = `# B2 (rfc1738 3.2.1)
-- url --
ftp://alice:` + opentest.Password + `@HOST/f;type=a
-- wire --
S: 220-many lines
S: 220 ready
C: USER alice
S: 331 Password required for alice
C: PASS ` + opentest.Password + `
S: 230 User alice logged in
C: TYPE A
S: 200 Type set to A
C: EPSV
S: 229 Entering Extended Passive Mode (|||PORT|)
C: RETR f
S: 150 here
D: text\r\n
S: 226 Transfer complete
done
C: QUIT
S: 221 Goodbye.
`

const endlessText = `-- url --
ftp://HOST/f
-- wire --
` + loginText + `C: TYPE I
S: 200 ok
C: SIZE f
S: 502 no
C: EPSV
S: 229 ok (|||PORT|)
C: RETR f
S: 150 here
flood data: abc
`

const endlessListing = `-- url --
ftp://HOST/;type=d
-- wire --
` + loginText + `C: TYPE A
S: 200 ok
C: EPSV
S: 229 ok (|||PORT|)
C: NLST
S: 150 here
flood data: name\r\n
`

// F1 to F3, B2: the requirements of every opener.
func TestSuite(t *testing.T) {
	opentest.Run(t, new(ftp.Opener), opentest.Fixture{
		Document:       documentText,
		Listing:        listingText,
		Login:          loginTranscript,
		Endless:        endlessText,
		EndlessListing: endlessListing,
		CutShows:       true,
		Hostile: []opentest.Hostile{
			{URL: "ftp://a{}b@h.example/"},
			{URL: "ftp://a:b{}c@h.example/"},
			{URL: "ftp://h.example/a{}b/f"},
			{URL: "ftp://h.example/a/f{}"},
			{URL: "ftp://h.example/a/{};type=d"},
		},
	})
}

var _ open.Opener = (*ftp.Opener)(nil)
