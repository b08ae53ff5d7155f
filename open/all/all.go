// Package all contains every opener of this module. It is the only package that
// imports them all; a program that needs fewer imports them itself.
//
//	client := open.New(open.Options{}, all.Openers()...)
//
// With the build tag planonly, the openers make plans only, and link neither net/http nor
// crypto/tls. The page without a server is such a program.
package all

import (
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

// Openers returns new openers for every scheme that this module opens, with
// their zero settings. A client has one opener for each scheme, so a program that
// needs other settings replaces an opener in the slice. It finds it by its type,
// such as *sftp.Opener.
func Openers() []open.Opener {
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
