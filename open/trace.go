package open

import (
	"context"
	"log/slog"
)

// Log returns a Trace that writes each line to l at the level Debug. The attribute "dir" is its
// direction: "sent", "received" or "remark". Passwords are already hidden.
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
