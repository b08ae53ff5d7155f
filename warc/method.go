package warc

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of what a key has of the body of a request. Source: pywb,
// inputrequest.py.
const (
	maxRequest = 1 << 20
	maxQuery   = 4096
)

// Method returns the method of a request of http. The record must be of the type
// Request; the method of another protocol is "". It reads the start of the block.
func Method(rec *Record) (string, error) {
	if !IsHTTP(rec.ContentType()) && !IsWeb(rec.Target()) {
		return "", nil
	}
	b := make([]byte, min(rec.Size, 16))
	n, err := io.ReadFull(rec.Block, b)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return "", err
	}
	method, _, ok := strings.Cut(string(b[:n]), " ")
	if !ok || !isToken(method) {
		return "", nil
	}
	rec.Block = io.MultiReader(bytes.NewReader(b[len(method):n]), rec.Block)
	return strings.ToUpper(method), nil
}

// request is a request whose method is not GET: its reply is not what a GET gets.
type request struct {
	id, concurrent, target string
	method, query          string
}

// readRequest returns the request in a record, or nil for a GET.
func readRequest(rec *Record) (*request, error) {
	method, err := Method(rec)
	if err != nil || method == "" || method == "GET" {
		return nil, err
	}
	q := &request{id: rec.ID(), concurrent: bareID(rec.Get(FieldConcurrent)), target: rec.Target(), method: method}
	if method != "POST" && method != "PUT" {
		return q, nil
	}
	block, err := io.ReadAll(io.LimitReader(rec.Block, maxRequest))
	if err != nil {
		return nil, err
	}
	_, message, _ := bytes.Cut(block, []byte("\n"))
	if n := HeaderLength(message); n > 0 {
		q.query = bodyQuery(ReadHead(message[:n]).Fields.Get("Content-Type"), message[n:])
	}
	return q, nil
}

// key returns the URL that a key is made of: with the method and the body as
// arguments.
func (q *request) key(target string) string {
	mark := "?"
	if strings.Contains(target, "?") {
		mark = "&"
	}
	target += mark + "__wb_method=" + q.method
	if q.query != "" {
		target += "&" + q.query
	}
	return target
}

// of reports whether q is the request of a record with an id, and the id of another
// record of the same exchange. Records that name no other must be neighbours.
func (q *request) of(id, concurrent, target string) bool {
	switch {
	case q.concurrent != "" && q.concurrent == id, concurrent != "" && concurrent == q.id:
		return true
	}
	return q.concurrent == "" && concurrent == "" && q.target == target
}

// bodyQuery returns the arguments that a key has for the body of a request.
// Source: pywb, inputrequest.py, MethodQueryCanonicalizer.
func bodyQuery(contentType string, body []byte) string {
	var query string
	switch media := mediaOf(contentType); {
	case len(body) == 0:
		return ""
	case media == "application/x-www-form-urlencoded" && utf8.Valid(body):
		query = unescapeForm(string(body))
	case strings.HasPrefix(media, "multipart/"):
		query = multipartQuery(contentType, body)
	case media == "application/json":
		query, _ = jsonQuery(body)
		return query[:min(len(query), maxQuery)]
	case media == "text/plain":
		query, _ = jsonQuery(body)
	}
	if query == "" {
		query = "__wb_post_data=" + base64.StdEncoding.EncodeToString(body)
	}
	return query[:min(len(query), maxQuery)]
}

// unescapeForm returns text with its escapes decoded. An invalid escape stays.
func unescapeForm(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '+':
			b.WriteByte(' ')
		case c == '%' && i+2 < len(text):
			if n, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// multipartQuery returns the fields of a form, or "".
func multipartQuery(contentType string, body []byte) string {
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil || params["boundary"] == "" {
		return ""
	}
	var query []string
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			return strings.Join(query, "&")
		}
		value, _ := io.ReadAll(part)
		query = append(query, url.QueryEscape(part.FormName())+"="+url.QueryEscape(string(value)))
	}
}

// jsonQuery returns the members of a JSON text, in order. Members of inner objects
// have their own names; a name that was used gets a number.
func jsonQuery(body []byte) (string, bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var query []string
	seen := map[string]int{}
	add := func(name, value string) {
		if name == "" {
			return
		}
		if seen[name]++; seen[name] > 1 {
			name += "." + strconv.Itoa(seen[name]) + "_"
		}
		query = append(query, url.QueryEscape(name)+"="+url.QueryEscape(value))
	}
	if !json.Valid(body) {
		return "", false
	}
	if err := walkJSON(d, "", add); err != nil {
		return "", false
	}
	return strings.Join(query, "&"), true
}

// walkJSON calls add for each value that is not an object or a list.
func walkJSON(d *json.Decoder, name string, add func(name, value string)) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		add(name, jsonText(token))
		return nil
	}
	for d.More() {
		inner := name
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			inner, _ = key.(string)
		}
		if err := walkJSON(d, inner, add); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// jsonText returns a value as text: a whole number has no fraction.
func jsonText(token json.Token) string {
	switch v := token.(type) {
	case bool:
		return strconv.FormatBool(v)
	case string:
		return v
	case json.Number:
		if f, err := v.Float64(); err == nil && f == math.Trunc(f) && strings.ContainsAny(v.String(), ".eE") {
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
		return v.String()
	}
	return "null"
}
