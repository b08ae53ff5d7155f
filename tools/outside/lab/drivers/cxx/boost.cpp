// Reads texts with Boost.URL.
#include "../c/driver.h"
#include <boost/url/src.hpp>
#include <boost/version.hpp>

static void field(boost::core::string_view s, bool present) {
	field_bytes(present ? s.data() ? s.data() : "" : nullptr, s.size());
}

int main() {
	version(BOOST_LIB_VERSION);
	while (next_text()) {
		auto r = boost::urls::parse_uri_reference({text, length});
		if (!r) {
			refused(r.error().message().c_str());
			continue;
		}
		auto &u = *r;
		begin();
		field(u.scheme(), u.has_scheme());
		field(u.encoded_host(), u.has_authority());
		field(u.port(), u.has_port() && !u.port().empty());
		field(u.encoded_path(), true);
		field(u.encoded_user(), u.has_userinfo());
		end();
	}
}
