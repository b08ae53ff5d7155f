package demo

import (
	"net"
	"strings"
	"testing"
	"time"
)

// rfc1350 4, 5; rfc2347: what is answered to a request, and from which port.
func TestTFTP(t *testing.T) {
	s := started(t)
	address, _ := s.exhibitAddress("tftp")
	to, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		"\x00\x01welcome.txt\x00octet\x00":                                                     "\x00\x03\x00\x01Welcome to the library\n",
		"\x00\x01/welcome.txt\x00NetASCII\x00":                                                 "\x00\x03\x00\x01Welcome to the library\r\n",
		"\x00\x01welcome.txt\x00octet\x00blksize\x009000\x00tsize\x000\x00windowsize\x004\x00": "\x00\x06blksize\x001428\x00tsize\x00",
		"\x00\x01welcome.txt\x00octet\x00blksize\x001\x00":                                     "\x00\x03\x00\x01Welcome",
		"\x00\x01none.txt\x00octet\x00":                                                        "\x00\x05\x00\x01",
		"\x00\x01../etc/motd\x00octet\x00":                                                     "\x00\x05\x00\x01",
		"\x00\x01articles\x00octet\x00":                                                        "\x00\x05\x00\x01",
		"\x00\x01\x00octet\x00":                                                                "\x00\x05\x00\x01",
		"\x00\x01welcome.txt\x00mail\x00":                                                      "\x00\x05\x00\x04",
		"\x00\x02new.txt\x00octet\x00":                                                         "\x00\x05\x00\x02",
		"\x00\x04\x00\x01":                                                                     "",
		"\x00\x01welcome.txt":                                                                  "",
		"x":                                                                                    "",
		"":                                                                                     "",
	} {
		conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: to.IP})
		if err != nil {
			t.Fatal(err)
		}
		conn.WriteToUDP([]byte(request), to)
		patience := 5 * time.Second
		if want == "" {
			patience = 50 * time.Millisecond
		}
		conn.SetReadDeadline(time.Now().Add(patience))
		b := make([]byte, 2000)
		n, from, err := conn.ReadFromUDP(b)
		if (err == nil) != (want != "") || !strings.HasPrefix(string(b[:n]), want) || err == nil && from.Port == to.Port {
			t.Errorf("the request %q is answered by %q from %v, %v, want %q from a new port", request, b[:n], from, err, want)
		}
		conn.WriteToUDP([]byte("\x00\x05\x00\x00enough\x00"), from)
		conn.Close()
	}
}
