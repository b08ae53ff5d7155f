package telnet_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/telnet"
)

// twin is the slow twin of a session without a terminal: the shown text and the
// replies for a whole text, according to the standards. The client requests no
// option, so that each side is either on or off.
func twin(text string) (shown, sent string) {
	peer, own := map[byte]bool{}, map[byte]bool{}
	answer := func(side map[byte]bool, option byte, on bool, yes, no string) {
		agreed := option == 0 || option == 3
		switch {
		case side[option] == on && (!on || agreed):
		case on && !agreed:
			sent += iac + no + string([]byte{option})
		default:
			side[option] = on
			sent += iac + map[bool]string{true: yes, false: no}[on] + string([]byte{option})
		}
	}
	for len(text) > 0 {
		if i := strings.IndexByte(text, 0xff); i != 0 {
			if i < 0 {
				i = len(text)
			}
			data := text[:i]
			if !peer[0] {
				// A CR before this piece is the last shown byte, unless a NUL came with it.
				// The mark shows that case.
				data = strings.ReplaceAll(data, "\r\x00", "\r")
			}
			shown, text = shown+data, text[i:]
			continue
		}
		if len(text) < 2 {
			return
		}
		command := text[1]
		switch {
		case command == 0xff:
			shown, text = shown+"\xff", text[2:]
		case command >= 0xfb:
			if len(text) < 3 {
				return
			}
			option := text[2]
			if command == 0xfb || command == 0xfc {
				answer(peer, option, command == 0xfb, do, dont)
			} else {
				answer(own, option, command == 0xfd, will, wont)
			}
			text = text[3:]
		case command == 0xfa:
			if len(text) < 3 {
				return
			}
			text = text[3:]
			for { // up to an IAC that is not doubled
				i := strings.IndexByte(text, 0xff)
				if i < 0 || i+1 == len(text) {
					return
				}
				if text[i+1] == 0xff {
					text = text[i+2:]
					continue
				}
				if text = text[i:]; text[1] == 0xf0 {
					text = text[2:]
				}
				break
			}
		default:
			text = text[2:]
		}
	}
	return
}

// FuzzHeard: for any output of a server, in any pieces, the reader shows and
// replies the same as the twin. The replies are complete commands.
func FuzzHeard(f *testing.F) {
	for _, script := range opentest.Transcripts(f) {
		for _, step := range script.Wires[0] {
			if step.Op == opentest.ServerSends {
				f.Add(step.Text, uint16(3))
			}
		}
	}
	for _, tt := range heard {
		f.Add(tt.says, uint16(2))
	}
	f.Fuzz(func(t *testing.T, says string, size uint16) {
		shown, sent, err := hear(t, says, int(size)+1, open.Policy{}, telnet.Options{Answers: -1, Subnegotiation: -1}) // the twin has no limits
		wantShown, wantSent := twin(says)
		if shown != wantShown || sent != wantSent || err != nil {
			t.Errorf("%q in pieces of %d: shown %q, sent %q, %v, want %q, %q", says, size+1, shown, sent, err, wantShown, wantSent)
		}
		smart, answers, err := hear(t, says, int(size)+1, open.Policy{}, telnet.Options{Terminal: "x", Answers: -1, Subnegotiation: -1})
		if smart != wantShown || err != nil || !isCommands(answers) {
			t.Errorf("%q with a terminal: shown %q, sent %q, %v", says, smart, answers, err)
		}
	})
}

// isCommands reports whether a text consists of negotiations only.
func isCommands(text string) bool {
	for text != "" {
		switch {
		case len(text) < 3 || text[0] != 0xff:
			return false
		case text[1] == 0xfa:
			i := strings.Index(text, iac+se)
			if i < 0 {
				return false
			}
			text = text[i+2:]
		case text[1] >= 0xfb && text[1] < 0xff:
			text = text[3:]
		default:
			return false
		}
	}
	return true
}
