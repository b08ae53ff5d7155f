// Reads texts with a crate, which a feature chooses.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
use std::io::{self, BufRead, Write};

type Fields = [Option<String>; 6]; // scheme, host, port, path, user, the whole text

fn some(s: &str) -> Option<String> {
    Some(s.to_string())
}

#[cfg(feature = "use-url")]
fn read(text: &str) -> Result<Fields, String> {
    let u = url::Url::parse(text).map_err(|e| e.to_string())?;
    Ok([
        some(u.scheme()),
        u.host_str().map(str::to_string),
        u.port().map(|p| p.to_string()),
        some(u.path()),
        some(u.username()),
        some(u.as_str()),
    ])
}

#[cfg(feature = "use-http")]
fn read(text: &str) -> Result<Fields, String> {
    let u: http::Uri = text.parse().map_err(|e: http::uri::InvalidUri| e.to_string())?;
    Ok([
        u.scheme_str().map(str::to_string),
        u.host().map(str::to_string),
        u.port().map(|p| p.to_string()),
        some(u.path()),
        None,
        some(&u.to_string()),
    ])
}

#[cfg(feature = "use-fluent-uri")]
fn read(text: &str) -> Result<Fields, String> {
    let u = fluent_uri::UriRef::parse(text).map_err(|e| e.to_string())?;
    let a = u.authority();
    Ok([
        u.scheme().map(|s| s.as_str().to_string()),
        a.map(|a| a.host().to_string()),
        a.and_then(|a| a.port()).map(|p| p.as_str().to_string()),
        some(u.path().as_str()),
        a.and_then(|a| a.userinfo()).map(|i| i.as_str().to_string()),
        some(u.as_str()),
    ])
}

#[cfg(feature = "use-iri-string")]
fn read(text: &str) -> Result<Fields, String> {
    let u = iri_string::types::IriReferenceStr::new(text).map_err(|e| e.to_string())?;
    let a = u.authority_components();
    Ok([
        u.scheme_str().map(str::to_string),
        a.map(|a| a.host().to_string()),
        a.and_then(|a| a.port()).map(str::to_string),
        some(u.path_str()),
        a.and_then(|a| a.userinfo()).map(str::to_string),
        some(u.as_str()),
    ])
}

fn decode(line: &str) -> String {
    let bytes = (0..line.len() / 2).map(|i| u8::from_str_radix(&line[2 * i..2 * i + 2], 16).unwrap()).collect();
    String::from_utf8(bytes).unwrap()
}

fn encode(value: &str) -> String {
    value.bytes().map(|b| format!("{b:02x}")).collect()
}

fn answer(line: &str) -> String {
    match read(&decode(line)) {
        Err(reason) => format!("0\t{}", encode(&reason)),
        Ok(fields) => {
            let fields = fields.map(|f| f.map_or("-".to_string(), |v| encode(&v)));
            format!("1\t{}", fields.join("\t"))
        }
    }
}

fn main() {
    let mut out = io::BufWriter::new(io::stdout());
    writeln!(out, "= {}", version()).unwrap();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(line.unwrap().trim())).unwrap();
    }
}

// version returns the version of the crate in Cargo.lock.
fn version() -> String {
    let name = env!("CARGO_PKG_DESCRIPTION").to_string();
    let lock = include_str!("../Cargo.lock");
    let start = lock.find(&format!("name = \"{name}\"\n")).map_or("", |i| &lock[i..]);
    start.split('"').nth(3).unwrap_or("").to_string()
}
