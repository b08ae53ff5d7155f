// Package all knows every opener of this module. It is the only one that does:
// a program that wants fewer names them itself.
//
//	client := open.New(open.Options{}, all.Openers()...)
package all

import (
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
	"github.com/earl-url/earl/open/finger"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/mailto"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/prospero"
	"github.com/earl-url/earl/open/telnet"
	"github.com/earl-url/earl/open/wais"
)

// Openers returns an opener for every scheme that this module opens, each with
// its zero settings. Every call returns new ones.
func Openers() []open.Opener {
	return []open.Opener{
		new(ftp.Opener),
		new(http.Opener),
		gopher.Opener{},
		mailto.Opener{},
		nntp.Opener{},
		telnet.Opener{},
		wais.Opener{},
		file.Opener{},
		prospero.Opener{},
		finger.Opener{},
	}
}
