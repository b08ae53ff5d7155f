package nntp_test

import (
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

const readerText = `S: 200 news.example.test InterNetNews server INN 2.7.1 ready (transit mode)
C: MODE READER
S: 200 news.example.test InterNetNews NNRP server INN 2.7.1 ready (posting ok)
`

const documentText = `# B11
-- url --
nntp://HOST/a.b/1
-- wire --
` + readerText + `C: GROUP a.b
S: 211 1 1 1 a.b
C: ARTICLE 1
S: 220 1 <a@b.example> article
S: Subject: a
S: 
S: ..text
S: .
done
C: QUIT
S: 205 Bye!
`

const listingText = `# B11 R7
-- url --
nntp://HOST/a.b
-- wire --
` + readerText + `C: GROUP a.b
S: 211 2 1 2 a.b
C: OVER 1-2
S: 500 What?
C: XOVER 1-2
S: 224 Overview information for 1-2 follows
S: 1\tone\ta@b.example\tFri, 20 Nov 2026 10:29:17 -0000\t<a@b.example>\t\t373\t3
S: 2\ttwo\ta@b.example\tFri, 20 Nov 2026 10:29:17 -0000\t<c@b.example>\t<a@b.example>\t398\t1
S: .
done
C: QUIT
S: 205 Bye!
`

const endlessText = `# DESIGN 4
-- url --
nntp://HOST/a.b/1
-- wire --
` + readerText + `C: GROUP a.b
S: 211 1 1 1 a.b
C: ARTICLE 1
S: 220 1 <a@b.example> article
flood: text\r\n
`

const endlessGroup = `# DESIGN 4
-- url --
nntp://HOST/a.b
-- wire --
` + readerText + `C: GROUP a.b
S: 211 9 1 9 a.b
C: OVER 1-9
S: 224 Overview information for 1-9 follows
flood: 1\tone\ta@b.example\tFri, 20 Nov 2026 10:29:17 -0000\t<a@b.example>\t\t373\t3\r\n
`

const endlessGroups = `# DESIGN 4
-- url --
news:*
-- wire --
` + readerText + `C: LIST
S: 215 list follows
flood: a.b 2 1 y\r\n
`

// F2, F3, DESIGN 4: the requirements of every opener.
func TestSuite(t *testing.T) {
	opentest.Run(t, nntp.Opener{}, opentest.Fixture{
		Document:       documentText,
		Listing:        listingText,
		Endless:        endlessText,
		EndlessListing: endlessGroup,
		CutShows:       true,
		Hostile: []opentest.Hostile{
			{URL: "nntp://h{}.example/a.b/1"},
			{URL: "nntp://h.example/a{}b"},
			{URL: "nntp://h.example/a.b/1{}"},
			{URL: "nntps://h.example/a{}b/1"},
		},
	})
}

// B10: the suite once more for the schemes and for headers one by one.
func TestSuiteOfNews(t *testing.T) {
	opentest.Run(t, nntp.Opener{Options: nntp.Options{Server: "news.example"}}, opentest.Fixture{
		Edition: earl.RFC1738,
		Document: "# B10\n-- url --\nnews:a@b.example\n-- wire --\n" + readerText +
			"C: ARTICLE <a@b.example>\nS: 220 0 <a@b.example>\nS: Subject: a\nS:\nS: text\nS: .\ndone\nC: QUIT\nS: 205 Bye!\n",
		Listing: "# rfc3977 6.2.2\n-- url --\nnews:a.b\n-- wire --\n" + readerText +
			"C: GROUP a.b\nS: 211 1 1 1 a.b\nC: OVER 1-1\nS: 503 no\nC: XOVER 1-1\nS: 500 no\nC: LISTGROUP\nS: 211 numbers\nS: 1\nS: .\n" +
			"C: HEAD 1\nS: 221 1 <a@b.example>\nS: Subject: a\nS: .\ndone\nC: QUIT\nS: 205 Bye!\n",
		EndlessListing: endlessGroups,
		CutShows:       true,
		Hostile: []opentest.Hostile{
			{URL: "news:a{}b@h.example"},
			{URL: "news:a@h{}.example"},
			{URL: "news:a{}b"},
		},
	})
}

// B10: the suite once more for the list of groups, and for an old server.
func TestSuiteOfGroups(t *testing.T) {
	opentest.Run(t, nntp.Opener{Options: nntp.Options{Server: "news.example"}}, opentest.Fixture{
		Listing: "# B10\n-- url --\nnews:*\n-- wire --\n" + readerText +
			"C: LIST\nS: 215 list\nS: a.b 2 1 y\nS: .\ndone\nC: QUIT\nS: 205 Bye!\n",
		Document: "# B10\n-- url --\nnews:a@b.example\n-- wire --\nS: 201 old\nC: MODE READER\nS: 500 what?\n" +
			"C: ARTICLE <a@b.example>\nS: 220 0 <a@b.example>\nS: .\ndone\nC: QUIT\nS: 205 Bye!\n",
		CutShows: true,
	})
}
