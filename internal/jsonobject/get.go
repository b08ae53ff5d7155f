package jsonobject

// Entry is an entry of a listing. ls and get print one line for each entry. For a telnet
// session, get prints only its entry and does not connect it to the terminal.
type Entry struct {
	// The name as the server sent it. null if it has no name.
	Name *string `json:"name"`
	// The URL without its password. null for a line of a menu that is not a link.
	URL *string `json:"url"`
	// What the URL refers to. null if it is not known.
	Kind *string `json:"kind" enum:"resource"`
	// The size in bytes. null if it is not known.
	Size *int64 `json:"size"`
	// The time of the last change, in UTC, by RFC 3339. null if it is not known.
	Time *string `json:"time" format:"date-time"`
	// The media type. null if it is not known.
	Type *string `json:"type"`
}

// Document is a document that was opened and not saved. Its content is not printed.
type Document struct {
	Entry
	// The status of the server's response, such as 200. Missing if the protocol has none.
	Status int `json:"status,omitempty"`
}

// SavedDocument is a document that was saved to a file.
type SavedDocument struct {
	Document
	// The URL that was requested, before redirects.
	Requested string `json:"requested"`
	// The name of the file.
	File string `json:"file"`
	// The size of the file in bytes.
	Octets int64 `json:"octets"`
	// Remarks about how the URL was read, for people. Missing if it has no remarks.
	Note []string `json:"note,omitempty"`
	// The checksum of the file, which --checksum compared, as "ALGORITHM:HEX". Missing
	// without --checksum.
	Digest string `json:"digest,omitempty"`
}

// Form is a form to fill in: a search, or the questions of a gopher server. --answer
// answers it.
type Form struct {
	Entry
	// The questions, in order.
	Fields []Question `json:"fields"`
}

// Question is a question of a form.
type Question struct {
	// The name, which no other question of the form has.
	Name string `json:"name"`
	// The question, as the server sent it.
	Prompt string `json:"prompt"`
	// The answer that the server suggests, or "".
	Default string `json:"default"`
	// Whether the answer is a secret, such as a password.
	Secret bool `json:"secret"`
	// The possible answers. Empty if every answer is possible.
	Choices []string `json:"choices"`
	// How to answer: "" with one line, "lines" with any number of lines, "check" with "1"
	// for yes or "0" for no, "file" with the content of a file. "none" is a remark that
	// needs no answer.
	Input string `json:"input" enum:"input"`
}

// MailAddress is the address of a mailto URL. Nothing is sent to it.
type MailAddress struct {
	Entry
	// All addresses.
	To []string `json:"to"`
	// The header fields that the URL suggests.
	Headers []Header `json:"headers"`
}

// Header is a header field of an email.
type Header struct {
	// The name. "body" is the text of the email.
	Name string `json:"name"`
	// The value.
	Value string `json:"value"`
}

// Redirect is a redirect that is not followed, for example with --max-redirs 0.
type Redirect struct {
	Entry
	// The URLs of the targets without passwords. The server prefers the first.
	Targets []string `json:"targets"`
}
