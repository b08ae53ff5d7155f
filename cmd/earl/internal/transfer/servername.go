package transfer

import (
	"mime"
	"path"
	"runtime"
	"strings"
	"unicode"

	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/open"
)

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

// rename sets the file of a document to the name that the server suggests, if ServerName
// is set and nothing is written yet.
func (t *Transfer) rename() (err error) {
	if !t.r.o.ServerName || !t.to.Within || t.file != nil {
		return nil
	}
	if name := suggested(t.record.response()); name != "" {
		t.to.Name = name
	}
	if t.tree != nil {
		t.tree.Place = t.to
	}
	if t.to.Name == "" {
		return usageError("-J: neither the URL nor the server gives a file name; use -o FILE")
	}
	defer func() {
		if err == nil {
			t.r.o.Reporter.Remark("%s: saved as %s", t.typed.Redacted(), t.to.Shown())
		}
	}()
	return t.follow(t.again(state{}))
}
