package demo

// mailserverExhibit is the scheme of messages that a mail server obeys. Opening such a URL sends
// nothing, so it has no server.
var mailserverExhibit = exhibit{
	scheme:  "mailserver",
	url:     func(_ *Servers, path string) string { return "mailserver:" + path },
	example: Example{Title: "A command for a mail server", Text: "How people with email only requested files. The message is composed and not sent."},
	path:    librarian + "/books/get%20index",
	holds:   "get index",
	stops: []stop{{
		why:    "An address, a subject and a command. A draft is written, and nothing is sent.",
		path:   librarian + "/books/get%20index",
		letter: true,
	}},
}
