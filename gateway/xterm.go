package gateway

import (
	"embed"
	"io/fs"
	"net/http"
	"slices"
	"strings"
)

// emulatorFolder is what fetchxterm fills; a README stands there in any case.
//
//go:embed xterm
var emulatorFolder embed.FS

const (
	// emulatorPath is where the files of the terminal emulator are served.
	emulatorPath = "/static/xterm/"
	// emulatorTerminal is what services are told that it is. Old ones know this
	// name and none of its descendants. Source: rfc1091.
	emulatorTerminal = "xterm"
	// lineTerminal is what a page that goes line by line is called: services hide
	// passwords on it and do not draw.
	lineTerminal = "dumb"
)

// emulatorFiles are the files of the emulator: without one of the first three
// there is none.
var emulatorFiles = []string{"xterm.mjs", "xterm.css", "addon-fit.mjs", "xterm.LICENSE", "addon-fit.LICENSE"}

// emulator is the files of the terminal emulator; nil: there is none.
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
	folder, _ := fs.Sub(emulatorFolder, "xterm") // embedded: it is there
	return emulatorIn(folder)
}

// Terminal returns the type of the terminal that the page of a session is: "xterm"
// in a program that was built with a terminal emulator, "dumb" in another, whose
// pages go line by line. A telnet.Opener tells it to services. Source: rfc1091.
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
