package http_test

import (
	"encoding/base64"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/opentest"
)

// documentText has each byte of the path and the search unchanged.
const documentText = `# B5, B23 (rfc1738 3.3)
-- url --
http://h.example/a%2Fb//c;p=1/../d?x=%26&y#fragment
-- wire --
C: GET /a%2Fb//c;p=1/../d?x=%26&y HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Accept: */*
C: Accept-Encoding: identity
C:
S: HTTP/1.1 200 OK
S: Content-Type: text/plain
S: Content-Length: 10
S:
S: one
S: two
`

var loginText = `# B5 (rfc3986 3.2.1; rfc7617 2)
-- url --
http://alice:` + opentest.Password + `@h.example/
-- wire --
C: GET / HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Connection: close
C: Accept: */*
C: Accept-Encoding: identity
C: Authorization: Basic ` + base64.StdEncoding.EncodeToString([]byte("alice:"+opentest.Password)) + `
C:
S: HTTP/1.1 200 OK
S: Content-Length: 4
S:
S: ab
`

const endlessText = `-- url --
http://h.example/f
-- wire --
C: GET /f HTTP/1.1
C: Host: h.example
C: User-Agent: earl
C: Accept: */*
C: Accept-Encoding: identity
C:
S: HTTP/1.1 200 OK
S:
flood: abc
`

// F1 to F3, B5: the requirements of every opener.
func TestSuite(t *testing.T) {
	opentest.Run(t, &http.Opener{}, opentest.Fixture{
		Document: documentText,
		Login:    loginText,
		Endless:  endlessText,
		CutShows: true,
		Hostile: []opentest.Hostile{
			{URL: "http://a{}b@h.example/"},
			{URL: "http://a:b{}c@h.example/"},
			{URL: "http://h{}.example/"},
		},
	})
}

var (
	_ open.Opener = &http.Opener{}
	_ open.Prober = &http.Opener{}
)
