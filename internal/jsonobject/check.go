package jsonobject

import "reflect"

// Result is the result of checking one URL.
type Result struct {
	// The URL without its fragment. A password is "xxxxx". A text that is not a URL is
	// unchanged.
	URL string `json:"url"`
	// The result.
	Status string `json:"status" enum:"status"`
	// How much the result matters. Only a "fault" makes check fail.
	Severity string `json:"severity" enum:"severity"`
	// Whether severity is "fault".
	Fault bool `json:"fault"`
	// Whether --baseline contains the fault, so that check does not fail.
	Known bool `json:"known"`
	// The missing fragment. null unless status is "no-fragment".
	Fragment *string `json:"fragment"`
	// The reason, for people. "" if there is nothing to explain.
	Message string `json:"message"`
	// The document and section that the reason is about, or "".
	Section string `json:"section"`
	// Where the link is written.
	Places []Place `json:"places"`
	// The redirects that were followed, in order.
	Hops []Hop `json:"hops"`
	// The URL after the redirects. "" if the URL was not opened.
	Final string `json:"final"`
	// When the URL was opened. null if it was not opened.
	Time *string `json:"time" format:"date-time"`
	// The time until the result was known, in seconds.
	Took float64 `json:"took"`
	// The media type, or "" if it is not known.
	Type string `json:"type"`
	// The size in bytes. null if it is not known.
	Size *int64 `json:"size"`
	// The digest of the content, or "" if it was not read.
	Digest string `json:"digest"`
	// The digest of the text without dates and counters, or "" if it was not read.
	Shape string `json:"shape"`
	// The title of the page, or "".
	Title string `json:"title"`
	// A copy in a web archive. null without --archive, or if there is no copy.
	Archived *Copy `json:"archived"`
	// The last result in the database of --db. null if the database has no result.
	Before *EarlierResult `json:"before"`
}

// Place is a position of a link.
type Place struct {
	// The name of the file, or the URL of a page. "" for an argument.
	File string `json:"file"`
	// Where text begins: the number of bytes of the file before it.
	Offset int64 `json:"offset"`
	// The line where text begins, from 1.
	Line int64 `json:"line"`
	// The byte of the line where text begins, from 1.
	Column int64 `json:"column"`
	// The text of the link, unchanged from the file except that a password is "xxxxx".
	Text string `json:"text"`
	// The base URL of this part of the document. null if it has no base.
	Base *string `json:"base"`
	// Where base comes from.
	BaseFrom string `json:"baseFrom" enum:"from"`
}

// Hop is a redirect.
type Hop struct {
	// The URL that the server redirects to.
	To string `json:"to"`
	// Whether the server says that the redirect is permanent.
	Permanent bool `json:"permanent"`
}

// Copy is a copy of a page in a web archive.
type Copy struct {
	// The URL of the copy.
	URL string `json:"url"`
	// When the copy was made. null if it is not known.
	Time *string `json:"time" format:"date-time"`
}

// EarlierResult is the result of an earlier check of the same URL. Its fields mean the same
// as those of a result.
type EarlierResult struct {
	// When the URL was opened. null if it was not opened.
	Time *string `json:"time" format:"date-time"`
	// The result.
	Status string `json:"status" enum:"status"`
	// The URL after the redirects, or "".
	Final string `json:"final"`
	// The media type, or "".
	Type string `json:"type"`
	// The size in bytes. null if it is not known.
	Size *int64 `json:"size"`
	// The digest of the content, or "".
	Digest string `json:"digest"`
	// The digest of the text without dates and counters, or "".
	Shape string `json:"shape"`
	// The title of the page, or "".
	Title string `json:"title"`
}

// Observation is one result in the database of earlier checks: what history prints.
type Observation struct {
	// The URL without its fragment and its password.
	URL string `json:"url"`
	// When the URL was opened. null if it was not opened.
	Time *string `json:"time" format:"date-time"`
	// The result.
	Status string `json:"status" enum:"status"`
	// Whether the content differs from the last time it was read. Dates and counters do
	// not count.
	Changed bool `json:"changed"`
	// The URL after the redirects, or "".
	Final string `json:"final"`
	// The media type, or "".
	Type string `json:"type"`
	// The size in bytes. null if it is not known.
	Size *int64 `json:"size"`
	// The digest of the content, or "".
	Digest string `json:"digest"`
	// The digest of the text without dates and counters, or "".
	Shape string `json:"shape"`
	// The title of the page, or "".
	Title string `json:"title"`
}

// End is the last line of check.
type End struct {
	// The totals of the check.
	Summary Summary `json:"summary"`
}

// Summary has the totals of a check.
type Summary struct {
	// When the check began.
	Started *string `json:"started" format:"date-time"`
	// How long the check took, in seconds.
	Took float64 `json:"took"`
	// The number of different URLs.
	URLs int `json:"urls"`
	// The number of places where they are written.
	Places int `json:"places"`
	// The number of pages whose links were read.
	Pages int `json:"pages"`
	// The number of pages that were left out, or not read to their end.
	Unread int `json:"unread"`
	// The number of URLs with a fault that the baseline does not contain.
	Faults int `json:"faults"`
	// The number of URLs with a warning.
	Warnings int `json:"warnings"`
	// The number of URLs with a fault that the baseline contains.
	Known int `json:"known"`
	// The number of URLs for each status. A status that no URL has is missing.
	ByStatus map[string]int `json:"byStatus" enum:"status"`
	// The number of URLs that were skipped, for each reason. Missing if no URL was skipped.
	Skipped map[string]int `json:"skipped,omitempty"`
	// The servers that ask for longer pauses than --max-crawl-delay.
	CrawlDelays []CrawlDelay `json:"crawlDelays"`
	// Whether the check was interrupted before its end.
	Interrupted bool `json:"interrupted"`
}

// CrawlDelay is a pause between requests that a server asks for in its robots.txt, and
// that check made shorter.
type CrawlDelay struct {
	// The server.
	Server string `json:"server"`
	// The pause that the server asks for, in seconds.
	Asked float64 `json:"asked"`
	// The pause that check made, in seconds.
	Kept float64 `json:"kept"`
}

// CheckRow is a row of a table whose links check --rows checks. It is read and
// written: a row that was never checked needs only url. Other members are
// written unchanged.
type CheckRow struct {
	// The URL. A row with null is not checked, and all other members are null.
	URL *string `json:"url"`
	// What is to be done about the row. null and "due" mean that it is checked.
	State *string `json:"state" enum:"state"`
	// The number of temporary failures in a row.
	Tries int `json:"tries"`
	// The row is not checked before this time.
	NextAt *string `json:"next_at" format:"date-time"`
	// When the row was last checked.
	CheckedAt *string `json:"checked_at" format:"date-time"`
	// When the object was last changed, as its server reports it. A server is asked
	// whether the object has changed since.
	Modified *string `json:"modified" format:"date-time"`
	// The result, as in the other lines of check.
	Status *string `json:"status"`
	// The reason, for people.
	Why *string `json:"why"`
	// The target of a redirect. If it is on another server, it was not opened: add
	// it as a row of the next round.
	Location *string `json:"location"`
	// The media type.
	Type *string `json:"type"`
	// The size in bytes.
	Size *int64 `json:"size"`
	// The digest of the content.
	Digest *string `json:"digest"`
	// The digest of the text without dates and counters.
	Shape *string `json:"shape"`
	// The title of the page.
	Title *string `json:"title"`
}

// CheckRowMembers returns the names of the members of a CheckRow.
func CheckRowMembers() (names []string) {
	t := reflect.TypeFor[CheckRow]()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("json"))
	}
	return names
}
