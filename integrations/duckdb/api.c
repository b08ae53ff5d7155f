//go:build duckdb

#include <stdlib.h>

#include "_cgo_export.h"
#include "api.h"

void *earl_slots[EARL_SLOTS];

// DuckDB calls this function once for each database that loads the extension.
__attribute__((visibility("default"))) int earl_init_c_api(void *info, struct earl_access *access) {
	void *const *table = access->get_api(info, EARL_API_VERSION);
	if (table == NULL) {
		return 0; // DuckDB has set the error
	}
	char *message = earlStart((void **)table, *access->get_database(info));
	if (message != NULL) {
		access->set_error(info, message);
		free(message);
		return 0;
	}
	return 1;
}

void earl_assign_texts(void *vector, uint64_t row, uint64_t n, const char *data, const int32_t *offsets, const uint8_t *valid) {
	for (uint64_t i = 0; i < n; i++) {
		if (valid == NULL || valid[i / 8] & 1 << i % 8) {
			duckdb_vector_assign_string_element_len(vector, row + i, data + offsets[i], offsets[i + 1] - offsets[i]);
		}
	}
}

void earl_prepare(void *function, uintptr_t number) {
	duckdb_scalar_function_set_extra_info(function, (void *)number, NULL);
	duckdb_scalar_function_set_function(function, earlRun);
}

uintptr_t earl_number(void *info) { return (uintptr_t)duckdb_scalar_function_get_extra_info(info); }
