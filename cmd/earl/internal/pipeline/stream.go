package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
)

// A Job handles one text and appends its output. After an error, the output so far
// is written and the run ends with the error. Each worker has its own Job.
type Job func(*Output, Item) error

// Work has the functions that process texts.
type Work struct {
	Job    func() Job
	Settle func(*Output) // called before each output is written, in the order of the texts; may be nil
}

// one handles one text.
func (w Work) one(s Streams, it Item) (status int, err error) {
	var o Output
	err = w.Job()(&o, it)
	return o.Status, w.finish(s, &o, err)
}

// finish settles and writes an output. It returns the error of writing, or err.
func (w Work) finish(s Streams, o *Output, err error) error {
	if w.Settle != nil {
		w.Settle(o)
	}
	if failed := o.write(s); failed != nil {
		return failed
	}
	return err
}

// stream handles every line, on all cores, and writes in the order of the lines.
// A worker locks the reader and reads a chunk, handles it while other workers
// handle theirs, waits for its turn, and writes. There are at most as many chunks
// as workers. A chunk is what one read returns, so a program that sends one line
// and waits receives its output.
func (w Work) stream(s Streams, in lines) (status int, err error) {
	var (
		mu     sync.Mutex // of reader and last
		reader = chunkReader{r: in.r}
		last   = make(chan turn, 1)
		end    = make(chan turn, 1)
	)
	last <- turn{}
	worker := func() {
		c, do := chunk{}, w.Job()
		for {
			mu.Lock()
			err := reader.next(&c)
			before, after := last, make(chan turn, 1)
			last = after
			mu.Unlock()
			c.output.reset()
			if err == nil {
				err = c.run(&in, do)
			} else if err != io.EOF {
				err = &InputError{fmt.Errorf("%s: %w", in.name, err)}
			}
			b := <-before
			if !b.over {
				b.status = max(b.status, c.output.Status)
				b.err = w.finish(s, &c.output, err)
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
		go worker() // after a failure, a worker that waits for input is not stopped
	}
	b := <-end
	if b.err == io.EOF {
		b.err = nil
	}
	return b.status, b.err
}

// A turn passes from the worker of one chunk to the worker of the next.
type turn struct {
	status int   // the highest so far
	over   bool  // no more output is written
	err    error // why; io.EOF at the end of the lines
}

// A chunk is some whole lines and their output.
type chunk struct {
	buf    []byte
	text   string // the lines; the last may lack its line feed
	line   int    // the number of the first
	output Output
}

// run handles the lines of the chunk.
func (c *chunk) run(in *lines, do Job) error {
	text := c.text
	for n := c.line; text != ""; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		it, err := in.item(line, n)
		if err == nil && (!it.Skipped || in.rows) {
			err = do(&c.output, it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// chunkSize is how many bytes are read at once. Memory for a longer line is
// allocated, and released after it.
const chunkSize = 64 << 10

// trim releases memory that only a long line needs.
func (c *chunk) trim() {
	c.text = ""
	if cap(c.output.Out)+cap(c.output.err) > 64*chunkSize {
		c.output = Output{}
	}
}

// A chunkReader reads whole lines.
type chunkReader struct {
	r    io.Reader
	rest []byte // the start of a line that is not complete
	line int    // how many lines were returned
	err  error  // of the reader
}

// next reads the next lines into c: those that one read completes.
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
