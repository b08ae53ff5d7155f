# Prints the keys that the Python package surt makes. Each line of stdin is a
# text in hexadecimal, a space and options. Each line of stdout is the key in
# hexadecimal, or "!" and the error.
import sys

import surt

OPTIONS = {
    "scheme": {"with_scheme": True},
    "comma": {"trailing_comma": True},
    "www": {"host_massage": False},
    "ipv4": {"reverse_ipaddr": False},
    "case": {"path_lowercase": False, "query_lowercase": False},
    "session": {"path_strip_session_id": False, "query_strip_session_id": False},
    "order": {"query_alpha_reorder": False},
}

for line in sys.stdin:
    text, _, names = line.rstrip("\n").partition(" ")
    options = {}
    for name in names.split():
        options.update(OPTIONS[name])
    try:
        print(surt.surt(bytes.fromhex(text), **options).hex())
    except Exception as error:
        print("!" + type(error).__name__ + ": " + str(error).replace("\n", " "))
