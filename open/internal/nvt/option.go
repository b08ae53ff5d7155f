package nvt

// state is the state of one side of one option, according to rfc1143 7. The
// client's side is negotiated with WILL and WONT, the server's with DO and
// DONT. The state includes the queue bit. The zero state is no.
type state uint8

const (
	no              state = iota
	yes                   // in effect
	wantNo                // the client requested its end
	wantNoOpposite        // and will then request it again
	wantYes               // the client requested it
	wantYesOpposite       // and will then request its end
)

// word is the message to send about a side: nothing, its begin, or its end.
type word uint8

const (
	silence word = iota
	enable       // DO or WILL
	disable      // DONT or WONT
)

// transition is the next state of a side, and the message to send.
type transition struct {
	to   state
	send word
}

// receivedEnable is the transition after the server's WILL (for its side) or DO (for the
// client's), if the client agrees. Source: rfc1143 7.
var receivedEnable = [...]transition{
	no:              {yes, enable},
	yes:             {yes, silence},
	wantNo:          {no, silence},  // the server should have agreed
	wantNoOpposite:  {yes, silence}, // the server should have agreed
	wantYes:         {yes, silence},
	wantYesOpposite: {wantNo, disable},
}

// receivedDisable is the transition after the server's WONT or DONT.
var receivedDisable = [...]transition{
	no:              {no, silence},
	yes:             {no, disable},
	wantNo:          {no, silence},
	wantNoOpposite:  {wantYes, enable},
	wantYes:         {no, silence},
	wantYesOpposite: {no, silence},
}

// requestedEnable is the transition when the client requests to enable the option.
var requestedEnable = [...]transition{
	no:              {wantYes, enable},
	yes:             {yes, silence},
	wantNo:          {wantNoOpposite, silence},
	wantNoOpposite:  {wantNoOpposite, silence},
	wantYes:         {wantYes, silence},
	wantYesOpposite: {wantYes, silence},
}

// requestedDisable is the transition when the client requests to disable the option.
var requestedDisable = [...]transition{
	no:              {no, silence},
	yes:             {wantNo, disable},
	wantNo:          {wantNo, silence},
	wantNoOpposite:  {wantNo, silence},
	wantYes:         {wantYesOpposite, silence},
	wantYesOpposite: {wantYesOpposite, silence},
}

// receive handles a message of the server about a side, and returns the reply. A
// request that is not agreed to does not change the state, and is refused each
// time: a correct server repeats it only after a change.
func (s *state) receive(on, agreed bool) word {
	switch {
	case on && *s == no && !agreed:
		return disable
	case on:
		return s.change(receivedEnable[*s])
	}
	return s.change(receivedDisable[*s])
}

// ask begins or ends a side on behalf of the client, and returns the message to
// send.
func (s *state) ask(on bool) word {
	if on {
		return s.change(requestedEnable[*s])
	}
	return s.change(requestedDisable[*s])
}

// change changes to another state.
func (s *state) change(t transition) word {
	*s = t.to
	return t.send
}

// holds reports whether the server's side is in effect, until the server ends
// it.
func (s state) holds() bool { return s == yes || s == wantNo || s == wantNoOpposite }
