package demo

import (
	"context"
	"encoding/binary"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// tftpExhibit is the tftp server, its example and its stops on the tour.
var tftpExhibit = exhibit{
	scheme: "tftp",
	packets: func(l *library, idle time.Duration) func(net.PacketConn) {
		return (&tftpd{library: l, idle: idle}).serve
	},
	example: Example{Title: "A file in packets", Text: "A text that is sent block by block, as to a machine that starts from the network."},
	path:    "welcome.txt",
	holds:   "Welcome",
	stops: []stop{{
		why:   "The server sends one block, waits for its number, and sends the next from a new port.",
		path:  "welcome.txt",
		holds: "Welcome",
	}, {
		why:   "As netascii, each line ends in CR LF on the way.",
		path:  "articles/the-empty-command.txt;mode=netascii",
		holds: "\n",
	}},
}

// tftpd serves the library by TFTP, over UDP. It accepts no file. Source: rfc1350, rfc2347.
type tftpd struct {
	library *library
	idle    time.Duration
	mu      sync.Mutex
	busy    int // transfers
}

const (
	// maxTransfers limits the transfers at a time.
	maxTransfers = 32
	// tftpTries is how many times a block is sent, once in tftpWait.
	tftpTries = 5
	tftpWait  = time.Second
	// tftpBlock is the largest block that fits into a packet of Ethernet.
	tftpBlock = 1428
)

// serve answers requests until conn is closed.
func (d *tftpd) serve(conn net.PacketConn) {
	var wait sync.WaitGroup
	defer wait.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // before the wait
	b := make([]byte, maxLine)
	for {
		n, from, err := conn.ReadFrom(b)
		if err != nil {
			return
		}
		request := string(b[:n])
		if !d.begin() {
			continue // the client asks again
		}
		wait.Go(func() {
			defer d.end()
			d.answer(ctx, conn.LocalAddr(), from, request)
		})
	}
}

// begin counts a transfer, and reports whether there was room for it.
func (d *tftpd) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.busy == maxTransfers {
		return false
	}
	d.busy++
	return true
}

// end ends a transfer.
func (d *tftpd) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.busy--
}

// answer answers a request from a new port, until ctx ends. Source: rfc1350 4.
func (d *tftpd) answer(ctx context.Context, local, to net.Addr, request string) {
	host, _, _ := net.SplitHostPort(local.String())
	conn, err := net.ListenPacket("udp", net.JoinHostPort(host, "0"))
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if len(request) < 2 || request[0] != 0 {
		return
	}
	op, words := request[1], strings.Split(request[2:], "\x00") // a file, a mode, options, and nothing
	if len(words) < 3 {
		return
	}
	fail := func(code byte, text string) { conn.WriteTo([]byte("\x00\x05\x00"+string(rune(code))+text+"\x00"), to) }
	mode := strings.ToLower(words[1])
	switch {
	case op == 2:
		fail(2, "The library is for reading only")
		return
	case op != 1 || mode != "octet" && mode != "netascii":
		fail(4, "Not a read request in a known mode")
		return
	}
	n := d.library.files.at(strings.Split(strings.TrimPrefix(words[0], "/"), "/")...)
	if n == nil || n.dir {
		fail(1, "This library has nothing with that name")
		return
	}
	data := n.data
	if mode == "netascii" {
		data = strings.NewReplacer("\r", "\r\x00", "\n", "\r\n").Replace(data)
	}
	t := &tftpTransfer{conn: conn, to: to, size: 512, wait: min(tftpWait, d.idle)}
	if t.options(words[2:len(words)-1], mode == "octet", len(data)) {
		t.send(data)
	}
}

// tftpTransfer is the transfer of one file.
type tftpTransfer struct {
	conn net.PacketConn
	to   net.Addr
	size int // of a block
	wait time.Duration
}

// options accepts the options that it knows, and reports whether the client agrees.
// Source: rfc2347; rfc2348; rfc2349.
func (t *tftpTransfer) options(words []string, octets bool, size int) bool {
	reply := "\x00\x06"
	for i := 0; i+1 < len(words); i += 2 {
		switch n, err := strconv.Atoi(words[i+1]); strings.ToLower(words[i]) {
		case "blksize":
			if err == nil && n >= 8 {
				t.size = min(n, tftpBlock)
				reply += "blksize\x00" + strconv.Itoa(t.size) + "\x00"
			}
		case "tsize":
			if octets {
				reply += "tsize\x00" + strconv.Itoa(size) + "\x00"
			}
		}
	}
	return len(reply) == 2 || t.exchange([]byte(reply), 0)
}

// send sends the blocks. The last one is not full.
func (t *tftpTransfer) send(data string) {
	for number := uint16(1); ; number++ {
		piece := data[:min(len(data), t.size)]
		data = data[len(piece):]
		packet := binary.BigEndian.AppendUint16([]byte{0, 3}, number)
		if !t.exchange(append(packet, piece...), number) || len(piece) < t.size {
			return
		}
	}
}

// exchange sends a packet until its number is acknowledged, and reports whether it was.
func (t *tftpTransfer) exchange(packet []byte, number uint16) bool {
	b := make([]byte, 600)
	for range tftpTries {
		t.conn.WriteTo(packet, t.to)
		t.conn.SetReadDeadline(time.Now().Add(t.wait))
		for {
			n, from, err := t.conn.ReadFrom(b)
			if err != nil {
				break
			}
			switch {
			case from.String() != t.to.String() || n < 4:
			case b[1] == 5:
				return false
			case b[1] == 4 && binary.BigEndian.Uint16(b[2:]) == number:
				return true
			}
		}
	}
	return false
}
