//go:build planonly

package all

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/dict"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/internal/request"
	"github.com/earl-url/earl/open/tftp"
	"github.com/earl-url/earl/open/tn3270"
	"github.com/earl-url/earl/open/whois"
)

// planner is an opener that makes plans only. It has functions instead of an ftp.Opener: in an
// interface, the opener would link the sessions that it keeps.
type planner struct {
	schemes []string
	plan    func(*open.Call) (open.Plan, error)
}

func (p planner) Schemes() []string { return p.schemes }

func (p planner) Plan(r *open.Call) (open.Plan, error) { return p.plan(r) }

func (p planner) Open(context.Context, *open.Call) (open.Resource, error) {
	return nil, fmt.Errorf("%s: this program makes plans only: %w", p.schemes[0], errors.ErrUnsupported)
}

func ftpOpener() open.Opener {
	o := new(ftp.Opener)
	return planner{o.Schemes(), o.Plan}
}

func httpOpener() open.Opener { return request.Planner{} }

func tn3270Opener() open.Opener {
	var o tn3270.Opener
	return planner{o.Schemes(), o.Plan}
}

func dictOpener() open.Opener {
	var o dict.Opener
	return planner{o.Schemes(), o.Plan}
}

func whoisOpener() open.Opener {
	var o whois.Opener
	return planner{o.Schemes(), o.Plan}
}

func tftpOpener() open.Opener {
	var o tftp.Opener
	return planner{o.Schemes(), o.Plan}
}

func unplanned() []open.Opener { return nil }
