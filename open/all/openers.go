//go:build !planonly

package all

import (
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/dict"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/imap"
	"github.com/earl-url/earl/open/ldap"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nfs"
	"github.com/earl-url/earl/open/pop"
	"github.com/earl-url/earl/open/sftp"
	"github.com/earl-url/earl/open/tftp"
	"github.com/earl-url/earl/open/tn3270"
	"github.com/earl-url/earl/open/whois"
	"github.com/earl-url/earl/open/z3950"
)

func ftpOpener() open.Opener { return new(ftp.Opener) }

func httpOpener() open.Opener { return new(http.Opener) }

func tn3270Opener() open.Opener { return tn3270.Opener{} }
func dictOpener() open.Opener   { return dict.Opener{} }

func whoisOpener() open.Opener { return whois.Opener{} }

func tftpOpener() open.Opener { return tftp.Opener{} }

// unplanned returns the openers whose plans are not in the page without a server, because
// they would make it much larger.
func unplanned() []open.Opener {
	return []open.Opener{
		imap.Opener{},
		ldap.Opener{},
		nfs.Opener{},
		mid.Opener{},
		z3950.Opener{},
		pop.Opener{},
		new(sftp.Opener),
	}
}

// Unplanned returns the schemes that a program with the build tag planonly does not plan.
func Unplanned() (schemes []string) {
	for _, o := range unplanned() {
		schemes = append(schemes, o.Schemes()...)
	}
	return schemes
}
