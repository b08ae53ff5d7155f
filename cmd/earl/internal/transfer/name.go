package transfer

import (
	"mime"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// NameOf returns the last name in the path of a URL, decoded, or "". It is for messages,
// not for file names.
func NameOf(u earl.URL) string {
	if u.Designates() == earl.Content {
		return ""
	}
	if v, err := views.Parse(u); err == nil {
		for p := range v.Parts {
			switch p.Name {
			case "name":
				return string(p.Value)
			case "selector":
				return string(p.Value[strings.LastIndexByte(string(p.Value), '/')+1:])
			}
		}
	}
	path := u.Path()
	return string(earl.Unescape(path[strings.LastIndexByte(path, '/')+1:]))
}

// fileName returns the name of the file to which -O saves u. It contains no slash and
// cannot mean another directory. Source: rfc1738 3.2.2.
func fileName(u earl.URL) (string, error) {
	name := NameOf(u)
	switch {
	case name == "":
		return "", usageError("-O: %s has no file name; use -o FILE", u.Redacted())
	case !filepath.IsLocal(name), name == ".", strings.ContainsAny(name, `/\`), strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7F }):
		return "", usageError("-O: %q cannot be the name of a file; use -o FILE", name)
	}
	return name, nil
}

// suggested returns the file name that a server suggests, made safe for this system, or
// "". It uses only the part after the last slash. Source: rfc6266 4.3.
func suggested(p *open.Response) string {
	if p == nil {
		return ""
	}
	_, params, err := mime.ParseMediaType(first(p.Fields["Content-Disposition"]))
	if err != nil {
		return ""
	}
	name := params["filename"]
	name = harmlessName(name[strings.LastIndexAny(name, `/\`)+1:])
	local, err := savedir.Name(name, runtime.GOOS)
	if err != nil || strings.HasPrefix(local, ".") { // a hidden file could be a settings file
		return ""
	}
	return local
}

// harmlessName returns a safe file name. It replaces characters that can disguise a name,
// such as those that change the direction of text, and a "-" at the start, which programs
// read as a flag. It truncates names that are too long for a file.
func harmlessName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if strings.HasPrefix(name, "-") {
		name = "_" + name[1:]
	}
	if len(name) <= savedir.MaxName {
		return name
	}
	ext := path.Ext(name)
	if len(ext) > 20 {
		ext = ""
	}
	return strings.ToValidUTF8(name[:savedir.MaxName-len(ext)], "") + ext
}
