package nvt

import "testing"

// rfc1143 7, row by row: the next state of a side, and the message.
func TestOption(t *testing.T) {
	t.Parallel()
	type row struct {
		from state
		to   state
		say  word
	}
	for _, tt := range []struct {
		name string
		do   func(s *state) word
		rows []row
	}{
		{"WILL, agreed to", func(s *state) word { return s.receive(true, true) }, []row{
			{no, yes, enable}, {yes, yes, silence}, {wantNo, no, silence}, {wantNoOpposite, yes, silence},
			{wantYes, yes, silence}, {wantYesOpposite, wantNo, disable}}},
		{"WILL, refused", func(s *state) word { return s.receive(true, false) }, []row{
			{no, no, disable}, {yes, yes, silence}, {wantNo, no, silence}, {wantNoOpposite, yes, silence},
			{wantYes, yes, silence}, {wantYesOpposite, wantNo, disable}}},
		{"WONT", func(s *state) word { return s.receive(false, true) }, []row{
			{no, no, silence}, {yes, no, disable}, {wantNo, no, silence}, {wantNoOpposite, wantYes, enable},
			{wantYes, no, silence}, {wantYesOpposite, no, silence}}},
		{"we want it", func(s *state) word { return s.ask(true) }, []row{
			{no, wantYes, enable}, {yes, yes, silence}, {wantNo, wantNoOpposite, silence}, {wantNoOpposite, wantNoOpposite, silence},
			{wantYes, wantYes, silence}, {wantYesOpposite, wantYes, silence}}},
		{"we want it to end", func(s *state) word { return s.ask(false) }, []row{
			{no, no, silence}, {yes, wantNo, disable}, {wantNo, wantNo, silence}, {wantNoOpposite, wantNo, silence},
			{wantYes, wantYesOpposite, silence}, {wantYesOpposite, wantYesOpposite, silence}}},
	} {
		for _, r := range tt.rows {
			s := r.from
			if say := tt.do(&s); s != r.to || say != r.say {
				t.Errorf("%s in state %d = state %d, word %d, want %d, %d", tt.name, r.from, s, say, r.to, r.say)
			}
		}
	}
}

// Two programs that follow rfc1143 stop negotiating and agree, whatever they
// want and in whatever order messages arrive. For one side of an option, one
// sends WILL and WONT, the other DO and DONT.
func TestOptionComesToRest(t *testing.T) {
	t.Parallel()
	type end struct {
		state
		inbox []bool // messages that are being sent
	}
	post := func(w word, to *end) {
		if w != silence {
			to.inbox = append(to.inbox, w == enable)
		}
	}
	for script := range 1 << 12 {
		ends := [2]end{}
		agree := [2]bool{script&1 != 0, script&2 != 0}
		for i := 2; i < 12; i += 2 { // a request of one end, or a message that arrives
			me, peer := &ends[script>>i&1], &ends[1-script>>i&1]
			if script>>(i+1)&1 != 0 && len(me.inbox) > 0 {
				on := me.inbox[0]
				me.inbox = me.inbox[1:]
				post(me.receive(on, agree[script>>i&1]), peer)
			} else {
				post(me.ask(script>>(i+1)&1 == 0), peer)
			}
		}
		steps := 0
		for ; len(ends[0].inbox)+len(ends[1].inbox) > 0 && steps < 100; steps++ {
			i := 0
			if len(ends[0].inbox) == 0 {
				i = 1
			}
			on := ends[i].inbox[0]
			ends[i].inbox = ends[i].inbox[1:]
			post(ends[i].receive(on, agree[i]), &ends[1-i])
		}
		if steps == 100 || ends[0].state != ends[1].state || ends[0].state > yes {
			t.Errorf("script %b: after %d steps %d and %d", script, steps, ends[0].state, ends[1].state)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for c, want := range map[byte]string{255: "IAC", 254: "DONT", 251: "WILL", 250: "SB", 249: "GA", 246: "AYT", 242: "DM", 241: "NOP", 240: "SE", 236: "EOF", 235: "235"} {
		if got := commandName(c); got != want {
			t.Errorf("commandName(%d) = %s, want %s", c, got, want)
		}
	}
	for o, want := range map[byte]string{0: "BINARY", 1: "ECHO", 2: "2", 3: "SUPPRESS-GO-AHEAD", 24: "TERMINAL-TYPE", 31: "NAWS", 46: "START-TLS", 200: "200"} {
		if got := optionName(o); got != want {
			t.Errorf("optionName(%d) = %s, want %s", o, got, want)
		}
	}
	for _, tt := range []struct {
		option byte
		octets string
		want   string
	}{
		{31, "\x00P\x00\x18", "SB NAWS 80 24"}, {31, "x", "SB NAWS 78"}, {24, "\x01", "SB TERMINAL-TYPE SEND"}, {24, "\x00A\x1bB", "SB TERMINAL-TYPE IS A%1BB"},
		{39, "\x01\x00", "SB NEW-ENVIRON 01 00"}, {24, "", "SB TERMINAL-TYPE"},
	} {
		if got := subText(tt.option, []byte(tt.octets)); got != tt.want {
			t.Errorf("subText(%d, %q) = %s, want %s", tt.option, tt.octets, got, tt.want)
		}
	}
}
