//go:build duckdb

package main

// #include <stdlib.h>
// #include "api.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/earl-url/earl/rows"
)

// starting allows one database at a time to load the extension.
var starting sync.Mutex

// earlStart copies the table of functions and registers the functions of the
// extension in a database. It returns an error message, which the caller frees, or
// NULL.
//
//export earlStart
func earlStart(table *unsafe.Pointer, database unsafe.Pointer) (message *C.char) {
	defer func() {
		if r := recover(); r != nil {
			message = C.CString(fault("earl", r).Error())
		}
	}()
	starting.Lock()
	defer starting.Unlock()
	if err := copyTable(unsafe.Slice(table, C.EARL_SLOTS)); err != nil {
		return C.CString(err.Error())
	}
	var connection unsafe.Pointer
	if C.duckdb_connect(database, &connection) != 0 {
		return C.CString("earl: cannot connect to the database")
	}
	defer C.duckdb_disconnect(&connection)
	for k := range functions {
		if err := register(connection, k); err != nil {
			return C.CString(err.Error())
		}
	}
	return nil
}

// copyTable keeps the table. A process can contain two copies of DuckDB, but this
// library only once.
func copyTable(table []unsafe.Pointer) error {
	if C.earl_slots[C.EARL_SLOTS-1] == nil {
		copy(C.earl_slots[:], table)
		return nil
	}
	for k, f := range table {
		if C.earl_slots[k] != f {
			return errors.New("earl: another copy of DuckDB in this process has loaded the extension")
		}
	}
	return nil
}

// register registers function k in all its forms: for VARCHAR and for BLOB, with
// and without its option.
func register(connection unsafe.Pointer, k int) error {
	f := &functions[k]
	name := C.CString(f.name)
	defer C.free(unsafe.Pointer(name))
	set := C.duckdb_create_scalar_function_set(name)
	defer C.duckdb_destroy_scalar_function_set(&set)
	returns := resultType(f)
	defer C.duckdb_destroy_logical_type(&returns)
	for _, form := range forms(f) {
		if err := addForm(set, k, name, form, returns); err != nil {
			return err
		}
	}
	if C.duckdb_register_scalar_function_set(connection, set) != 0 {
		return fmt.Errorf("earl: cannot register %s: is there a function of that name?", f.name)
	}
	return nil
}

// forms returns the types of the parameters of each form. Each text is a VARCHAR or
// a BLOB. DuckDB would convert a VARCHAR to a BLOB if one was missing, and fail at
// each backslash.
func forms(f *function) [][]C.int {
	list := [][]C.int{nil}
	for range f.args {
		var longer [][]C.int
		for _, text := range []C.int{C.EARL_VARCHAR, C.EARL_BLOB} {
			for _, params := range list {
				longer = append(longer, append(slices.Clone(params), text))
			}
		}
		list = longer
	}
	var with [][]C.int
	if f.option != "" {
		for _, params := range list {
			with = append(with, append(slices.Clone(params), C.EARL_VARCHAR))
		}
	}
	if f.required {
		return with
	}
	return append(list, with...)
}

// addForm adds a form of function k to its set.
func addForm(set unsafe.Pointer, k int, name *C.char, params []C.int, returns unsafe.Pointer) error {
	form := C.duckdb_create_scalar_function()
	defer C.duckdb_destroy_scalar_function(&form)
	C.duckdb_scalar_function_set_name(form, name)
	for _, p := range params {
		t := C.duckdb_create_logical_type(p)
		C.duckdb_scalar_function_add_parameter(form, t)
		C.duckdb_destroy_logical_type(&t)
	}
	C.duckdb_scalar_function_set_return_type(form, returns)
	C.earl_prepare(form, C.uintptr_t(k))
	if C.duckdb_add_scalar_function_to_set(set, form) != 0 {
		return fmt.Errorf("earl: cannot add a form of %s", functions[k].name)
	}
	return nil
}

// resultType returns the type of the function's result. The caller destroys it.
func resultType(f *function) unsafe.Pointer {
	columns := f.result()
	if len(columns) == 1 {
		return typeOf(columns[0].Kind)
	}
	types, names := make([]unsafe.Pointer, len(columns)), make([]*C.char, len(columns))
	for k, c := range columns {
		types[k], names[k] = typeOf(c.Kind), C.CString(c.Name)
	}
	t := C.duckdb_create_struct_type(&types[0], &names[0], C.uint64_t(len(columns)))
	for k := range columns {
		C.duckdb_destroy_logical_type(&types[k])
		C.free(unsafe.Pointer(names[k]))
	}
	return t
}

// typeOf returns the type of a column. The caller destroys it.
func typeOf(k rows.Kind) unsafe.Pointer {
	switch k {
	case rows.Bool:
		return C.duckdb_create_logical_type(C.EARL_BOOLEAN)
	case rows.Int:
		return C.duckdb_create_logical_type(C.EARL_INTEGER)
	}
	text := C.duckdb_create_logical_type(C.EARL_VARCHAR)
	if k != rows.List {
		return text
	}
	defer C.duckdb_destroy_logical_type(&text)
	return C.duckdb_create_list_type(text)
}

// earlRun computes one chunk. Threads of DuckDB call it at the same time. An error
// or a panic ends the query with a message.
//
//export earlRun
func earlRun(info, chunk, output unsafe.Pointer) {
	k := int(C.earl_number(info))
	defer func() {
		if r := recover(); r != nil {
			setError(info, fault(functions[k].name, r))
		}
	}()
	in := make([]column, C.duckdb_data_chunk_get_column_count(chunk))
	for i := range in {
		v := C.duckdb_data_chunk_get_vector(chunk, C.uint64_t(i))
		in[i] = column{texts: C.duckdb_vector_get_data(v), mask: unsafe.Pointer(C.duckdb_vector_get_validity(v))}
	}
	err := run(k, int(C.duckdb_data_chunk_get_size(chunk)), in, func(s span) error { return write(output, s) })
	if err != nil {
		setError(info, err)
	}
}

// fault returns the error for a panic. Other values than errors of Go's runtime could
// contain text of a row, which may be a secret.
func fault(name string, value any) error {
	if err, ok := value.(runtime.Error); ok {
		return fmt.Errorf("%s: internal fault: %w", name, err)
	}
	return fmt.Errorf("%s: internal fault", name)
}

// setError ends the query with a message.
func setError(info unsafe.Pointer, err error) {
	message := C.CString(err.Error())
	defer C.free(unsafe.Pointer(message))
	C.duckdb_scalar_function_set_error(info, message)
}

// write writes a span to the vector of the result.
func write(vector unsafe.Pointer, s span) error {
	if len(s.columns) == 1 {
		return writeColumn(vector, s.first, &s.columns[0])
	}
	writeNulls(vector, s.first, s.rows, s.url)
	for k := range s.columns {
		if err := writeColumn(C.duckdb_struct_vector_get_child(vector, C.uint64_t(k)), s.first, &s.columns[k]); err != nil {
			return err
		}
	}
	return nil
}

// writeNulls sets the mask of a vector for those of n rows that are NULL in v.
func writeNulls(vector unsafe.Pointer, first, n int, v *rows.Vector) {
	if v.Nulls() == 0 {
		return
	}
	C.duckdb_vector_ensure_validity_writable(vector)
	mask := unsafe.Slice((*uint64)(unsafe.Pointer(C.duckdb_vector_get_validity(vector))), (first+n+63)/64)
	for i := range n {
		if v.IsNull(i) {
			row := first + i
			mask[row/64] &^= 1 << (row % 64)
		}
	}
}

// writeColumn writes a column to a vector, from row first on.
func writeColumn(vector unsafe.Pointer, first int, v *rows.Vector) error {
	n := v.Len()
	if n == 0 {
		return nil
	}
	writeNulls(vector, first, n, v)
	switch v.Kind {
	case rows.Bool:
		out := unsafe.Slice((*bool)(C.duckdb_vector_get_data(vector)), first+n)[first:]
		for i := range out {
			out[i] = v.Bool(i)
		}
	case rows.Int:
		copy(unsafe.Slice((*int32)(C.duckdb_vector_get_data(vector)), first+n)[first:], v.Ints)
	case rows.List:
		return writeList(vector, first, v)
	default:
		writeTexts(vector, first, v)
	}
	return nil
}

// writeTexts writes texts to a vector of VARCHAR, from row first on.
func writeTexts(vector unsafe.Pointer, first int, v *rows.Vector) {
	var valid *C.uint8_t
	if v.Nulls() > 0 {
		valid = (*C.uint8_t)(unsafe.SliceData(v.Valid))
	}
	C.earl_assign_texts(vector, C.uint64_t(first), C.uint64_t(v.Len()), (*C.char)(unsafe.Pointer(unsafe.SliceData(v.Data))),
		(*C.int32_t)(unsafe.SliceData(v.Offsets)), valid)
}

// entry is an entry of a LIST (duckdb_list_entry).
type entry struct{ offset, length uint64 }

// writeList writes lists of texts to a vector, from row first on.
func writeList(vector unsafe.Pointer, first int, v *rows.Vector) error {
	size, items := int(C.duckdb_list_vector_get_size(vector)), v.Items.Len()
	if C.duckdb_list_vector_reserve(vector, C.uint64_t(size+items)) != 0 || C.duckdb_list_vector_set_size(vector, C.uint64_t(size+items)) != 0 {
		return fmt.Errorf("earl: cannot make lists with %d texts", size+items)
	}
	if items > 0 {
		writeTexts(C.duckdb_list_vector_get_child(vector), size, v.Items)
	}
	out := unsafe.Slice((*entry)(C.duckdb_vector_get_data(vector)), first+v.Len())[first:]
	for i := range out {
		out[i] = entry{uint64(size) + uint64(v.Offsets[i]), uint64(v.Offsets[i+1] - v.Offsets[i])}
	}
	return nil
}
