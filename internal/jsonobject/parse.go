package jsonobject

import "encoding/json"

// Parse is the result for one text: what parse, resolve and normalize print. explain
// prints one for each edition. The nine components, from scheme to fragment, are null if
// the text is not valid.
type Parse struct {
	// The text that was read. In the output of explain its password is "xxxxx".
	Input string `json:"input"`
	// The text with "%" and each byte outside 0x20-0x7E as %HH. Missing if the text is
	// valid UTF-8.
	InputOctets string `json:"inputOctets,omitempty"`
	// The edition of the standard that read the text, or "auto".
	Edition string `json:"edition" enum:"edition"`
	// Whether the text is a URL under this edition. With --base, whether it is a
	// reference.
	Valid bool `json:"valid"`
	// The URL: resolved, changed or in normal form if the command does that. null if the
	// text is not valid.
	URL *string `json:"url"`
	// The scheme, in lower case.
	Scheme *string `json:"scheme"`
	// The user. null if the URL has no user, "" if the user is empty.
	User *string `json:"user"`
	// The password. null if the URL has no password, "" if it is empty. In the output of
	// explain, "xxxxx".
	Password *string `json:"password"`
	// The host, with the brackets of an IPv6 address and without the port.
	Host *string `json:"host"`
	// The port as text. null if the URL has none; --default-port then prints that of the
	// scheme.
	Port *string `json:"port"`
	// The path, with its first slash.
	Path *string `json:"path"`
	// The text after ";", which only draft1996 separates from the path.
	Params *string `json:"params"`
	// The text after "?".
	Query *string `json:"query"`
	// The text after "#".
	Fragment *string `json:"fragment"`
	// The decoded parts of the URL by the rules of its scheme. null if the URL has no such
	// parts.
	View View `json:"view"`
	// Why a valid URL has no view. Its offset counts bytes of url.
	ViewViolation *Violation `json:"viewViolation"`
	// What is wrong with the text, in its order. Empty if nothing is wrong.
	Violations []Violation `json:"violations"`
	// What is wrong with the base. Missing if the base is valid, and without a base.
	BaseViolations []Violation `json:"baseViolations,omitempty"`
	// The option whose change of the URL is not valid, such as "--set port". Missing if
	// all changes are valid.
	Edit string `json:"edit,omitempty"`
	// The text that this change made. Missing if all changes are valid.
	Edited string `json:"edited,omitempty"`
	// What is wrong with edited. Missing if all changes are valid.
	EditViolations []Violation `json:"editViolations,omitempty"`
}

// View has the decoded parts of a URL. Each scheme has its own fields. Bytes are text with
// "%" and everything outside 0x20-0x7E as %HH.
type View = json.RawMessage

// Violation is something that is wrong with a text.
type Violation struct {
	// Where it begins: the number of bytes before it.
	Offset int `json:"offset"`
	// The number of bytes that are wrong. 0 if something is missing.
	Length int `json:"length"`
	// The stable name of the rule. "earl explain --rules" lists all rules.
	Rule string `json:"rule" enum:"rule"`
	// The document and section of the rule, such as "rfc1738 2.2".
	Section string `json:"section"`
	// What the rule requires, for people. The words can change.
	Message string `json:"message"`
	// Whether the edition repairs the text and accepts it, as browsers do.
	Repaired bool `json:"repaired"`
}

// ParseInput is a line of input of parse --input jsonl.
type ParseInput struct {
	// The text to read.
	Input string `json:"input"`
	// The URL of the document that contains the text. Without it, or if it is null, the
	// text must be a complete URL.
	Base *string `json:"base,omitempty"`
}
