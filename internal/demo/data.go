package demo

// dataExhibit is the scheme whose URLs contain their objects, so it has no server.
var dataExhibit = exhibit{
	scheme:  "data",
	url:     func(_ *Servers, path string) string { return "data:" + path },
	example: Example{Title: "A note in a URL", Text: "The URL is the whole text: no server, no request."},
	path:    dataNote,
	holds:   "Return this note to the desk.",
	stops: []stop{{
		why:   "The text is in the URL, after the comma. Nothing is sent.",
		path:  dataNote,
		holds: "Return this note to the desk.",
	}, {
		why:   "The same in base64, as pages have their small pictures.",
		path:  "text/plain;base64,UmV0dXJuIHRoaXMgbm90ZSB0byB0aGUgZGVzay4=",
		holds: "Return this note to the desk.",
	}},
}

// dataNote is a text with its media type.
const dataNote = "text/plain;charset=utf-8,Return%20this%20note%20to%20the%20desk."
