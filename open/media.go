package open

import (
	"mime"
	"path"
	"strings"
)

// TypeByName returns the media type for a name's suffix, or "". It looks in a
// table of this package, then in those of the system.
func TypeByName(name string) string {
	suffix := strings.ToLower(path.Ext(name))
	if t, ok := typeBySuffix(suffix); ok || suffix == "" {
		return t
	}
	return mime.TypeByExtension(suffix) // the first call reads the system's files, which takes some milliseconds
}

// typeBySuffix returns types that systems do not know or do not agree on. Text
// has no charset here, because a name does not tell it. Frequent types are here
// too, because the system's tables are slow to read.
func typeBySuffix(suffix string) (string, bool) {
	switch suffix {
	case ".txt", ".text", ".asc", ".md", ".log", ".diff", ".patch", ".nfo":
		return "text/plain", true
	case ".htm", ".html":
		return "text/html", true
	case ".css":
		return "text/css", true
	case ".gmi", ".gemini":
		return "text/gemini", true
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
