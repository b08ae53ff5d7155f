package telnet

// state is one side of one option, as rfc1143 7 has it: ours, of which WILL and
// WONT speak, or the peer's, of which DO and DONT do. The queue bit is part of
// it. The zero state is no.
type state uint8

const (
	no              state = iota
	yes                   // in effect
	wantNo                // we asked to end it
	wantNoOpposite        // and will then ask to begin it again
	wantYes               // we asked to begin it
	wantYesOpposite       // and will then ask to end it again
)

// word is what is to be said of a side: nothing, that it begins, that it ends.
type word uint8

const (
	silence word = iota
	enable       // DO or WILL
	disable      // DONT or WONT
)

// turn is the state that a side goes to, and what is said on the way.
type turn struct {
	to  state
	say word
}

// heardEnable is what follows when the peer says WILL (of its side) or DO (of
// ours), where it is agreed to. Source: rfc1143 7.
var heardEnable = [...]turn{
	no:              {yes, enable},
	yes:             {yes, silence},
	wantNo:          {no, silence},  // it should have agreed
	wantNoOpposite:  {yes, silence}, // so too
	wantYes:         {yes, silence},
	wantYesOpposite: {wantNo, disable},
}

// heardDisable is what follows when the peer says WONT or DONT.
var heardDisable = [...]turn{
	no:              {no, silence},
	yes:             {no, disable},
	wantNo:          {no, silence},
	wantNoOpposite:  {wantYes, enable},
	wantYes:         {no, silence},
	wantYesOpposite: {no, silence},
}

// askedEnable is what follows when we want the side to begin.
var askedEnable = [...]turn{
	no:              {wantYes, enable},
	yes:             {yes, silence},
	wantNo:          {wantNoOpposite, silence},
	wantNoOpposite:  {wantNoOpposite, silence},
	wantYes:         {wantYes, silence},
	wantYesOpposite: {wantYes, silence},
}

// askedDisable is what follows when we want the side to end.
var askedDisable = [...]turn{
	no:              {no, silence},
	yes:             {wantNo, disable},
	wantNo:          {wantNo, silence},
	wantNoOpposite:  {wantNo, silence},
	wantYes:         {wantYesOpposite, silence},
	wantYesOpposite: {wantYesOpposite, silence},
}

// hear takes what the peer says of a side, and returns what to answer. A side
// that is not agreed to stays as it is, which is said each time: a peer that
// keeps to the rules asks again only after something has changed.
func (s *state) hear(on, agreed bool) word {
	switch {
	case on && *s == no && !agreed:
		return disable
	case on:
		return s.turn(heardEnable[*s])
	}
	return s.turn(heardDisable[*s])
}

// ask begins or ends a side by our own wish, and returns what to say.
func (s *state) ask(on bool) word {
	if on {
		return s.turn(askedEnable[*s])
	}
	return s.turn(askedDisable[*s])
}

// turn goes to another state.
func (s *state) turn(t turn) word {
	*s = t.to
	return t.say
}

// holds reports whether the peer's side is in effect: until it says that it has ended.
func (s state) holds() bool { return s == yes || s == wantNo || s == wantNoOpposite }
