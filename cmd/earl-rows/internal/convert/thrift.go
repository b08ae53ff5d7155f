package convert

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The library for Parquet reserves memory for as many elements as a list says that it
// has, and calls itself for each level of a structure. Both end the program in ways
// that cannot be recovered. So the descriptions in a file are read here first.
//
// Source: the compact protocol of Apache Thrift (thrift-compact-protocol.md).

// The types of the compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
	thriftUUID   = 13
)

const (
	maxThriftDepth   = 16      // structures, lists and maps inside each other; Parquet has 8
	maxThriftStructs = 1 << 20 // in one description: each takes about 500 bytes of memory
)

var (
	errThrift      = errors.New("its description is broken")
	errThriftShort = errors.New("its description is truncated")
)

// thriftScan reads a structure, and checks that everything that it counts is there.
type thriftScan struct {
	b       []byte
	at      int
	structs int
	path    []int64 // the numbers of the fields that the scan is in
	// number and flag are called for each number and bool in a field, and end after each structure in a
	// list, with the path of the field.
	number func(path []int64, v int64)
	flag   func(path []int64, v bool)
	end    func(path []int64)
}

// scan reads the structure at the start of b and returns its length.
func (s *thriftScan) scan() (int, error) {
	err := s.structure()
	return s.at, err
}

// take returns the next n bytes.
func (s *thriftScan) take(n uint64) ([]byte, error) {
	if n > uint64(len(s.b)-s.at) {
		return nil, errThriftShort
	}
	b := s.b[s.at : s.at+int(n)]
	s.at += int(n)
	return b, nil
}

func (s *thriftScan) byte() (byte, error) {
	b, err := s.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

func (s *thriftScan) uvarint() (uint64, error) {
	v, n := binary.Uvarint(s.b[s.at:])
	switch {
	case n == 0:
		return 0, errThriftShort
	case n < 0:
		return 0, errThrift
	}
	s.at += n
	return v, nil
}

func (s *thriftScan) varint() (int64, error) {
	u, err := s.uvarint()
	return int64(u>>1) ^ -int64(u&1), err
}

// structure reads the fields of a structure.
func (s *thriftScan) structure() error {
	if s.structs++; s.structs > maxThriftStructs || len(s.path) >= maxThriftDepth {
		return fmt.Errorf("its description has more than %d structures, or more than %d inside each other", maxThriftStructs, maxThriftDepth)
	}
	depth := len(s.path)
	s.path = append(s.path, 0)
	defer func() { s.path = s.path[:depth] }()
	for {
		head, err := s.byte()
		if err != nil || head == 0 {
			return err
		}
		if delta := int64(head >> 4); delta != 0 {
			s.path[depth] += delta
		} else if s.path[depth], err = s.varint(); err != nil {
			return err
		}
		if err := s.value(head&15, false); err != nil {
			return err
		}
	}
}

// value reads one value. A bool has a byte of its own only in a list.
func (s *thriftScan) value(typ byte, inList bool) error {
	var err error
	switch typ {
	case thriftTrue, thriftFalse:
		if inList {
			_, err = s.byte()
		} else if s.flag != nil {
			s.flag(s.path, typ == thriftTrue)
		}
	case thriftByte:
		_, err = s.byte()
	case thriftI16, thriftI32, thriftI64:
		var v int64
		if v, err = s.varint(); err == nil && s.number != nil {
			s.number(s.path, v)
		}
	case thriftDouble:
		_, err = s.take(8)
	case thriftUUID:
		_, err = s.take(16)
	case thriftBinary:
		var n uint64
		if n, err = s.uvarint(); err == nil {
			_, err = s.take(n)
		}
	case thriftList, thriftSet:
		err = s.list()
	case thriftMap:
		err = s.mapping()
	case thriftStruct:
		if err = s.structure(); err == nil && inList && s.end != nil {
			s.end(s.path)
		}
	default:
		err = errThrift
	}
	return err
}

// nested is value for the elements of lists and maps.
func (s *thriftScan) nested(typ byte) error {
	if typ == thriftList || typ == thriftSet || typ == thriftMap {
		return errThrift // Parquet has none, and they could have any depth
	}
	return s.value(typ, true)
}

func (s *thriftScan) list() error {
	head, err := s.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 15 {
		if n, err = s.uvarint(); err != nil {
			return err
		}
	}
	if n > uint64(len(s.b)-s.at) { // each element has at least a byte
		return errThriftShort
	}
	for range n {
		if err := s.nested(head & 15); err != nil {
			return err
		}
	}
	return nil
}

func (s *thriftScan) mapping() error {
	n, err := s.uvarint()
	if err != nil || n == 0 {
		return err
	}
	types, err := s.byte()
	if err != nil {
		return err
	}
	if n > uint64(len(s.b)-s.at) {
		return errThriftShort
	}
	for range n {
		if err := s.nested(types >> 4); err != nil {
			return err
		}
		if err := s.nested(types & 15); err != nil {
			return err
		}
	}
	return nil
}
