package nvt

// appendData appends typed data in the form that is sent. In data, each CR LF
// is one line end, and so is a single LF. Source: rfc854; rfc1123 3.3.1;
// rfc856.
func appendData(b, data []byte, binary bool) []byte {
	for i, o := range data {
		switch {
		case o == IAC:
			b = append(b, IAC, IAC)
		case binary:
			b = append(b, o)
		case o == '\n' && (i == 0 || data[i-1] != '\r'):
			b = append(b, '\r', '\n')
		case o == '\r' && (i+1 == len(data) || data[i+1] != '\n'):
			b = append(b, '\r', 0)
		default:
			b = append(b, o)
		}
	}
	return b
}

// pieceMax is how many typed bytes are prepared at a time: as much as a few
// segments send.
const pieceMax = 4 << 10

// piece returns the first bytes of data. It does not split a CR LF.
func piece(data []byte) []byte {
	if len(data) <= pieceMax {
		return data
	}
	if data[pieceMax-1] == '\r' {
		return data[:pieceMax+1]
	}
	return data[:pieceMax]
}

// appendSub appends a sub-negotiation. Source: rfc855.
func appendSub(b []byte, option byte, data []byte) []byte {
	b = append(b, IAC, sb, option)
	b = appendData(b, data, true)
	return append(b, IAC, se)
}
