package transfer

import (
	"mime"
	"runtime"
	"strings"

	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// suggested returns the name that a server suggests for a file, safe for this system,
// or "". Only the part after the last slash counts. Source: rfc6266 4.3.
func suggested(p *open.Response) string {
	if p == nil {
		return ""
	}
	_, params, err := mime.ParseMediaType(first(p.Fields["Content-Disposition"]))
	if err != nil {
		return ""
	}
	name := params["filename"]
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	local, err := localName(name, runtime.GOOS)
	if err != nil || strings.HasPrefix(local, ".") { // a hidden file would be one of settings
		return ""
	}
	return local
}

// rename sets the file of a document to the name that the server suggests, if
// ServerName is set and no byte is written yet.
func (t *Transfer) rename() error {
	if !t.r.o.ServerName || !t.to.within || t.file != nil {
		return nil
	}
	if name := suggested(t.record.response()); name != "" {
		t.to.name = name
	}
	if t.to.name == "" {
		return usageError("-J: neither the URL nor the server names a file; use -o FILE")
	}
	if t.r.o.Force {
		return nil
	}
	if _, err := t.to.stat(); err == nil {
		return console.Local(t.to.taken())
	}
	return nil
}
