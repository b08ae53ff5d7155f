package jsonobject

// Explain is the explanation of one text.
type Explain struct {
	// The text, with its password as "xxxxx".
	Input string `json:"input"`
	// The result of each edition.
	Readings []Parse `json:"readings"`
	// The components that differ between the editions that accept the text. If "host" or
	// "port" is one of them, programs can contact different servers.
	Differences []string `json:"differences" enum:"component"`
	// Warnings about the URL.
	Cautions []Caution `json:"cautions"`
	// What other services added to the URL, such as a filter of mail or an archive: the
	// outermost first, so that the last one has the URL inside. [] if nothing is known.
	Layers []Layer `json:"layers"`
	// What real programs read in the text.
	Programs []Program `json:"programs"`
	// The servers that the programs would contact. If there is more than one, programs
	// disagree, and the exit status is 3.
	Contacts []Contact `json:"contacts"`
	// The programs that find no host or no port where others find one, if that is no
	// disagreement.
	Remarks []Remark `json:"remarks"`
	// What "earl get" would do. null if no edition accepts the text, or if earl cannot
	// open it.
	Opening *Opening `json:"opening"`
}

// Caution is a warning about a URL.
type Caution struct {
	// The stable name of the warning.
	Name string `json:"name" enum:"caution"`
	// The warning, for people.
	Message string `json:"message"`
}

// Layer is what one service added to a URL.
type Layer struct {
	// The name of the service, for people.
	Service string `json:"service"`
	// What the service does: it redirects to the URL inside, shows a copy of it, or fetches
	// and shows it.
	Kind string `json:"kind" enum:"layer"`
	// The URL inside, with its password as "xxxxx".
	Target string `json:"target"`
}

// Program is what one program reads in a text.
type Program struct {
	// The name of the program or library, as for --readers.
	Name string `json:"name"`
	// The version that earl models.
	Version string `json:"version"`
	// Whether the program accepts the text. If not, the other fields are null.
	Accepted bool `json:"accepted"`
	// The scheme. null if the program finds none.
	Scheme *string `json:"scheme"`
	// The host, as the program returns it. null if the program finds none.
	Host *string `json:"host"`
	// The port in decimal digits. null if the program finds none.
	Port *string `json:"port"`
	// The path, as the program returns it.
	Path *string `json:"path"`
}

// Contact is a server that programs would contact.
type Contact struct {
	// The host in lower case. null if the programs find no host.
	Host *string `json:"host"`
	// The port. null if the URL has no port and the scheme has no default.
	Port *string `json:"port"`
	// The names of the programs.
	Programs []string `json:"programs"`
}

// Remark is something that programs do not find.
type Remark struct {
	// What they do not find: "host" or "port".
	Missing string `json:"missing"`
	// The names of the programs.
	Programs []string `json:"programs"`
}

// Opening is what opening a URL would do.
type Opening struct {
	// What happens, for people.
	What string `json:"what"`
	// What happens, for programs.
	Effect string `json:"effect" enum:"effect"`
	// The server, as "host:port". null if no server is contacted or known.
	Server *string `json:"server"`
	// The file that is read, with "%" and each byte outside 0x20-0x7E as %HH. null if no
	// file is read.
	Path *string `json:"path"`
	// Why opening the URL is refused. null if it is not refused.
	Refusal *Refusal `json:"refusal"`
	// What is sent, one text for each step: steps[].line.
	Lines []string `json:"lines"`
	// What is sent, with conditions and reasons. If opening is refused, what would be sent
	// if a setting allowed it.
	Steps []Step `json:"steps"`
	// A remark for people.
	Note *string `json:"note"`
}

// Refusal is the guard that refuses to open a URL.
type Refusal struct {
	// The stable name of the guard.
	Guard string `json:"guard" enum:"guard"`
	// What the guard found, for people.
	Message string `json:"message"`
}

// Step is one line or message that is sent to a server.
type Step struct {
	// The bytes without the line end. Each byte outside 0x20-0x7E is %HH.
	Line string `json:"line"`
	// The condition, such as "if the server asks". "" if it is always sent.
	When string `json:"when"`
	// The reason, if the URL does not show it, or "".
	Why string `json:"why"`
	// The document and section that require it, such as "rfc1738 3.2.2", or "".
	Source string `json:"source"`
}
