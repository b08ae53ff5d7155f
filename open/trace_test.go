package open_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

func TestLog(t *testing.T) {
	s, _ := startDemo(t)
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c := open.New(open.Options{Trace: open.Log(l)}, all.Openers()...)
	defer c.Close()
	if _, err := c.Probe(context.Background(), earl.RFC3986.MustParse(s.ReaderURL(""))); err != nil {
		t.Fatal(err)
	}
	log := b.String()
	if !strings.Contains(log, `msg="USER `+demo.Reader+`" dir=sent`) || !strings.Contains(log, "dir=received") {
		t.Errorf("the log is\n%s", log)
	}
	if strings.Contains(log, demo.Password) {
		t.Errorf("F3: the log has the password:\n%s", log)
	}
}
