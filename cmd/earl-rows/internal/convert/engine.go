package convert

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/earl-url/earl/rows"
)

// engine moves frames from a reader through workers to a writer.
type engine struct {
	options *Options
	reader  reader
	writer  writer
	rows    int64 // that were read, then that were written
}

// worker computes the columns of one frame at a time.
type worker struct {
	plan *rows.Plan
	f    *frame
	in   []*rows.Vector
}

// newWorker returns a worker for the columns of the reader.
func (e *engine) newWorker() (*worker, error) {
	w := &worker{in: make([]*rows.Vector, len(e.reader.fields()))}
	var err error
	w.plan, err = e.options.compile(e.reader.fields(), func(row int) {
		if e.options.Fault != nil {
			e.options.Fault(w.f.first + int64(row) + 1)
		}
	})
	return w, err
}

// work decodes a frame, computes its columns and encodes it. A panic is one of a
// decoder of a broken input, because the rows of a plan recover.
func (e *engine) work(w *worker, f *frame) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = brokenRows(f, r)
		}
	}()
	if err := e.reader.decode(f); err != nil {
		return err
	}
	w.f = f
	for _, k := range w.plan.Reads() {
		if w.in[k], err = f.in[k].asVector(&f.texts[k]); err != nil {
			return err
		}
	}
	if err := w.plan.RunRange(&f.batch, w.in, 0, f.rows); err != nil {
		return tooLarge(err)
	}
	return nil
}

// panicText describes a panic without values of the input.
func panicText(r any) string {
	if err, ok := r.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", r)
}

// batchSettings says how to make the batches of engines smaller.
const batchSettings = "spark.sql.execution.arrow.maxRecordsPerBatch of Spark, max_block_size of ClickHouse"

// tooLarge returns the fault for a batch with too much text.
func tooLarge(err error) error {
	var size *rows.SizeError
	if errors.As(err, &size) {
		return inputf("%w: %s", err, batchSettings)
	}
	return err
}

// lockStep answers each frame before it reads the next.
func (e *engine) lockStep() error {
	w, err := e.newWorker()
	if err != nil {
		return err
	}
	f := new(frame)
	for {
		f.reset(len(w.in))
		f.first = e.rows
		if err := e.reader.read(f); err == io.EOF {
			return e.end()
		} else if err != nil {
			return err
		}
		if err := e.work(w, f); err != nil {
			return err
		}
		e.rows += int64(f.rows)
		if err := e.encode(f); err != nil {
			return err
		}
		if err := e.write(f); err != nil {
			return err
		}
		if err := e.writer.flush(); err != nil {
			return writeFault(err)
		}
	}
}

// encode encodes a frame. A panic is one of a library that reads a broken input.
func (e *engine) encode(f *frame) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = brokenRows(f, r)
		}
	}()
	return writeFault(e.writer.encode(f))
}

// brokenRows is the fault of a frame whose input made a panic.
func brokenRows(f *frame, r any) error {
	return inputf("rows from %d on: the input is broken: %s", f.first+1, panicText(r))
}

func (e *engine) write(f *frame) error {
	err := e.writer.write(f)
	if e.options.Progress != nil {
		e.options.Progress(f.first + int64(f.rows))
	}
	return writeFault(err)
}

func (e *engine) end() error { return writeFault(e.writer.close()) }

// writeFault makes an error of a writer a Fault.
func writeFault(err error) error {
	var fault *Fault
	if err == nil || errors.As(err, &fault) {
		return err
	}
	return outputf("output: %w", err)
}

// pipeline reads, computes and writes at the same time. At most
// 2*GOMAXPROCS+2 frames are in memory.
func (e *engine) pipeline() error {
	workers := runtime.GOMAXPROCS(0)
	free := make(chan *frame, 2*workers+2)
	for range cap(free) {
		free <- &frame{done: make(chan struct{}, 1)}
	}
	jobs, order := make(chan *frame, cap(free)), make(chan *frame, cap(free))
	stop := make(chan struct{})
	for range workers {
		w, err := e.newWorker()
		if err != nil {
			return err
		}
		go func() {
			for f := range jobs {
				if f.err = e.work(w, f); f.err == nil {
					f.err = e.encode(f)
				}
				f.done <- struct{}{}
			}
		}()
	}
	go e.readAll(free, jobs, order, stop)
	err := e.writeAll(free, order)
	close(stop)
	if err != nil {
		return err
	}
	return e.end()
}

// readAll reads frames until the end, an error, or stop. The last frame of order
// has the error, io.EOF at the end.
func (e *engine) readAll(free, jobs, order chan *frame, stop chan struct{}) {
	defer close(order)
	defer close(jobs)
	var first int64
	for {
		var f *frame
		select {
		case f = <-free:
		case <-stop:
			return
		}
		f.reset(len(e.reader.fields()))
		f.first = first
		f.err = e.reader.read(f)
		if f.err != nil {
			f.done <- struct{}{}
			order <- f
			return
		}
		first += int64(f.rows)
		jobs <- f
		order <- f
	}
}

// writeAll writes frames in order until the last.
func (e *engine) writeAll(free, order chan *frame) error {
	for f := range order {
		<-f.done
		if f.err == io.EOF {
			return nil
		}
		if f.err != nil {
			return f.err
		}
		if err := e.write(f); err != nil {
			return err
		}
		e.rows += int64(f.rows)
		if f.flush {
			if err := e.writer.flush(); err != nil {
				return writeFault(err)
			}
		}
		free <- f
	}
	return nil
}
