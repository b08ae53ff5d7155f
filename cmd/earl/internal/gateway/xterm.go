package gateway

import (
	"embed"
	"io/fs"
	"net/http"
	"slices"
	"strings"
)

// emulatorFolder is the folder into which fetchxterm writes. It always contains a README.
//
//go:embed xterm
var emulatorFolder embed.FS

const (
	// emulatorPath is where the files of the terminal emulator are served.
	emulatorPath = "/static/xterm/"
	// emulatorTerminal is the terminal type that services receive for the emulator. Old
	// services know this name, but not names such as xterm-256color. Source: rfc1091.
	emulatorTerminal = "xterm"
	// lineTerminal is the terminal type for a page that shows lines of text. Services
	// hide passwords on it and do not draw on the screen.
	lineTerminal = "dumb"
)

// emulatorFiles are the files of the emulator. If one of the first three is missing, the
// gateway has no emulator.
var emulatorFiles = []string{"xterm.mjs", "xterm.css", "addon-fit.mjs", "xterm.LICENSE", "addon-fit.LICENSE"}

// emulator is the files of the terminal emulator, or nil.
type emulator fs.FS

// emulatorIn returns the emulator in a folder.
func emulatorIn(folder fs.FS) emulator {
	for _, name := range emulatorFiles[:3] {
		if f, err := fs.Stat(folder, name); err != nil || !f.Mode().IsRegular() {
			return nil
		}
	}
	return folder
}

// embeddedEmulator returns the emulator that this program was built with.
func embeddedEmulator() emulator {
	folder, _ := fs.Sub(emulatorFolder, "xterm") // the folder is embedded, so there is no error
	return emulatorIn(folder)
}

// Terminal returns the terminal type for sessions, which a telnet.Opener sends to
// services. It is "xterm" if this program was built with a terminal emulator, and "dumb"
// if pages of sessions show lines of text. Source: rfc1091.
func Terminal() string {
	if embeddedEmulator() != nil {
		return emulatorTerminal
	}
	return lineTerminal
}

// emulatorFile serves a file of the terminal emulator.
func (g *Gateway) emulatorFile(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, emulatorPath)
	if g.emulator == nil || !slices.Contains(emulatorFiles, name) {
		g.noPage(w)
		return
	}
	http.ServeFileFS(w, r, g.emulator, name)
}
