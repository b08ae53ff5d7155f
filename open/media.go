package open

import (
	"mime"
	"path"
	"strings"
)

// TypeByName returns the media type that a name's suffix means, "" if it
// is not known: what this table says, then what the system says.
func TypeByName(name string) string {
	suffix := strings.ToLower(path.Ext(name))
	if t, ok := typeBySuffix(suffix); ok || suffix == "" {
		return t
	}
	return mime.TypeByExtension(suffix) // the first call reads the system's files, some milliseconds
}

// typeBySuffix knows what systems differ about, or do not know: text, above all,
// has no charset here, since a name does not tell it. What is met most often is
// here too, since the system's answer has to be read first.
func typeBySuffix(suffix string) (string, bool) {
	switch suffix {
	case ".txt", ".text", ".asc", ".md", ".log", ".diff", ".patch", ".nfo":
		return "text/plain", true
	case ".htm", ".html":
		return "text/html", true
	case ".css":
		return "text/css", true
	case ".csv":
		return "text/csv", true
	case ".xml":
		return "application/xml", true
	case ".json":
		return "application/json", true
	case ".js":
		return "text/javascript", true
	case ".pdf":
		return "application/pdf", true
	case ".ps", ".eps":
		return "application/postscript", true
	case ".gif":
		return "image/gif", true
	case ".jpg", ".jpeg":
		return "image/jpeg", true
	case ".png":
		return "image/png", true
	case ".svg":
		return "image/svg+xml", true
	case ".gz", ".tgz":
		return "application/gzip", true
	case ".tar":
		return "application/x-tar", true
	case ".zip":
		return "application/zip", true
	case ".bin":
		return "application/octet-stream", true
	case ".mp3":
		return "audio/mpeg", true
	case ".mp4":
		return "video/mp4", true
	case ".eml":
		return "message/rfc822", true
	}
	return "", false
}
