package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// countries are the top-level domains of two letters: those of ISO 3166 and a
// few others.
const countries = " ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz " +
	"ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr " +
	"ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp " +
	"ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz " +
	"na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw " +
	"sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz " +
	"ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw "

// generics are common top-level domains with more letters, and some in other
// scripts.
const generics = " com org net edu gov mil int arpa info biz name pro aero coop museum jobs mobi travel tel cat asia post xxx " +
	"app dev page blog shop store online site website tech cloud space live news media social xyz top club wiki email design " +
	"studio agency digital network systems software world today life art games academy berlin london paris nyc tokyo wien koeln " +
	"hamburg bayern swiss brussels amsterdam scot onion локальный рф бел укр срб 中国 中國 台灣 香港 한국 भारत ไทย "

// files are top-level domains that are also file name extensions. A host in one
// of them is accepted only if there is further evidence.
const files = " ai am bz cc cl do gz in is la md me mk ml mm mo ms my no pl pm ps py re rs sc sh so st tf to ts vi app dev name zip "

// has reports whether a list contains a label. Its words have spaces around
// them.
func has(list string, label []byte) bool {
	const longest = 24
	if len(label) > longest {
		return false
	}
	var room [longest + 2]byte
	word := append(room[:0], ' ')
	for _, c := range label {
		word = append(word, lower(c))
	}
	return strings.Contains(list, string(append(word, ' ')))
}

// isHost reports whether a name without a scheme is a host, and whether this is
// certain. A port or a path after it makes it more likely.
func isHost(name []byte, port, path bool) (sure, ok bool) {
	top := lastLabel(name)
	www := len(name) > 4 && (bytes.EqualFold(name[:4], []byte("www.")) || bytes.EqualFold(name[:4], []byte("ftp.")))
	points := bytes.Count(name, []byte{'.'})
	switch {
	case bytes.Contains(name, []byte("..")) || bytes.Contains(name, []byte("-.")) || bytes.Contains(name, []byte(".-")):
		return false, false
	case isNumber(name):
		return true, points == 3 && path
	case www && points >= 2:
		return true, len(top) >= 2 && !isNumber(top)
	case bytes.HasPrefix(top, []byte("xn--")):
		return true, true
	case has(files, top):
		return false, points >= 2 || path
	case !has(countries, top) && !has(generics, top):
		return false, false
	}
	return port || path || points >= 2 || top[0] >= utf8.RuneSelf, true
}

// isNumber reports whether b has only digits and dots.
func isNumber(b []byte) bool {
	for _, c := range b {
		if !is(c, digit) && c != '.' {
			return false
		}
	}
	return true
}
