package convert

import (
	"errors"

	flatbuffers "github.com/google/flatbuffers/go"
)

// The library for Arrow reserves memory for as many fields as a schema says that
// it has. So the schema of a stream is checked first: what it counts must fit
// into its message.
//
// Source: Message.fbs and Schema.fbs of the Arrow format, whose slots are below.

const (
	slotHeader       = 8  // Message.header
	slotFields       = 6  // Schema.fields
	slotMetadata     = 8  // Schema.custom_metadata
	slotTypeKind     = 8  // Field.type_type
	slotType         = 10 // Field.type
	slotChildren     = 14 // Field.children
	slotFieldMeta    = 16 // Field.custom_metadata
	slotUnionTypes   = 6  // Union.typeIds
	kindUnion        = 14
	maxNestedColumns = 64
)

// arrowFileMagic is at the start of an Arrow file, which is not a stream.
const arrowFileMagic = "ARROW1\x00\x00"

// useStream says how programs write a stream.
const useStream = "write a stream instead, with new_stream of pyarrow.ipc, or write_ipc_stream of Polars"

var errSchema = errors.New("the schema of the Arrow stream is broken")

// checkSchema checks what a schema counts.
func checkSchema(message []byte) (err error) {
	defer func() {
		if recover() != nil { // an offset outside of the message
			err = errSchema
		}
	}()
	c := schemaChecker{message: message, left: len(message)}
	root := flatbuffers.Table{Bytes: message, Pos: flatbuffers.GetUOffsetT(message)}
	schema, ok := c.table(root, slotHeader)
	if !ok || !c.metadata(schema, slotMetadata) || !c.children(schema, slotFields, 0) {
		return errSchema
	}
	return nil
}

// schemaChecker checks the tables of a schema.
type schemaChecker struct {
	message []byte
	left    int // how many fields there can still be
}

// table returns the table of a slot.
func (c *schemaChecker) table(t flatbuffers.Table, slot flatbuffers.VOffsetT) (flatbuffers.Table, bool) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return t, false
	}
	return flatbuffers.Table{Bytes: c.message, Pos: t.Indirect(o + t.Pos)}, true
}

// vector returns the start and the length of a vector whose elements have size
// bytes.
func (c *schemaChecker) vector(t flatbuffers.Table, slot flatbuffers.VOffsetT, size int) (start flatbuffers.UOffsetT, n int, ok bool) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return 0, 0, true
	}
	start, n = t.Vector(o), t.VectorLen(o)
	return start, n, n <= (len(c.message)-int(start))/size
}

func (c *schemaChecker) metadata(t flatbuffers.Table, slot flatbuffers.VOffsetT) bool {
	_, _, ok := c.vector(t, slot, 4)
	return ok
}

// children checks the fields in a slot.
func (c *schemaChecker) children(t flatbuffers.Table, slot flatbuffers.VOffsetT, depth int) bool {
	start, n, ok := c.vector(t, slot, 4)
	if c.left -= n; !ok || c.left < 0 || depth > maxNestedColumns {
		return false
	}
	for k := range n {
		field := flatbuffers.Table{Bytes: c.message, Pos: t.Indirect(start + flatbuffers.UOffsetT(4*k))}
		if !c.metadata(field, slotFieldMeta) || !c.union(field) || !c.children(field, slotChildren, depth+1) {
			return false
		}
	}
	return true
}

// union checks the list of types of a union.
func (c *schemaChecker) union(field flatbuffers.Table) bool {
	if field.GetByteSlot(slotTypeKind, 0) != kindUnion {
		return true
	}
	typ, ok := c.table(field, slotType)
	if !ok {
		return false
	}
	_, _, ok = c.vector(typ, slotUnionTypes, 4)
	return ok
}
