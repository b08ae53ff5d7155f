// Package all contains every opener of this module. It is the only package that
// imports them all; a program that needs fewer imports them itself.
//
//	client := open.New(open.Options{}, all.Openers()...)
//	client := open.New(open.Options{}, all.Openers(telnet.Opener{Options: mine})...)
//
// With the build tag planonly, the openers make plans only, and link neither net/http nor
// crypto/tls. The page without a server is such a program.
package all

import (
	"slices"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/afs"
	"github.com/earl-url/earl/open/data"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/finger"
	"github.com/earl-url/earl/open/gemini"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/mailserver"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/prospero"
	"github.com/earl-url/earl/open/rlogin"
	"github.com/earl-url/earl/open/telnet"
	"github.com/earl-url/earl/open/wais"
)

// Openers returns the caller's own openers, and new openers for every other
// scheme that this module opens, with their zero settings. An opener of this
// module is left out if one of own has one of its schemes. So own has the openers
// that need other settings, and those of schemes that this module does not open.
func Openers(own ...open.Opener) []open.Opener {
	taken := map[string]bool{}
	for _, o := range own {
		for _, scheme := range o.Schemes() {
			taken[scheme] = true
		}
	}
	rest := slices.DeleteFunc(openers(), func(o open.Opener) bool {
		return slices.ContainsFunc(o.Schemes(), func(scheme string) bool { return taken[scheme] })
	})
	return append(slices.Clone(own), rest...)
}

// openers returns new openers with their zero settings.
func openers() []open.Opener {
	return append([]open.Opener{
		ftpOpener(),
		httpOpener(),
		gopher.Opener{},
		mailto.Opener{},
		nntp.Opener{},
		telnet.Opener{},
		wais.Opener{},
		file.Opener{},
		prospero.Opener{},
		finger.Opener{},
		new(gemini.Opener),
		rlogin.Opener{},
		data.Opener{},
		mailserver.Opener{},
		afs.Opener{},
		tn3270Opener(),
		dictOpener(),
		whoisOpener(),
		tftpOpener(),
	}, unplanned()...)
}
