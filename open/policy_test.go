package open

import (
	"testing"
)

func TestEffectivePolicy(t *testing.T) {
	p := Policy{}.Effective()
	if p.Hops != defaultHops || p.Idle != defaultIdle || p.Connect != defaultConnect || p.Login != defaultLogin || p.Entries != defaultEntries ||
		p.ReplyLine != defaultReplyLine || p.MaxSize != 1<<63-1 ||
		p.SpeedLimit != defaultSpeedLimit || p.SpeedTime != defaultSpeedTime ||
		p.Session != defaultSession {
		t.Errorf("the zero policy is %+v", p)
	}
	n := Policy{Hops: -1, Idle: -1, Entries: -5, SpeedLimit: -1, SpeedTime: -1}.Effective()
	if n.SpeedLimit >= 0 || n.SpeedTime < 1<<60 || n.Hops < 1<<30 || n.Idle < 1<<60 || n.Entries < 1<<30 {
		t.Errorf("a policy without limits is %+v", n)
	}
	if n.Effective().SpeedLimit != n.SpeedLimit || n.Effective().Hops != n.Hops || p.Effective().Idle != p.Idle {
		t.Error("an effective policy changes when it is made effective")
	}
}

func TestParseNet(t *testing.T) {
	tests := map[string]string{
		"10.0.0.0/8": "10.0.0.0/8", "10.1.2.3/8": "10.0.0.0/8", "127.0.0.1": "127.0.0.1/32", "127.0.0.1:8080": "127.0.0.1/32:8080",
		"10.0.0.0/8:80": "10.0.0.0/8:80", "::1": "::1/128", "fc00::/7": "fc00::/7", "[::1]:8080": "[::1]/128:8080", "fc00::/7:80": "[fc00::]/7:80",
		"[fc00::]/7:80": "[fc00::]/7:80", "[::1]": "::1/128",
		"": "", "host": "", "10.0.0.0/33": "", "127.0.0.1:0": "", "127.0.0.1:x": "", "1.2.3": "",
	}
	for in, want := range tests {
		n, err := ParseNet(in)
		if want == "" {
			if err == nil {
				t.Errorf("ParseNet(%q) = %v, want an error", in, n)
			}
			continue
		}
		if err != nil || n.String() != want {
			t.Errorf("ParseNet(%q) = %v, %v, want %s", in, n, err, want)
		}
		if again, err := ParseNet(n.String()); again != n || err != nil {
			t.Errorf("ParseNet(%q) = %v, %v, want %v", n.String(), again, err, n)
		}
	}
}
