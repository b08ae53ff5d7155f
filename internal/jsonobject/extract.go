package jsonobject

// Match is a URL that extract found.
type Match struct {
	// The URL, without white space. With --absolute it is resolved. It includes its
	// password.
	URL string `json:"url"`
	// With --unwrap, the URL of the file, if url is the URL inside it: another service
	// rewrote it. Missing for other URLs.
	Wrapped string `json:"wrapped,omitempty"`
	// The text of the URL, unchanged from the file.
	Text string `json:"text"`
	// The name of the file. "-" is stdin.
	File string `json:"file"`
	// The path of the file in an archive, such as "word/document.xml", or the page of a
	// PDF, such as "page 3". Missing for other files.
	Member string `json:"member,omitempty"`
	// Where text begins: the number of bytes of the file before it. In an archive, the
	// bytes of member.
	Offset int64 `json:"offset"`
	// The line where text begins, from 1.
	Line int64 `json:"line"`
	// The byte of the line where text begins, from 1.
	Column int64 `json:"column"`
	// How the URL was found: in <> or <URL:>, in running text, without a scheme (--loose),
	// as an email address (--loose), as a link of the format, as text in XML of a vocabulary
	// that is not known, as the official URL of a page, as a template with placeholders, or
	// as an address of Git (--loose).
	Kind string `json:"kind" enum:"kind"`
	// How certain it is that this is a URL, and all of it.
	Confidence string `json:"confidence" enum:"confidence"`
	// The base URL of this part of the document. null if it has no base.
	Base *string `json:"base"`
	// Other possible readings of the same text, such as without a hyphen at a line end, or
	// with what follows a match that has a doubt.
	Alternatives []string `json:"alternatives"`
	// Whether the text is a relative reference.
	Relative bool `json:"relative"`
	// Why this may be only a part of a URL, or no link: what ended it is not understood.
	// check does not open it. Missing if it is whole.
	Doubt string `json:"doubt,omitempty" enum:"doubt"`
	// Where base comes from. null if there is no base.
	BaseFrom *string `json:"baseFrom" enum:"source"`
	// Where the document specifies base. Missing if it does not.
	BaseAt *BasePlace `json:"baseAt,omitempty"`
}

// BasePlace is where a document specifies its base.
type BasePlace struct {
	// The path of the file in an archive. Missing if it is the member with the match, and
	// for other files.
	Member string `json:"member,omitempty"`
	// Where the text of the base begins: the number of bytes of the file before it.
	Offset int64 `json:"offset"`
	// The line where it begins, from 1.
	Line int64 `json:"line"`
	// The byte of the line where it begins, from 1.
	Column int64 `json:"column"`
}

// FileWithMatches is what extract -l prints for a file that contains a URL.
type FileWithMatches struct {
	// The name of the file. "-" is stdin.
	File string `json:"file"`
}

// FileCount is what extract -c prints for a file.
type FileCount struct {
	// The name of the file. "-" is stdin.
	File string `json:"file"`
	// The number of URLs in it.
	Count int64 `json:"count"`
}
