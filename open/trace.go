package open

import (
	"context"
	"log/slog"
)

// Log returns a Trace that writes each line to l at the level Debug, its
// direction as the attribute "dir": "sent", "received" or "remark". Passwords are
// hidden already.
func Log(l *slog.Logger) func(Event) {
	return func(e Event) {
		dir := "remark"
		switch e.Dir {
		case 'C':
			dir = "sent"
		case 'S':
			dir = "received"
		}
		l.LogAttrs(context.Background(), slog.LevelDebug, e.Line, slog.String("dir", dir))
	}
}
