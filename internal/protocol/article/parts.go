package article

import (
	"bufio"
	"encoding/base64"
	"errors"
	"io"
	"mime/quotedprintable"
	"strings"
)

// entity writes the body of a message or a part, according to its header.
// Source: rfc2045 5, 6; rfc2046.
func (t *text) entity(h Header, r io.Reader, depth int) error {
	media, params := h.Type()
	kind, sub, _ := strings.Cut(media, "/")
	switch {
	case kind == "multipart" && params["boundary"] != "":
		return t.multipart(sub, params["boundary"], r, depth)
	case media == "message/rfc822" || media == "message/news":
		if depth++; depth > t.limits.Depth {
			return t.remark("a message inside %d others is not shown (Limits.Depth)", t.limits.Depth)
		}
		return t.message(bufio.NewReader(r), depth)
	case kind == "text" || kind == "multipart":
		return t.plain(h, params["charset"], r)
	}
	return t.remark("%s", attachment(media, h))
}

// attachment describes a part that is not text.
func attachment(media string, h Header) string {
	text := oneLine(media)
	if name := h.Filename(); name != "" {
		text += ", " + name
	}
	return text + ": not shown"
}

// plain writes text. It ends with a remark at a part that cannot be decoded.
func (t *text) plain(h Header, label string, r io.Reader) error {
	_, err := io.Copy(&t.out, decoded(label, uncoded(h.Get("Content-Transfer-Encoding"), r)))
	switch {
	case t.out.fault != nil:
		return t.out.fault
	case t.source.err != nil:
		return t.source.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return t.broken()
	case err != nil:
		return t.remark("the rest cannot be decoded: %v", err)
	}
	return nil
}

// uncoded decodes a transfer encoding. It returns an unknown one unchanged.
// Source: rfc2045 6.
func uncoded(encoding string, r io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedprintable.NewReader(r)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, r)
	}
	return r
}
