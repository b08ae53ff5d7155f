package rdap

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// reader collects the groups of a response.
type reader struct{ Object }

// group adds a group, and reports whether there was room for it.
func (r *reader) group(title string, fields []Field) bool {
	if len(r.Groups) == maxGroups {
		r.Cut = true
		return false
	}
	r.Groups = append(r.Groups, Group{title, fields})
	return true
}

// results are the members of a response to a search. Source: rfc9083 8.
var results = [...]string{"domainSearchResults", "nameserverSearchResults", "entitySearchResults", "ipSearchResults", "autnumSearchResults"}

// response reads a whole response: an object, the results of a search, or an error.
// Source: rfc9083 5 to 8.
func (r *reader) response(m map[string]any) {
	searched := false
	for _, name := range results {
		if _, ok := m[name]; ok {
			searched = true
			r.objects(m[name], "", 1)
		}
	}
	if !searched || text(m["objectClassName"]) != "" {
		r.object(m, "", 0)
	}
	r.notes("Notice", m["notices"])
}

// inner are the members with other objects, and their classes. Source: rfc9083 5.
var inner = [...]struct{ member, class string }{{"network", "ip network"}, {"networks", "ip network"}, {"autnums", "autnum"}, {"entities", "entity"}}

// object reads an object, and the objects in it. class is what the object is if it does not say
// so. Source: rfc9083 5.
func (r *reader) object(m map[string]any, class string, depth int) {
	if depth > maxDepth {
		r.Cut = true
		return
	}
	if !r.group(title(m, cmp.Or(text(m["objectClassName"]), class)), fields(m)) {
		return
	}
	for _, x := range inner {
		r.objects(m[x.member], x.class, depth+1)
	}
	r.notes("Remark", m["remarks"])
}

// objects reads an array of objects, or one object.
func (r *reader) objects(v any, class string, depth int) {
	for _, e := range list(v) {
		if m := object(e); len(m) > 0 {
			r.object(m, class, depth)
		}
	}
}

// notes reads remarks or notices. Source: rfc9083 4.3.
func (r *reader) notes(kind string, v any) {
	for _, e := range list(v) {
		m := object(e)
		var fields []Field
		for _, line := range texts(m["description"]) {
			fields = append(fields, Field{Value: line})
		}
		fields = append(fields, links(m)...)
		name := kind
		if t := text(m["title"]); t != "" {
			name += ": " + t
		}
		if len(fields) > 0 || name != kind {
			r.group(name, fields)
		}
	}
}

// title returns the title of an object of a class: what it is, and its name.
func title(m map[string]any, class string) string {
	name := cmp.Or(text(m["unicodeName"]), text(m["ldhName"]), text(m["name"]), text(m["handle"]))
	switch class {
	case "":
		if text(m["errorCode"]) != "" {
			return strings.TrimSpace("Error " + text(m["errorCode"]) + " " + text(m["title"]))
		}
		return "Response"
	case "domain":
		return strings.TrimSpace("Domain " + name)
	case "nameserver":
		return strings.TrimSpace("Name server " + name)
	case "ip network":
		return strings.TrimSpace("Network " + name)
	case "autnum":
		return strings.TrimSpace("Autonomous system " + name)
	case "entity":
		role := strings.Join(texts(m["roles"]), ", ")
		if role == "" {
			return "Contact"
		}
		if c := role[0]; 'a' <= c && c <= 'z' {
			role = string(c-'a'+'A') + role[1:]
		}
		return role
	default:
		return strings.TrimSpace(class + " " + name)
	}
}

// shown are the members that another function shows. Source: rfc9083 4, 5.
var shown = [...]string{"objectClassName", "rdapConformance", "lang", "entities", "network", "networks", "autnums", "remarks", "notices",
	"roles", "errorCode", "title", "vcardArray", "asEventActor"}

// fields returns the fields of an object, in the order in which users look for them.
func fields(m map[string]any) []Field {
	w := &fieldWriter{from: m, done: map[string]bool{}}
	for _, name := range shown {
		w.done[name] = true
	}
	for _, name := range results {
		w.done[name] = true
	}
	w.lines("", "description") // of an error
	w.contact(m["vcardArray"])
	w.plain("handle", "handle")
	if text(m["unicodeName"]) != "" {
		w.plain("in ASCII", "ldhName")
	}
	w.done["ldhName"], w.done["unicodeName"] = true, true
	w.span("addresses", "startAddress", "endAddress")
	w.span("numbers", "startAutnum", "endAutnum")
	w.plain("name", "name")
	w.plain("type", "type")
	w.plain("country", "country")
	w.plain("parent", "parentHandle")
	w.done["ipVersion"] = true
	w.list("status", "status")
	w.events("events")
	w.nameservers()
	w.addresses()
	w.secureDNS()
	w.publicIDs()
	w.whois()
	w.done["links"] = true
	w.fields = append(w.fields, links(m)...)
	w.rest()
	return w.fields
}

// fieldWriter writes the fields of an object, and keeps which members it has written.
type fieldWriter struct {
	from   map[string]any
	done   map[string]bool
	fields []Field
}

func (w *fieldWriter) add(name, value string) {
	if value != "" {
		w.fields = append(w.fields, Field{Name: name, Value: value})
	}
}

// plain adds a member with one value.
func (w *fieldWriter) plain(name, member string) {
	w.done[member] = true
	w.add(name, text(w.from[member]))
}

// list adds a member with several short values.
func (w *fieldWriter) list(name, member string) {
	w.done[member] = true
	w.add(name, strings.Join(texts(w.from[member]), ", "))
}

// lines adds a member whose values are lines of a text.
func (w *fieldWriter) lines(name, member string) {
	w.done[member] = true
	for _, line := range texts(w.from[member]) {
		w.fields = append(w.fields, Field{Name: name, Value: line})
		name = ""
	}
}

// span adds the first and the last of a range.
func (w *fieldWriter) span(name, first, last string) {
	w.done[first], w.done[last] = true, true
	a, b := text(w.from[first]), text(w.from[last])
	if b != "" && b != a {
		a += " - " + b
	}
	w.add(name, a)
}

// events adds a field for each event, such as the registration. Source: rfc9083 4.5.
func (w *fieldWriter) events(member string) {
	w.done[member] = true
	for _, e := range list(w.from[member]) {
		m := object(e)
		value := text(m["eventDate"])
		if actor := text(m["eventActor"]); actor != "" {
			value = strings.TrimSpace(value + " by " + actor)
		}
		w.add(cmp.Or(text(m["eventAction"]), "event"), value)
	}
}

// nameservers adds the name servers of a domain. Source: rfc9083 5.3.
func (w *fieldWriter) nameservers() {
	w.done["nameservers"] = true
	for _, e := range list(w.from["nameservers"]) {
		m := object(e)
		value := cmp.Or(text(m["unicodeName"]), text(m["ldhName"]))
		if ips := addressesOf(m); ips != "" {
			value += " " + ips
		}
		w.add("name server", strings.TrimSpace(value))
	}
}

// addresses adds the addresses of a name server. Source: rfc9083 5.2.
func (w *fieldWriter) addresses() {
	w.done["ipAddresses"] = true
	w.add("addresses", addressesOf(w.from))
}

// addressesOf returns the addresses of a name server.
func addressesOf(m map[string]any) string {
	ips := object(m["ipAddresses"])
	return strings.Join(append(texts(ips["v4"]), texts(ips["v6"])...), " ")
}

// secureDNS adds whether the delegation of a domain is signed. Source: rfc9083 5.3.
func (w *fieldWriter) secureDNS() {
	w.done["secureDNS"] = true
	w.add("signed", text(object(w.from["secureDNS"])["delegationSigned"]))
}

// publicIDs adds the identifiers of other registries. Source: rfc9083 4.8.
func (w *fieldWriter) publicIDs() {
	w.done["publicIds"] = true
	for _, e := range list(w.from["publicIds"]) {
		m := object(e)
		w.add(cmp.Or(text(m["type"]), "identifier"), text(m["identifier"]))
	}
}

// whois adds the whois server that has the object. Source: rfc9083 4.7.
func (w *fieldWriter) whois() {
	w.done["port43"] = true
	w.add("whois server", text(w.from["port43"]))
}

// rest adds the names of the members that are not shown.
func (w *fieldWriter) rest() {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(w.from)) {
		if !w.done[name] {
			names = append(names, name)
		}
	}
	w.add("not shown", strings.Join(names, ", "))
}

// links returns the fields of the links of an object. Source: rfc9083 4.2.
func links(m map[string]any) (fields []Field) {
	for _, e := range list(m["links"]) {
		link := object(e)
		href := earl.Redact(text(link["href"]))
		if href == "" {
			continue
		}
		fields = append(fields, Field{Name: cmp.Or(text(link["rel"]), "link"), Value: cmp.Or(text(link["title"]), href), Link: href})
	}
	return fields
}
