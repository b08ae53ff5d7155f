"""Reads texts with the Python library that the first argument names.

Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
"""
import sys


def urllib_parse():
    from urllib.parse import urlsplit
    import platform

    def read(text):
        u = urlsplit(text)
        host = u.hostname
        try:
            port = u.port
        except ValueError:
            port = None  # the library returns the host and fails only for the port
        return u.scheme, host, port, u.path, u.username, u.netloc
    return platform.python_version(), read


def urllib_request():
    """What urllib.request connects to: the connection stops before the lookup."""
    import http.client
    import platform
    import urllib.request

    class Reached(Exception):
        pass

    class Plain(http.client.HTTPConnection):
        def request(self, method, url, *rest, **named):
            raise Reached(self.host, self.port, url)

    class Secure(http.client.HTTPSConnection):
        request = Plain.request

    class PlainHandler(urllib.request.HTTPHandler):
        def http_open(self, req):
            return self.do_open(Plain, req)

    class SecureHandler(urllib.request.HTTPSHandler):
        def https_open(self, req):
            return self.do_open(Secure, req)

    opener = urllib.request.OpenerDirector()
    for handler in (PlainHandler, SecureHandler, urllib.request.UnknownHandler):
        opener.add_handler(handler())

    def read(text):
        request = urllib.request.Request(text)
        try:
            opener.open(request)
        except Reached as reached:
            host, port, target = reached.args
            return request.type, host, port, target, None, request.host
    return platform.python_version(), read


def requests():
    import requests
    import urllib3  # requests passes the prepared text to it

    def read(text):
        url = requests.Request('GET', text).prepare().url
        u = urllib3.util.parse_url(url)
        return u.scheme, u.host, u.port, u.path, u.auth, url
    return requests.__version__, read


def urllib3():
    import urllib3

    def read(text):
        u = urllib3.util.parse_url(text)
        return u.scheme, u.host, u.port, u.path, u.auth, u.url
    return urllib3.__version__, read


def yarl():
    import yarl

    def read(text):
        u = yarl.URL(text)
        return u.scheme, u.raw_host, u.explicit_port, u.raw_path, u.raw_user, str(u)
    return yarl.__version__, read


def hyperlink():
    import hyperlink
    from importlib.metadata import version

    def read(text):
        u = hyperlink.URL.from_text(text)
        path = ('/' if u.rooted or u.host else '') + '/'.join(u.path)
        return u.scheme, u.host, u.port, path, u.user, u.to_text()
    return version('hyperlink'), read


def rfc3986():
    import rfc3986

    def read(text):
        u = rfc3986.uri_reference(text)
        if not u.is_valid():
            raise ValueError('not valid')
        return u.scheme, u.host, u.port, u.path, u.userinfo, u.unsplit()
    return rfc3986.__version__, read


def furl():
    import furl
    from importlib.metadata import version

    def read(text):
        u = furl.furl(text)
        return u.scheme, u.host, u.port, str(u.path), u.username, u.url
    return version('furl'), read


def werkzeug():
    from importlib.metadata import version
    from werkzeug.urls import url_parse

    def read(text):
        u = url_parse(text)
        return u.scheme, u.host, u.port, u.path, u.username, u.netloc
    return version('werkzeug'), read


def httptools():
    import httptools
    from importlib.metadata import version

    def read(text):
        u = httptools.parse_url(text.encode())
        return u.schema, u.host, u.port, u.path, u.userinfo, None
    return version('httptools'), read


def httpx():
    import httpx

    def read(text):
        u = httpx.URL(text)
        return u.scheme, u.raw_host, u.port, u.path, u.userinfo, str(u)
    return httpx.__version__, read


def uritools():
    import uritools
    from importlib.metadata import version

    def read(text):
        u = uritools.urisplit(text)
        return u.scheme, u.host, u.port, u.path, u.userinfo, u.geturi()
    return version('uritools'), read


def ada_url():
    import ada_url
    from importlib.metadata import version

    def read(text):
        u = ada_url.URL(text)
        return u.protocol[:-1], u.hostname, u.port or None, u.pathname, u.username or None, u.href
    return version('ada-url'), read


def can_ada():
    import can_ada
    from importlib.metadata import version

    def read(text):
        u = can_ada.parse(text)
        return u.protocol[:-1], u.hostname, u.port or None, u.pathname, u.username or None, str(u)
    return version('can-ada'), read


def pydantic():
    import pydantic
    from pydantic_core import Url

    def read(text):
        u = Url(text)
        return u.scheme, u.host, u.port, u.path, u.username, str(u)
    return pydantic.VERSION, read


def encode(value):
    if value is None:
        return '-'
    if not isinstance(value, bytes):
        value = str(value).encode('utf-8', 'surrogatepass')
    return value.hex()


def answer(read, line):
    try:
        fields = read(bytes.fromhex(line.strip()).decode())
    except Exception as error:
        return '0\t' + encode('%s: %s' % (type(error).__name__, error))
    return '1\t' + '\t'.join(map(encode, fields))


def main():
    version, read = globals()[sys.argv[1]]()
    print('=', version)
    for line in sys.stdin:
        print(answer(read, line))


main()
