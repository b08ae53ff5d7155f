package gateway

import (
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// emulatorFake are files with the names of an emulator's files.
var emulatorFake = fstest.MapFS{
	"xterm.mjs": {Data: []byte("export class Terminal {}")}, "xterm.css": {Data: []byte(".xterm {}")}, "addon-fit.mjs": {Data: []byte("export class FitAddon {}")},
	"xterm.LICENSE": {Data: []byte("MIT")}, "addon-fit.LICENSE": {Data: []byte("MIT")}, "README.md": {Data: []byte("what goes here")},
}

// withEmulator starts a gateway with an emulator, or without one if files is nil.
func withEmulator(t *testing.T, o Options, files emulator) *browser {
	b := start(t, o)
	b.gateway.emulator = files
	return b
}

// The gateway has an emulator if all its files exist, and sends its terminal type to services.
func TestEmulatorIsWhole(t *testing.T) {
	t.Parallel()
	if emulatorIn(emulatorFake) == nil {
		t.Error("with all of its files there is no emulator")
	}
	for _, name := range []string{"xterm.mjs", "xterm.css", "addon-fit.mjs"} {
		folder := maps.Clone(emulatorFake)
		delete(folder, name)
		if emulatorIn(folder) != nil {
			t.Errorf("without %s there is one", name)
		}
		folder[name] = &fstest.MapFile{Mode: fs.ModeDir}
		if emulatorIn(folder) != nil {
			t.Errorf("with a directory for %s there is one", name)
		}
	}
	want := map[bool]string{true: "xterm", false: "dumb"}[embeddedEmulator() != nil]
	if got := Terminal(); got != want {
		t.Errorf("Terminal() = %q, want %q", got, want)
	}
}

var linkNonce = regexp.MustCompile(`<link id="emulator-style" rel="stylesheet" href="/static/xterm/xterm.css" nonce="([0-9a-f]{32})">`)

// C3: the page of a session has the emulator if there is one, and allows its styles with a
// nonce of that response. Without a script, or if the user wants that, it shows lines of text.
func TestSessionPageWithEmulator(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, textService)
	b := withEmulator(t, o, emulatorFake)
	_, invitation := b.get("/open?url=" + url.QueryEscape(address))
	b.lacks(invitation, "need a terminal")
	path := b.connect(address)
	nonces := map[string]bool{}
	for range 3 {
		resp, page := b.get(path)
		b.wants(page, `<script src="/static/session-terminal.js" defer>`, "The URL contains the user <strong>ann</strong>", "? </div>", `id="line-form"`, `id="by-line" hidden`)
		m := linkNonce.FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("no style with a nonce: %s", page)
		}
		nonces[m[1]] = true
		policy := resp.Header.Get("Content-Security-Policy")
		b.wants(policy, "style-src 'self';", "script-src 'self';", "; style-src-elem 'self' 'nonce-"+m[1]+"'")
		b.lacks(policy, "unsafe")
	}
	if len(nonces) != 3 {
		t.Errorf("%d nonces in 3 responses", len(nonces))
	}
	resp, page := b.get(path + "&by=line")
	b.wants(page, `<script src="/static/session.js" defer>`, `name="by" value="line"`, `&amp;by=line#end">Reload`, "As a terminal")
	b.lacks(page, "emulator", "session-terminal")
	b.lacks(resp.Header.Get("Content-Security-Policy"), "nonce")
	id := strings.TrimPrefix(path, "/session?id=")
	if resp, _ := b.post("/session/line", url.Values{"id": {id}, "line": {"x"}, "by": {"line"}}); resp.Header.Get("Location") != path+"&by=line#end" {
		t.Errorf("a line goes to %s", resp.Header.Get("Location"))
	}
	b.post("/session/end", url.Values{"id": {id}})
	_, page = b.get(path)
	b.lacks(page, "/static/session", "emulator")
}

// C3: in a build without the emulator, the page shows lines of text.
func TestSessionPageWithoutEmulator(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, textService)
	b := withEmulator(t, o, nil)
	_, invitation := b.get("/open?url=" + url.QueryEscape(address))
	b.wants(invitation, "in a terminal")
	resp, page := b.get(b.connect(address) + "&by=line")
	b.wants(page, `<script src="/static/session.js" defer>`, "The URL contains the user <strong>ann</strong>")
	b.lacks(page, "emulator", "session-terminal", "As a terminal")
	b.lacks(resp.Header.Get("Content-Security-Policy"), "nonce")
	for _, name := range emulatorFiles {
		if resp, _ := b.get("/static/xterm/" + name); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
}

// The files of the emulator and its licences are served with their types. No other file of the
// folder is served.
func TestEmulatorFiles(t *testing.T) {
	t.Parallel()
	b := withEmulator(t, Options{}, emulatorFake)
	for name, media := range map[string]string{
		"xterm.mjs": "javascript", "addon-fit.mjs": "javascript", "xterm.css": "text/css", "xterm.LICENSE": "text/plain", "addon-fit.LICENSE": "text/plain",
	} {
		resp, text := b.get("/static/xterm/" + name)
		if resp.StatusCode != http.StatusOK || !strings.Contains(resp.Header.Get("Content-Type"), media) || text != string(emulatorFake[name].Data) {
			t.Errorf("%s: %s, %s, %q", name, resp.Status, resp.Header.Get("Content-Type"), text)
		}
	}
	for _, name := range []string{"", ".", "README.md", "../style.css", "xterm.mjs/"} {
		if resp, _ := b.get("/static/xterm/" + name); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%q: %s", name, resp.Status)
		}
	}
}
