package open

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"
)

// proxied is an opener that reaches every URL through its own host, and keeps
// its connections or not.
type proxied struct {
	fake
	kept bool
}

func (p *proxied) Open(ctx context.Context, r *Call) (Resource, error) {
	if !p.kept {
		conn, err := r.DialVia(ctx, "tcp", "proxy.test:3128")
		if err != nil {
			return nil, err
		}
		conn.Close()
	}
	if answer := p.answer[r.URL.String()]; answer != nil {
		return answer(r)
	}
	return document(r, "object", -1), nil
}

// F5: a proxy from a setting is dialled whatever URL redirected. Results
// through it still count as from outside.
func TestDialVia(t *testing.T) {
	allowed := Policy{AllowNet: []Net{{Prefix: netip.MustParsePrefix("127.0.0.0/8")}}}
	for _, tt := range []struct {
		src, proxy string
		chain      []string
		kept       bool
		policy     Policy
		want       string
	}{
		{src: "typed", proxy: "127.0.0.1", chain: []string{"http://public.test/"}},
		{src: "typed", proxy: "127.0.0.1", chain: []string{"http://127.0.0.1/"}},
		{src: "F5", proxy: "127.0.0.1", chain: []string{"http://public.test/", "http://other.test/", "http://other.test/2"}},
		{src: "F5", proxy: "127.0.0.1", chain: []string{"http://public.test/", "http://169.254.169.254/"}, want: GuardPrivateAddress},
		{src: "F5", proxy: "127.0.0.1", chain: []string{"http://public.test/", "http://169.254.169.254/"}, kept: true, want: GuardPrivateAddress},
		{src: "F5", proxy: "8.8.8.8", chain: []string{"http://public.test/", "http://[::1]/"}, want: GuardPrivateAddress},
		{src: "F5", proxy: "127.0.0.1", chain: []string{"http://public.test/", "http://127.0.0.1/"}, policy: allowed},
		{src: "deny", proxy: "127.0.0.1", chain: []string{"http://public.test/"}, policy: Policy{Special: SpecialDeny}, want: GuardPrivateAddress},
	} {
		p := &proxied{fake: fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){}}, kept: tt.kept}
		for i := 1; i < len(tt.chain); i++ {
			p.answer[tt.chain[i-1]] = refer(tt.chain[i])
		}
		n := newNetwork()
		n.hosts["proxy.test"] = tt.proxy
		_, err := New(n.options(Options{Policy: tt.policy}), p).Follow(t.Context(), parse(t, tt.chain[0]))
		if got := refusalOf(err); got != tt.want || tt.want == "" && err != nil {
			t.Errorf("%s: by a proxy at %s, kept %v, %q: %v, want refusal %q", tt.src, tt.proxy, tt.kept, tt.chain, err, tt.want)
		}
		var refusal *Refusal
		if tt.src == "deny" && errors.As(err, &refusal) && !strings.Contains(refusal.Reason, "of a proxy") {
			t.Errorf("the reason %q does not say that the address is that of a proxy", refusal.Reason)
		}
	}
}
