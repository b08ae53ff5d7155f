package readers

import "testing"

func TestServer(t *testing.T) {
	for _, tt := range []struct {
		r    Reading
		want Server
	}{
		{Reading{Scheme: "http", Host: "A.Example"}, Server{"a.example", "80"}},
		{Reading{Scheme: "HTTP", Host: "a.example", Port: "0080"}, Server{"a.example", "80"}},
		{Reading{Scheme: "x", Host: "a"}, Server{"a", ""}},
		{Reading{Scheme: "http", Port: "80"}, Server{}},
		{Reading{Scheme: "http", Host: "[::ffff:7f00:1%25eth0]"}, Server{"::ffff:127.0.0.1", "80"}},
		{Reading{Scheme: "http", Host: "fe80:0::1%1"}, Server{"fe80::1", "80"}},
		{Reading{Scheme: "http", Host: "[V1.x]"}, Server{"v1.x", "80"}},
		{Reading{Scheme: "http", Host: "[good.example]"}, Server{"[good.example]", "80"}},
		{Reading{Scheme: "http", Host: "BÜCHER.example"}, Server{"xn--bcher-kva.example", "80"}},
		{Reading{Scheme: "http", Host: "０.example"}, Server{"０.example", "80"}},
		{Reading{Scheme: "http", Host: "0x7f.1"}, Server{"0x7f.1", "80"}},
	} {
		if got := tt.r.Server(); got != tt.want {
			t.Errorf("%+v: %+v, want %+v", tt.r, got, tt.want)
		}
	}
}
