// Reads texts with the JavaScript library that the first argument names.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
'use strict'
const fs = require('fs')
const readline = require('readline')

const version = (name) => JSON.parse(fs.readFileSync(`node_modules/${name}/package.json`, 'utf8')).version

// standard returns the fields of an object with the attributes of the URL Standard.
const standard = (u) => [u.protocol.replace(/:$/, ''), u.hostname, u.port || null, u.pathname, u.username || null, u.href]

const libraries = {
  url: () => [`${process.version} (ada ${process.versions.ada})`, (text) => standard(new URL(text))],
  legacy: () => {
    const { parse } = require('node:url')
    return [process.version, (text) => legacy(parse(text))]
  },
  'npm-url': () => {
    const { parse } = require('./node_modules/url/')
    return [version('url'), (text) => legacy(parse(text))]
  },
  'whatwg-url': () => {
    const { URL } = require('./node_modules/whatwg-url')
    return [version('whatwg-url'), (text) => standard(new URL(text))]
  },
  'url-parse': () => {
    const Url = require('./node_modules/url-parse')
    return [version('url-parse'), (text) => standard(new Url(text, {}))]
  },
  'uri-js': () => {
    const { parse, serialize } = require('./node_modules/uri-js')
    return [version('uri-js'), (text) => generic(parse(text), () => serialize(parse(text)))]
  },
  'fast-uri': () => {
    const { parse, serialize } = require('./node_modules/fast-uri')
    return [version('fast-uri'), (text) => generic(parse(text), () => serialize(parse(text)))]
  },
  urijs: () => {
    const URI = require('./node_modules/urijs')
    return [version('urijs'), (text) => {
      const u = new URI(text)
      return [u.protocol(), u.hostname(), u.port() || null, u.pathname(), u.username() || null, u.toString()]
    }]
  }
}

function legacy (u) {
  return [u.protocol === null ? null : u.protocol.replace(/:$/, ''), u.hostname, u.port, u.pathname, u.auth, u.href]
}

// generic returns the fields of the objects of uri-js and fast-uri, which report errors in them.
function generic (u, serialize) {
  if (u.error) throw new Error(u.error)
  const port = u.port === undefined || u.port === '' ? null : u.port
  // The path and query of ws are in resourceName.
  const path = u.resourceName === undefined ? u.path : u.resourceName.split('?')[0]
  return [u.scheme, u.host, port, path, u.userinfo, serialize()]
}

const encode = (value) => value === null || value === undefined ? '-' : Buffer.from(String(value)).toString('hex')

function answer (read, line) {
  try {
    return '1\t' + read(Buffer.from(line, 'hex').toString()).map(encode).join('\t')
  } catch (error) {
    return '0\t' + encode(error.code ? `${error.code}: ${error.message}` : `${error.name}: ${error.message}`)
  }
}

process.removeAllListeners('warning')
process.noDeprecation = true
const [name, read] = libraries[process.argv[2]]()
let out = `= ${name}\n`
const flush = () => { fs.writeSync(1, out); out = '' }
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  out += answer(read, line) + '\n'
  if (out.length > 60000) flush()
}).on('close', flush)
