package nvt

import (
	"fmt"
	"strconv"

	"github.com/earl-url/earl"
)

// The commands. Source: rfc854; rfc885.
const (
	EOR  = 239 // the end of a record
	se   = 240 // the end of a sub-negotiation
	sb   = 250 // its beginning
	will = 251
	wont = 252
	do   = 253
	dont = 254
	IAC  = 255 // interpret as command
)

// commandNames are the commands from 236 on. Source: rfc854; rfc885; rfc1184.
var commandNames = [...]string{"EOF", "SUSP", "ABORT", "EOR",
	"SE", "NOP", "DM", "BRK", "IP", "AO", "AYT", "EC", "EL", "GA", "SB", "WILL", "WONT", "DO", "DONT", "IAC"}

// The options that clients agree to.
const (
	Binary          = 0  // rfc856
	Echo            = 1  // rfc857
	SuppressGoAhead = 3  // rfc858
	TerminalType    = 24 // rfc1091
	EndOfRecord     = 25 // rfc885
	WindowSize      = 31 // rfc1073
	TN3270E         = 40 // rfc2355
)

// The first byte of a terminal type's sub-negotiation. Source: rfc1091.
const (
	TerminalIs   = 0
	TerminalSend = 1
)

// optionNames are the names of the options from 0 on, or "" for those that
// servers do not request. Source: the registry "Telnet Options" of IANA.
var optionNames = [...]string{
	Binary: "BINARY", Echo: "ECHO", SuppressGoAhead: "SUPPRESS-GO-AHEAD", 5: "STATUS", 6: "TIMING-MARK",
	18: "LOGOUT", TerminalType: "TERMINAL-TYPE", EndOfRecord: "END-OF-RECORD", WindowSize: "NAWS", 32: "TERMINAL-SPEED",
	33: "TOGGLE-FLOW-CONTROL", 34: "LINEMODE", 35: "X-DISPLAY-LOCATION", 36: "ENVIRON", 37: "AUTHENTICATION",
	38: "ENCRYPT", 39: "NEW-ENVIRON", TN3270E: "TN3270E", 42: "CHARSET", 44: "COM-PORT", 46: "START-TLS",
}

// commandName returns the name of a command, or its number.
func commandName(c byte) string {
	if i := int(c) - (256 - len(commandNames)); i >= 0 {
		return commandNames[i]
	}
	return strconv.Itoa(int(c))
}

// optionName returns the name of an option, or its number.
func optionName(o byte) string {
	if int(o) < len(optionNames) && optionNames[o] != "" {
		return optionNames[o]
	}
	return strconv.Itoa(int(o))
}

// subText returns a sub-negotiation as text for users, without its IACs.
func subText(option byte, data []byte) string {
	text := "SB " + optionName(option)
	switch {
	case option == WindowSize && len(data) == 4:
		return fmt.Sprintf("%s %d %d", text, int(data[0])<<8|int(data[1]), int(data[2])<<8|int(data[3]))
	case option == TerminalType && len(data) == 1 && data[0] == TerminalSend:
		return text + " SEND"
	case option == TerminalType && len(data) > 0 && data[0] == TerminalIs:
		return text + " IS " + earl.Octets(data[1:]).Printable()
	case len(data) == 0:
		return text
	}
	return fmt.Sprintf("%s % x", text, data)
}
