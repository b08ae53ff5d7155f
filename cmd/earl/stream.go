package main

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"sync"
)

// A job reads one text and appends what is to be said of it. An error ends the
// run; what was appended before it is written. Each worker has a job of its own.
type job func(*answer, item) error

// work is how texts are answered.
type work struct {
	job    func() job
	settle func(*answer) // called for each answer in the order of the texts, before it is written; nil: nothing
}

// one answers one text.
func (w work) one(s *streams, it item) (status int, err error) {
	var a answer
	err = w.job()(&a, it)
	return a.status, w.finish(s, &a, err)
}

// finish settles and writes an answer. The error is that of its job, if it is written.
func (w work) finish(s *streams, a *answer, err error) error {
	if w.settle != nil {
		w.settle(a)
	}
	if failed := a.write(s); failed != nil {
		return failed
	}
	return err
}

// stream answers every line, on all cores and in the order of the lines. A
// worker reads a chunk while it alone holds the reader, answers it while others
// do the same with theirs, waits for its turn, and writes. So as many chunks are
// in hand as there are workers, and whoever sends a line and waits gets its
// answer: a chunk is what one read brings.
func (w work) stream(s *streams, in lines) (status int, err error) {
	var (
		mu     sync.Mutex // of reader and last
		reader = chunkReader{r: in.r}
		last   = make(chan baton, 1)
		end    = make(chan baton, 1)
	)
	last <- baton{}
	worker := func() {
		c, do := chunk{}, w.job()
		for {
			mu.Lock()
			err := reader.next(&c)
			before, after := last, make(chan baton, 1)
			last = after
			mu.Unlock()
			c.answer.reset()
			if err == nil {
				err = c.run(&in, do)
			} else if err != io.EOF {
				err = usagef("%s: %w", in.name, err)
			}
			b := <-before
			if !b.over {
				b.status = max(b.status, c.answer.status)
				b.err = w.finish(s, &c.answer, err)
				if b.over = b.err != nil; b.over {
					end <- b
				}
			}
			after <- b
			if b.over {
				return
			}
			c.trim()
		}
	}
	for range runtime.GOMAXPROCS(0) {
		go worker() // one that waits for input after a failure is left behind
	}
	b := <-end
	if b.err == io.EOF {
		b.err = nil
	}
	return b.status, b.err
}

// A baton goes from the worker of one chunk to that of the next.
type baton struct {
	status int   // the highest so far
	over   bool  // nothing more is written
	err    error // why; io.EOF at the end of the lines
}

// A chunk is some whole lines and the answer to them.
type chunk struct {
	buf    []byte
	text   string // the lines, each with its line feed but perhaps the last
	line   int    // the number of the first
	answer answer
}

// run answers the lines of the chunk.
func (c *chunk) run(in *lines, do job) error {
	text := c.text
	for n := c.line; text != ""; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		it, ok, err := in.item(line, n)
		if err == nil && ok {
			err = do(&c.answer, it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// chunkSize is how much is read at once. A longer line gets what it needs, and
// gives it back.
const chunkSize = 64 << 10

// trim gives back the room that only a long line needs.
func (c *chunk) trim() {
	c.text = ""
	if cap(c.answer.out)+cap(c.answer.err) > 64*chunkSize {
		c.answer = answer{}
	}
}

// A chunkReader reads whole lines.
type chunkReader struct {
	r    io.Reader
	rest []byte // the start of a line whose end no read has brought
	line int    // how many lines were handed out
	err  error  // of the reader
}

// next reads the next lines into c: those that end in what one read brings.
func (r *chunkReader) next(c *chunk) error {
	c.text = ""
	buf := append(c.buf[:0], r.rest...)
	r.rest = r.rest[:0]
	for r.err == nil {
		if cap(buf)-len(buf) < chunkSize {
			buf = append(make([]byte, 0, 2*max(cap(buf), chunkSize)), buf...)
		}
		var n int
		n, r.err = r.r.Read(buf[len(buf):cap(buf)])
		end := len(buf) + bytes.LastIndexByte(buf[len(buf):len(buf)+n], '\n') + 1
		whole := end > len(buf)
		buf = buf[:len(buf)+n]
		if whole {
			r.rest = append(r.rest, buf[end:]...)
			r.hand(c, buf[:end])
			return nil
		}
	}
	if r.err == io.EOF && len(buf) > 0 {
		r.hand(c, buf)
		return nil
	}
	return r.err
}

// hand gives c its lines.
func (r *chunkReader) hand(c *chunk, whole []byte) {
	c.text, c.line = string(whole), r.line+1
	r.line += bytes.Count(whole, []byte("\n"))
	if c.buf = whole[:0]; cap(whole) > 8*chunkSize {
		c.buf = nil
	}
	if cap(r.rest) > 8*chunkSize {
		r.rest = bytes.Clone(r.rest)
	}
}
