// load starts the program of packed, which is compressed and in base64. The program sees
// only the names of scope: it cannot use the network or the page.
const load = async () => {
  const module = await WebAssembly.compile(unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))));
  const scope = { Array, Date, Object, Uint8Array, TextDecoder, TextEncoder, crypto, performance };
  runtime(scope);
  const go = new scope.Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  return functions((...args) => {
    const { value, error } = JSON.parse(scope.earlCall(...args.map(String)));
    if (error) throw new RangeError(error);
    return value;
  });
};

// functions returns the functions of the package. They use call for a function of the program.
const functions = (call) => {
  const edition = (options) => options?.edition ?? "rfc3986";
  return {
    parse: (text, options) => call("parse", edition(options), text),
    resolve: (base, reference, options) => call("resolve", edition(options), base, reference),
    normalize: (text, options) => call("normalize", edition(options), text, options?.level ?? "scheme"),
    explain: (text, options) => call("explain", options?.editions ?? "", options?.readers ?? "", text),
    page: (text) => call("page", text),
    check: (text, options) => {
      const { violations, sentences } = call("check", edition(options), text);
      const bytes = new TextEncoder().encode(text);
      const index = (offset) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, offset)).length;
      return violations.map((v, i) => ({ ...v, start: index(v.offset), end: index(v.offset + v.length), text: sentences[i] }));
    },
  };
};
