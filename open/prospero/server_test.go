package prospero_test

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// server is a directory server for the tests, written from the protocol text:
// it shares no code with the client. It replies from a table.
type server struct {
	window  int               // packets between two acknowledgements
	objects map[string]string // the lines about an object, by name
	links   map[string]string // the lines of a directory
	data    map[string]string // contents

	calls map[string]*call
	asked []string // the text of each request
}

// call is a request and the response to it.
type call struct {
	parts   map[int]string
	total   int
	packets []string // of the response; nil: not sent yet
	known   int      // the client has received the packets up to this one
}

// serve takes a datagram of a client and returns those to send back.
func (s *server) serve(client string, datagram []byte) (replies [][]byte) {
	size := int(datagram[0])
	head, text := datagram[1:size], string(datagram[size:])
	at := func(i int) int {
		if len(head) < i+2 {
			return 0
		}
		return int(binary.BigEndian.Uint16(head[i:]))
	}
	id, number, total, has := at(0), at(2), at(4), at(6)
	if s.calls == nil {
		s.calls = map[string]*call{}
	}
	key := fmt.Sprint(client, "/", id)
	c := s.calls[key]
	switch {
	case len(head) > 11 && head[11] == 1: // cancel
		delete(s.calls, key)
		return nil
	case c == nil && number == 0:
		return nil
	case c == nil:
		c = &call{parts: map[int]string{}, total: total}
		s.calls[key] = c
	}
	c.known = max(c.known, has)
	if number > 0 && c.packets == nil {
		c.parts[number] = text
		if len(c.parts) < c.total {
			first := 0
			for c.parts[first+1] != "" {
				first++
			}
			return [][]byte{s.header(id, 0, 0, first, false, "")}
		}
		var whole strings.Builder
		for n := range c.total {
			whole.WriteString(c.parts[n+1])
		}
		s.asked = append(s.asked, whole.String())
		c.packets = cut(s.answer(whole.String()))
	}
	for n := c.known + 1; n <= len(c.packets) && n <= c.known+s.window; n++ {
		last := n == c.known+s.window && n < len(c.packets)
		replies = append(replies, s.header(id, n, len(c.packets), 1, last, c.packets[n-1]))
	}
	return replies
}

// header returns a packet with a header of twelve bytes.
func (s *server) header(id, number, total, through int, acknowledge bool, text string) []byte {
	b := []byte{12, byte(id >> 8), byte(id), byte(number >> 8), byte(number), byte(total >> 8), byte(total), byte(through >> 8), byte(through), 0, 0, 0}
	if acknowledge {
		b[11] = 0x80
	}
	return append(b, text...)
}

// cut splits a response into packets of 1250 bytes.
func cut(text string) (packets []string) {
	for len(text) > 1250 {
		packets, text = append(packets, text[:1250]), text[1250:]
	}
	return append(packets, text)
}

// answer returns the response to a request.
func (s *server) answer(request string) string {
	directory := ""
	for _, line := range lines(request) {
		words := words(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "GET-OBJECT-INFO":
			if words[1] == "CONTENTS" {
				if data, ok := s.data[words[3]]; ok {
					return "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA '" + strings.ReplaceAll(data, "'", "''") + "'\n"
				}
				return "NONE-FOUND\n"
			}
			if text, ok := s.objects[words[3]]; ok {
				return text
			}
			if _, ok := s.links[words[3]]; ok {
				return "NONE-FOUND\n"
			}
			return "FAILURE NOT-FOUND\n"
		case "DIRECTORY":
			directory = words[2]
		case "LIST":
			if text, ok := s.links[directory]; ok {
				return text
			}
			return "FAILURE NOT-A-DIRECTORY\n"
		}
	}
	return "ERROR no command\n"
}

// lines splits a text at the line ends outside quotes.
func lines(text string) (all []string) {
	quotes, begin := 0, 0
	for i, c := range []byte(text) {
		if c == '\'' {
			quotes++
		}
		if c == '\n' && quotes%2 == 0 {
			all = append(all, text[begin:i])
			begin = i + 1
		}
	}
	return all
}

// words splits a line whose tokens are quoted as a whole or not at all.
func words(line string) (all []string) {
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		if line[0] != '\'' {
			word, rest, _ := strings.Cut(line, " ")
			all, line = append(all, word), rest
			continue
		}
		end := 1
		for end < len(line) && (line[end] != '\'' || strings.HasPrefix(line[end:], "''")) {
			if line[end] == '\'' {
				end++
			}
			end++
		}
		all, line = append(all, strings.ReplaceAll(line[1:end], "''", "'")), line[min(end+1, len(line)):]
	}
	return all
}
