// The part of DuckDB's C API that the extension uses. DuckDB passes a table of
// functions to an extension. The place of a function in the table never changes.
// TestSlots compares the numbers below with an installed DuckDB.
#ifndef EARL_API_H
#define EARL_API_H

#include <stdint.h>

// What DuckDB passes to the function that starts an extension.
struct earl_access {
	void (*set_error)(void *info, const char *message);
	void **(*get_database)(void *info);
	void *const *(*get_api)(void *info, const char *version);
};

// The version of the table: DuckDB 1.2 and later have it.
#define EARL_API_VERSION "v1.2.0"

// A copy of the table, which DuckDB frees after the start.
#define EARL_SLOTS 226
extern void *earl_slots[EARL_SLOTS];
#define SLOT(n, result, ...) ((result(*)(__VA_ARGS__))earl_slots[n])

// Types of values (duckdb_type).
enum { EARL_BOOLEAN = 1, EARL_INTEGER = 4, EARL_VARCHAR = 17, EARL_BLOB = 18 };

static inline int duckdb_connect(void *database, void **connection) { return SLOT(3, int, void *, void **)(database, connection); }
static inline void duckdb_disconnect(void **connection) { SLOT(6, void, void **)(connection); }

static inline void *duckdb_create_logical_type(int type) { return SLOT(156, void *, int)(type); }
static inline void *duckdb_create_list_type(void *child) { return SLOT(159, void *, void *)(child); }
static inline void *duckdb_create_struct_type(void **types, const char **names, uint64_t n) { return SLOT(163, void *, void **, const char **, uint64_t)(types, names, n); }
static inline void duckdb_destroy_logical_type(void **type) { SLOT(184, void, void **)(type); }

static inline uint64_t duckdb_data_chunk_get_column_count(void *chunk) { return SLOT(189, uint64_t, void *)(chunk); }
static inline void *duckdb_data_chunk_get_vector(void *chunk, uint64_t column) { return SLOT(190, void *, void *, uint64_t)(chunk, column); }
static inline uint64_t duckdb_data_chunk_get_size(void *chunk) { return SLOT(191, uint64_t, void *)(chunk); }

static inline void *duckdb_vector_get_data(void *vector) { return SLOT(194, void *, void *)(vector); }
static inline uint64_t *duckdb_vector_get_validity(void *vector) { return SLOT(195, uint64_t *, void *)(vector); }
static inline void duckdb_vector_ensure_validity_writable(void *vector) { SLOT(196, void, void *)(vector); }
static inline void duckdb_vector_assign_string_element_len(void *vector, uint64_t row, const char *text, uint64_t n) { SLOT(198, void, void *, uint64_t, const char *, uint64_t)(vector, row, text, n); }
static inline void *duckdb_list_vector_get_child(void *vector) { return SLOT(199, void *, void *)(vector); }
static inline uint64_t duckdb_list_vector_get_size(void *vector) { return SLOT(200, uint64_t, void *)(vector); }
static inline int duckdb_list_vector_set_size(void *vector, uint64_t n) { return SLOT(201, int, void *, uint64_t)(vector, n); }
static inline int duckdb_list_vector_reserve(void *vector, uint64_t n) { return SLOT(202, int, void *, uint64_t)(vector, n); }
static inline void *duckdb_struct_vector_get_child(void *vector, uint64_t field) { return SLOT(203, void *, void *, uint64_t)(vector, field); }

static inline void *duckdb_create_scalar_function(void) { return SLOT(209, void *, void)(); }
static inline void duckdb_destroy_scalar_function(void **function) { SLOT(210, void, void **)(function); }
static inline void duckdb_scalar_function_set_name(void *function, const char *name) { SLOT(211, void, void *, const char *)(function, name); }
static inline void duckdb_scalar_function_add_parameter(void *function, void *type) { SLOT(215, void, void *, void *)(function, type); }
static inline void duckdb_scalar_function_set_return_type(void *function, void *type) { SLOT(216, void, void *, void *)(function, type); }
static inline void duckdb_scalar_function_set_extra_info(void *function, void *info, void (*destroy)(void *)) { SLOT(217, void, void *, void *, void (*)(void *))(function, info, destroy); }
static inline void duckdb_scalar_function_set_function(void *function, void (*run)(void *, void *, void *)) { SLOT(218, void, void *, void (*)(void *, void *, void *))(function, run); }
static inline void *duckdb_scalar_function_get_extra_info(void *info) { return SLOT(220, void *, void *)(info); }
static inline void duckdb_scalar_function_set_error(void *info, const char *message) { SLOT(221, void, void *, const char *)(info, message); }
static inline void *duckdb_create_scalar_function_set(const char *name) { return SLOT(222, void *, const char *)(name); }
static inline void duckdb_destroy_scalar_function_set(void **set) { SLOT(223, void, void **)(set); }
static inline int duckdb_add_scalar_function_to_set(void *set, void *function) { return SLOT(224, int, void *, void *)(set, function); }
static inline int duckdb_register_scalar_function_set(void *connection, void *set) { return SLOT(225, int, void *, void *)(connection, set); }

// earl_assign_texts writes n texts to a vector, from a row on: text i is
// data[offsets[i]:offsets[i+1]]. Bit i of valid is 0 if it is NULL; valid can be NULL.
void earl_assign_texts(void *vector, uint64_t row, uint64_t n, const char *data, const int32_t *offsets, const uint8_t *valid);

// earl_prepare gives a function its number and the code that runs it.
void earl_prepare(void *function, uintptr_t number);

// earl_number returns the number of the function that runs.
uintptr_t earl_number(void *info);

#endif
