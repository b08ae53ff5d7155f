package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// batchSize is the number of texts that one process reads. A crash costs at most the
// repetition of one batch.
const batchSize = 50_000

// answerTime is what a driver may take: the time to start, and the time for each text.
const (
	startTime  = 60 * time.Second
	answerTime = 4 * time.Millisecond
)

// driver is a program that reads texts with one parser.
type driver struct {
	name    string
	command []string
	dir     string
	version string // which the program prints first
}

// read returns the reading of each text. If the program crashes or hangs, read halves the
// batch until it knows the text, and reports that text as not run.
func (d *driver) read(ctx context.Context, texts []text) ([]reading, error) {
	var all []reading
	for len(texts) > 0 {
		n := min(len(texts), batchSize)
		batch, err := d.batch(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		all, texts = append(all, batch...), texts[n:]
	}
	return all, nil
}

func (d *driver) batch(ctx context.Context, texts []text) ([]reading, error) {
	list, err := d.run(ctx, texts)
	if err == nil || ctx.Err() != nil {
		return list, ctx.Err()
	}
	if d.version == "" {
		return nil, fmt.Errorf("the driver does not start: %w", err)
	}
	if len(texts) == 1 {
		return []reading{d.notRun(texts[0], "the parser failed: "+err.Error())}, nil
	}
	half := len(texts) / 2
	first, err := d.batch(ctx, texts[:half])
	if err != nil {
		return nil, err
	}
	second, err := d.batch(ctx, texts[half:])
	return append(first, second...), err
}

func (d *driver) notRun(t text, reason string) reading {
	return reading{ID: t.ID, Parser: d.name, Input: t.Input, Error: reason}
}

// run starts the program once, and returns its readings if it answers every text.
func (d *driver) run(ctx context.Context, texts []text) ([]reading, error) {
	limit := startTime + time.Duration(len(texts))*answerTime
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	var stderr start
	cmd := exec.CommandContext(ctx, d.command[0], d.command[1:]...)
	cmd.Dir = d.dir
	cmd.Env = append(cmd.Environ(), "LC_ALL=C.UTF-8", "NO_COLOR=1")
	cmd.Stdin = inputs(texts)
	cmd.Stderr = &stderr
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	list, err := d.answers(out, texts)
	if err != nil {
		stop()
	}
	if wait := cmd.Wait(); err == nil && len(list) < len(texts) {
		err = errors.Join(fmt.Errorf("%d answers for %d texts", len(list), len(texts)), wait)
	}
	if err != nil && stderr.Len() > 0 {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return list, err
}

// inputs writes each text as a line of hexadecimal digits.
func inputs(texts []text) io.Reader {
	var b bytes.Buffer
	for _, t := range texts {
		b.WriteString(hex.EncodeToString([]byte(t.Input)))
		b.WriteByte('\n')
	}
	return &b
}

// answers reads the lines that a driver prints: "= VERSION", then one for each text.
func (d *driver) answers(r io.Reader, texts []text) ([]reading, error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	list := make([]reading, 0, len(texts))
	for in.Scan() {
		line := in.Text()
		if version, ok := strings.CutPrefix(line, "= "); ok {
			d.version = version
			continue
		}
		if len(list) == len(texts) {
			return nil, fmt.Errorf("an answer too many: %q", line)
		}
		a, err := d.answer(texts[len(list)], line)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, in.Err()
}

// answer decodes one line: fields with tabs between them, each in hexadecimal digits or
// "-" for a value that the parser does not have. The first field is "1" before scheme,
// host, port, path, user and the parser's form of the text; "0" before the reason of a
// refusal; and "?" before the reason why the parser did not run.
func (d *driver) answer(t text, line string) (reading, error) {
	mark, rest, _ := strings.Cut(line, "\t")
	r := reading{ID: t.ID, Parser: d.name, Input: t.Input}
	var raw, reason *string
	accepted := mark == "1"
	targets := []**string{&r.Scheme, &r.Host, &r.Port, &r.Path, &r.User, &raw}
	switch mark {
	case "0", "?":
		targets = []**string{&reason}
	case "1":
	default:
		return r, fmt.Errorf("no answer: %q", line)
	}
	if mark != "?" {
		r.Accepted = &accepted
	}
	fields := strings.Split(rest, "\t")
	if len(fields) > len(targets) {
		return r, fmt.Errorf("%d fields in %q", len(fields), line)
	}
	for i, f := range fields {
		s, err := field(f)
		if err != nil {
			return r, fmt.Errorf("%w in %q", err, line)
		}
		*targets[i] = s
	}
	r.Host = absentIfEmpty(r.Host)
	r.Raw, r.Error, r.HostNorm = value(raw), value(reason), normalHost(value(r.Host))
	return r, nil
}

// absentIfEmpty returns nil for an empty host: libraries use either.
func absentIfEmpty(s *string) *string {
	if s != nil && *s == "" {
		return nil
	}
	return s
}

func field(digits string) (*string, error) {
	if digits == "-" {
		return nil, nil
	}
	b, err := hex.DecodeString(digits)
	s := string(b)
	return &s, err
}

// start keeps the start of what a program writes to stderr.
type start struct{ bytes.Buffer }

func (t *start) Write(p []byte) (int, error) {
	if room := 300 - t.Len(); room > 0 {
		t.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
