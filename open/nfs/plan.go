package nfs

import (
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Plan returns the messages that Open sends first: LOOKUP of the whole path, and
// what it sends if the server has no public file handle. The file handles that
// the server returns decide the rest. The error is that of Open for a URL that it
// refuses. Source: rfc2224 2, 4, 7.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	view, err := views.ParseNFS(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	address, err := open.HostPort(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{
		Effect: open.EffectSends, Server: address,
		Note: "Then it reads the file or the directory with the file handle that the server returns. It sends no call that changes anything.",
	}
	place := placeOf(view)
	path := place.canonical()
	p.Steps = []open.Step{{
		Line: string(hereRequest().message(1)), Why: "NULL of MOUNT: is it on the port of NFS?", Source: "rfc1813 5.2.0",
	}}
	for _, s := range [...]*session{{version: 3}, {version: 2}} {
		step := open.Step{When: "if not", Why: "LOOKUP of " + path, Source: "rfc2224 4, 6"}
		xid := uint32(2)
		if s.version == 2 {
			step.When, xid = "if the server does not speak version 3", 3
		}
		step.Line = string(s.lookupRequest(s.publicHandle(), path).message(xid))
		p.Steps = append(p.Steps, step)
	}
	return planMount(p, place), nil
}

// planMount adds the messages that mount the path: on the port of NFS, or on the
// port that the port mapper reports.
func planMount(p open.Plan, at place) open.Plan {
	paths, _ := exports(at.names)
	first := paths[0]
	shorter := ""
	if len(paths) > 1 {
		shorter = ", then of shorter paths"
	}
	mount := func(xid uint32, when string) {
		p.Steps = append(p.Steps, open.Step{
			Line: string(mountRequest(3, "MNT", procedureMount, first).message(xid)),
			When: when, Why: "MNT of " + first + shorter, Source: "rfc2224 7; rfc1813 5.2.1",
		}, open.Step{
			Line: string(mountRequest(3, "UMNT", procedureUnmount, first).message(xid + 1)),
			When: "if the server accepts that", Why: "UMNT of " + first, Source: "rfc1813 5.2.3",
		})
	}
	mount(2, "if MOUNT is on the port of NFS")
	p.Steps = append(p.Steps, open.Step{
		Line: string(portRequest(3).message(1)),
		When: "if the server has no public file handle", Why: "GETPORT of MOUNT, to port 111", Source: "rfc1833 3",
	})
	mount(1, "to the port of MOUNT")
	return p
}
