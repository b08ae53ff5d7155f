package jsonobject

// Export is the file that the history page of the gateway exports.
type Export struct {
	// The bookmarks, the newest first.
	Bookmarks []Visit `json:"bookmarks"`
	// The pages that were visited, the newest first.
	History []Visit `json:"history"`
}

// Visit is a visit or a bookmark.
type Visit struct {
	// The URL without its password.
	URL string `json:"url"`
	// The title of the page, or "".
	Title string `json:"title"`
	// The edition of the standard that reads the URL.
	Edition string `json:"edition" enum:"edition"`
	// When the page was visited or the bookmark was added. null if it is not known.
	Time *string `json:"time" format:"date-time"`
}
