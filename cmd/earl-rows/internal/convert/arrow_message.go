package convert

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
)

// The limits of one message of a stream. A batch can have other columns besides
// MaxBatch of text.
const (
	maxArrowBody     = 2 << 30
	maxArrowMetadata = 64 << 20
	// firstBody is how much memory a body gets before its bytes are there.
	firstBody = 16 << 20
	// inflatedBody and inflatedRatio limit what a compressed body becomes:
	// inflatedBody and inflatedRatio times its size.
	inflatedBody  = 256 << 20
	inflatedRatio = 64
	// freeRows and rowsPerByte limit the rows of a batch, because columns of nulls
	// and of runs need no bytes: freeRows and rowsPerByte for each byte.
	freeRows    = 1 << 20
	rowsPerByte = 64
)

// The slots of a message. Source: Message.fbs of the Arrow format.
const (
	slotHeaderKind  = 6  // Message.header_type
	slotBodyLength  = 10 // Message.bodyLength
	slotBatchLength = 4  // RecordBatch.length
	slotNodes       = 6  // RecordBatch.nodes
	slotBuffers     = 8  // RecordBatch.buffers
	slotCompression = 10 // RecordBatch.compression
	slotVariadic    = 12 // RecordBatch.variadicBufferCounts
	slotDictionary  = 6  // DictionaryBatch.data

	headerSchema     = 1
	headerDictionary = 2
	headerBatch      = 3

	continuation = 0xFFFFFFFF
)

// arrowMessages reads the messages of a stream for the library, and checks what
// they count first: the library reserves memory for it.
type arrowMessages struct {
	in io.Reader
}

func (m *arrowMessages) Retain()  {}
func (m *arrowMessages) Release() {}

// Message returns the next message. The error is io.EOF after the last.
func (m *arrowMessages) Message() (*ipc.Message, error) {
	metadata, err := m.metadata()
	if err != nil {
		return nil, err
	}
	c := messageChecker{schemaChecker{message: metadata, left: len(metadata)}}
	size, err := c.check(nil)
	if err != nil {
		return nil, err
	}
	body, err := readBody(m.in, size)
	if err != nil {
		return nil, err
	}
	if _, err := c.check(body); err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(metadata), memory.NewBufferBytes(body)), nil
}

// metadata reads the metadata of the next message.
func (m *arrowMessages) metadata() ([]byte, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(m.in, head); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head)
	if string(head) == arrowFileMagic[:4] {
		return nil, errors.New("this is an Arrow file and not a stream: " + useStream)
	}
	if size == continuation { // it is missing in streams from before 2019
		if _, err := io.ReadFull(m.in, head); err != nil {
			return nil, noEOF(err)
		}
		size = binary.LittleEndian.Uint32(head)
	}
	switch {
	case size == 0:
		return nil, io.EOF
	case size < 4 || size > maxArrowMetadata:
		return nil, errors.New("this is not an Arrow stream")
	}
	return readBody(m.in, int64(size))
}

// noEOF makes the end of the input an error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readBody reads size bytes. A part that is missing needs no memory.
func readBody(in io.Reader, size int64) ([]byte, error) {
	body := make([]byte, 0, min(size, firstBody))
	for int64(len(body)) < size {
		if len(body) == cap(body) {
			grown := make([]byte, len(body), min(size, 2*int64(cap(body))))
			copy(grown, body)
			body = grown
		}
		n, err := io.ReadFull(in, body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err != nil {
			return nil, noEOF(err)
		}
	}
	return body, nil
}

// messageChecker checks a message. An offset outside of it makes a panic.
type messageChecker struct{ schemaChecker }

var errMessage = errors.New("a message of the Arrow stream is broken")

// check checks the metadata and, if it is not nil, the body of a message. It returns
// the size of the body.
func (c *messageChecker) check(body []byte) (size int64, err error) {
	defer func() {
		if recover() != nil {
			err = errMessage
		}
	}()
	root := flatbuffers.Table{Bytes: c.message, Pos: flatbuffers.GetUOffsetT(c.message)}
	size = root.GetInt64Slot(slotBodyLength, 0)
	if size < 0 || size > maxArrowBody {
		return 0, fmt.Errorf("a message has a body of %d bytes, the most are %d: use smaller batches: %s", size, int64(maxArrowBody), batchSettings)
	}
	batch, ok := c.table(root, slotHeader)
	switch kind := root.GetByteSlot(slotHeaderKind, 0); {
	case !ok:
		return 0, errMessage
	case kind == headerSchema:
		return size, checkSchema(c.message)
	case kind == headerDictionary:
		if batch, ok = c.table(batch, slotDictionary); !ok {
			return 0, errMessage
		}
	case kind != headerBatch:
		return 0, fmt.Errorf("a message has the kind %d, which is no schema, dictionary or batch", kind)
	}
	return size, c.batch(batch, size, body)
}

// batch checks a batch of rows with a body of size bytes.
func (c *messageChecker) batch(batch flatbuffers.Table, size int64, body []byte) error {
	nodes, n, ok := c.vector(batch, slotNodes, 16)
	buffers, k, ok2 := c.vector(batch, slotBuffers, 16)
	variadic, v, ok3 := c.vector(batch, slotVariadic, 8)
	if !ok || !ok2 || !ok3 {
		return errMessage
	}
	most := freeRows + rowsPerByte*size
	if _, compressed := c.table(batch, slotCompression); compressed {
		most = freeRows + rowsPerByte*inflatedRatio*size
		if err := c.inflated(buffers, k, size, body); err != nil {
			return err
		}
	}
	if rows := batch.GetInt64Slot(slotBatchLength, 0); rows < 0 || rows > most {
		return fmt.Errorf("a batch has %d rows in %d bytes: use smaller batches: %s", rows, size, batchSettings)
	}
	for i := range n {
		length, nulls := c.pair(nodes, i)
		if length < 0 || nulls < 0 || nulls > length || length > most {
			return errMessage
		}
	}
	left := int64(k)
	for i := range v {
		count := batch.GetInt64(variadic + flatbuffers.UOffsetT(8*i))
		if left -= count; count < 0 || left < 0 {
			return errMessage
		}
	}
	for i := range k {
		if offset, length := c.pair(buffers, i); offset < 0 || length < 0 || offset > size || length > size-offset {
			return errMessage
		}
	}
	return nil
}

// pair returns element i of a vector of two numbers.
func (c *messageChecker) pair(start flatbuffers.UOffsetT, i int) (a, b int64) {
	at := start + flatbuffers.UOffsetT(16*i)
	return flatbuffers.GetInt64(c.message[at:]), flatbuffers.GetInt64(c.message[at+8:])
}

// inflated checks what the buffers of a compressed body say that they become.
func (c *messageChecker) inflated(buffers flatbuffers.UOffsetT, n int, size int64, body []byte) error {
	if body == nil {
		return nil
	}
	var total int64
	for i := range n {
		offset, length := c.pair(buffers, i)
		if length == 0 {
			continue
		}
		becomes := int64(binary.LittleEndian.Uint64(body[offset : offset+length]))
		if becomes == -1 { // not compressed
			becomes = 0
		}
		most := inflatedBody + inflatedRatio*size
		if becomes < 0 || becomes > most {
			return fmt.Errorf("a compressed buffer of %d bytes becomes %d", length, becomes)
		}
		if total += becomes; total > most {
			return fmt.Errorf("a compressed batch of %d bytes becomes more than %d: use smaller batches: %s", size, most, batchSettings)
		}
	}
	return nil
}
