// Package cause explains to users why a URL did not open: what happened, what it probably
// means, and the details.
//
//	c := cause.Of(err)
//	fmt.Println(c.Status, c.What, c.Teach) // 502 "There is no server named h.example." ...
//
// It checks the types of errors, never their texts. It does not use pages or URLs.
package cause

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"syscall"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/known"
)

// Cause is why a URL did not open. Its texts are safe for a page.
type Cause struct {
	Status int    // the HTTP status of the page
	What   string // what happened, in one sentence
	Teach  string // what it probably means, in one or two sentences, or ""
	Detail string // the server's words, or where the error happened, or ""
}

// Of returns the cause of an error of package open.
func Of(err error) Cause {
	class := open.ClassOf(err)
	c, ok := classes[class]
	if !ok {
		c = Cause{Status: http.StatusBadGateway, What: "The URL could not be opened."}
	}
	for _, specific := range []func(error) (Cause, bool){ofArchive, ofRange, ofKey, ofLookup, ofTLS, ofConnection, ofFile} {
		if s, ok := specific(err); ok && class != open.ClassTimeout && class != open.ClassRefused {
			s.Status = cmp.Or(s.Status, c.Status)
			c = s
			break
		}
	}
	c.Detail = Detail(err)
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		c.What = cmp.Or(refusals[refusal.Name], c.What)
		c.Teach, c.Detail = refusal.Explanation(), sanitize.Line(refusal.Found())
	}
	return c
}

// refusals are the sentences for refused URLs, by the name of the guard.
var refusals = map[string]string{
	open.GuardScheme:           "The settings do not allow this scheme.",
	open.GuardCtlOctet:         "The URL contains a control character.",
	open.GuardPortRange:        "There is no such port.",
	open.GuardBadPort:          "This port belongs to another protocol.",
	open.GuardBadHost:          "The host of this URL is not valid.",
	open.GuardPrivateAddress:   "The address is not on the public Internet.",
	open.GuardRedirectScheme:   "The server redirects to a URL that it must not open.",
	open.GuardTooManyHops:      "The redirects do not end.",
	open.GuardCrossCredentials: "The password would go to another server.",
	open.GuardMaxSize:          "The object is too large.",
	open.GuardNewsName:         "No newsgroup or article can have this name.",
	open.GuardFileHost:         "The file is on another computer.",
	open.GuardEncodedSlash:     "A file name cannot contain a slash.",
	open.GuardPathEscape:       "The path leaves its directory.",
	open.GuardNativePath:       "No file on this computer can have this name.",
	open.GuardSpecialFile:      "This is not a file that can be read.",
	open.GuardRelay:            "The server would send the request to another server.",
	open.GuardLongName:         "The name of the object is too long.",
	open.GuardDataPort:         "The server specified a port of another service.",
	open.GuardPlainLogin:       "The password would be sent without encryption.",
	open.GuardOwnPort:          "This is an address of the gateway itself.",
	open.GuardLoginOption:      "The name of the user would be an option of the server.",
}

// classes are the causes of errors about which only the class is known.
var classes = map[open.Class]Cause{
	open.ClassRefused:     {Status: http.StatusForbidden, What: "The URL was refused."},
	open.ClassLogin:       {Status: http.StatusUnauthorized, What: "The server needs a login.", Teach: "The login is kept in memory for this browser session and is sent to this server only."},
	open.ClassNotFound:    {Status: http.StatusNotFound, What: "The server has nothing at this address.", Teach: "The object may have been moved, renamed or removed."},
	open.ClassUnsupported: {Status: http.StatusNotImplemented, What: "earl cannot open this URL."},
	open.ClassTimeout:     {Status: http.StatusGatewayTimeout, What: "The server did not respond in time.", Teach: "It may be busy or switched off, or a firewall may drop the connection."},
	open.ClassConnect:     {Status: http.StatusBadGateway, What: "There is no connection to the server.", Teach: "Many servers of old links were switched off long ago."},
	open.ClassTruncated:   {Status: http.StatusBadGateway, What: "The object is incomplete.", Teach: "The connection ended before all of it had arrived."},
	open.ClassProtocol:    {Status: http.StatusBadGateway, What: "The server sent an invalid response.", Teach: "Another service may listen at that port."},
	open.ClassInvalid:     {Status: http.StatusBadRequest, What: "The URL does not have the parts that its scheme needs.", Teach: "Nothing was sent. Its explanation shows how each edition reads it."},
	open.ClassServer:      {Status: http.StatusBadGateway, What: "The server refused the request.", Teach: "Its reply is below."},
	open.ClassChanged:     {Status: http.StatusBadGateway, What: "The object changed while it was read."},
}

// ofLookup explains a lookup of a host name.
func ofLookup(err error) (Cause, bool) {
	var dns *net.DNSError
	switch {
	case !errors.As(err, &dns):
		return Cause{}, false
	case dns.IsNotFound:
		return Cause{What: "There is no server named " + sanitize.Line(dns.Name) + ".", Teach: "The name may be misspelled, or may no longer be registered."}, true
	}
	return Cause{What: "The name " + sanitize.Line(dns.Name) + " cannot be looked up.", Teach: "This computer may be offline, or its name server does not respond."}, true
}

// InArchive reports whether err is that of a URL that an archive does not have.
func InArchive(err error) bool {
	var absent interface{ Absent() bool } // implemented by replay.AbsentError, which is not linked here
	return errors.As(err, &absent) && absent.Absent()
}

// ofArchive explains a URL that an archive does not have.
func ofArchive(err error) (Cause, bool) {
	return Cause{What: "The archive does not have this URL.", Teach: "No server was asked. The tour lists the pages that the archive has."}, InArchive(err)
}

// ofRange explains a part that begins after the end of the object.
func ofRange(err error) (Cause, bool) {
	return Cause{Status: http.StatusRequestedRangeNotSatisfiable, What: "The object does not have these bytes."}, errors.Is(err, open.ErrBeyond)
}

// ofKey explains the key of a server that is not the known one.
func ofKey(err error) (Cause, bool) {
	var (
		changed *known.ChangedError
		unknown *known.UnknownError
	)
	switch {
	case errors.As(err, &changed) && changed.Kept.Revoked:
		return Cause{What: "The key of the server is revoked.", Teach: "Another computer may pretend to be the server, so nothing was sent."}, true
	case errors.As(err, &changed):
		return Cause{What: "The server has another key than before.", Teach: "Another computer may pretend to be the server, so nothing was sent. If you know that the server has a new key, delete the line that the details name."}, true
	case errors.As(err, &unknown):
		return Cause{What: "The key of the server is not known.", Teach: "Nothing was sent. Compare " + sanitize.Line(unknown.Key.Digest) + " with what the owner of the server says, and open the URL once with earl get on a terminal, which asks and keeps the key."}, true
	}
	return Cause{}, false
}

// ofTLS explains an invalid certificate, and a server without TLS.
func ofTLS(err error) (Cause, bool) {
	var (
		invalid x509.CertificateInvalidError
		host    x509.HostnameError
		unknown x509.UnknownAuthorityError
		record  tls.RecordHeaderError
		refused *tls.CertificateVerificationError
	)
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return Cause{What: "The certificate of the server has expired.", Teach: "Its owner has not renewed it. Nothing was sent, since another computer may pretend to be the server."}, true
	case errors.As(err, &host):
		return Cause{What: "The certificate of the server is for another name.", Teach: "Another computer may pretend to be the server, so nothing was sent."}, true
	case errors.As(err, &unknown):
		return Cause{What: "The certificate of the server is not trusted.", Teach: "No authority that this computer trusts has signed it. Nothing was sent."}, true
	case errors.As(err, &invalid), errors.As(err, &refused):
		return Cause{What: "The certificate of the server is not valid.", Teach: "Another computer may pretend to be the server, so nothing was sent."}, true
	case errors.As(err, &record):
		return Cause{What: "The server does not use TLS at this port.", Teach: "The same URL with the scheme without TLS may work, such as http instead of https."}, true
	}
	return Cause{}, false
}

// connections are the causes of errors of the system that end a connection.
var connections = []struct {
	errno syscall.Errno
	Cause
}{
	{syscall.ECONNREFUSED, Cause{What: "No program listens at this port of the server.", Teach: "The server is there. The service may have been switched off, or moved to another port."}},
	{syscall.EHOSTUNREACH, Cause{What: "The server cannot be reached.", Teach: "The server may be switched off, or this computer may be offline."}},
	{syscall.ENETUNREACH, Cause{What: "The server cannot be reached.", Teach: "This computer may be offline, or it has no connection of the kind that the server has, such as IPv6."}},
	{syscall.ECONNRESET, Cause{What: "The server closed the connection.", Teach: "It may be overloaded, or it expects another protocol at this port."}},
	{syscall.EPIPE, Cause{What: "The server closed the connection.", Teach: "It may be overloaded, or it expects another protocol at this port."}},
}

// ofConnection explains a connection that the system could not make or keep.
func ofConnection(err error) (Cause, bool) {
	for _, c := range connections {
		if errors.Is(err, c.errno) {
			return c.Cause, true
		}
	}
	return Cause{}, false
}

// ofFile explains a file of this machine that cannot be read.
func ofFile(err error) (Cause, bool) {
	var path *fs.PathError
	switch {
	case !errors.As(err, &path):
		return Cause{}, false
	case errors.Is(path, fs.ErrNotExist):
		return Cause{What: "There is no such file on this computer.", Teach: "It may have been moved, renamed or removed."}, true
	case errors.Is(path, fs.ErrPermission):
		return Cause{Status: http.StatusForbidden, What: "You have no permission to read this file."}, true
	}
	return Cause{What: "The file cannot be read."}, true
}

// Detail returns the details of an error: the server's words, or for an error of this
// machine's network or files, where it happened and what the system reports.
func Detail(err error) string {
	var (
		op   *net.OpError
		dns  *net.DNSError
		path *fs.PathError
		text string
	)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &dns):
		text = dns.Name + ": " + dns.Err
	case errors.As(err, &op) && op.Addr != nil:
		text = fmt.Sprintf("%s: %v", op.Addr, innermost(op))
	case errors.As(err, &op):
		text = innermost(op).Error()
	case errors.As(err, &path):
		text = fmt.Sprintf("%s: %v", path.Path, path.Err)
	default:
		text = err.Error()
	}
	return sanitize.Line(text)
}

// innermost returns the last error in a chain of wrapped errors.
func innermost(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}
