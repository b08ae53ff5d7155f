// unpack returns the content of a file of the format .lzma: LZMA1 with lc 3, lp 0, pb 0 and a
// known size. Its names are those of internal/lzma.
const unpack = (input) => {
  const view = new DataView(input.buffer);
  if (input[0] !== 3 || view.getUint32(9, true) !== 0) throw new Error("the file is not what unpack reads");
  const output = new Uint8Array(view.getUint32(5, true));
  const model = (n) => new Uint16Array(n).fill(1024);
  const lengths = () => ({ choice: model(2), low: model(8), mid: model(8), high: model(256) });
  const match = model(12), rep = model(12), rep0 = model(12), rep1 = model(12), rep2 = model(12), rep0Long = model(12);
  const literal = model(0x300 * 8), slots = [model(64), model(64), model(64), model(64)], special = model(115), align = model(16);
  const matchLen = lengths(), repLen = lengths();
  let next = 18; // after the header and the first five bytes
  let width = 0xffffffff;
  let code = view.getUint32(14);

  const fill = () => {
    while (width < 0x1000000) {
      width = (width << 8) >>> 0;
      code = ((code << 8) | input[next++]) >>> 0;
    }
  };
  const bit = (list, i) => {
    const bound = (width >>> 11) * list[i];
    let value = 0;
    if (code < bound) {
      width = bound;
      list[i] += (2048 - list[i]) >>> 5;
    } else {
      width -= bound;
      code -= bound;
      list[i] -= list[i] >>> 5;
      value = 1;
    }
    if (width < 0x1000000) fill();
    return value;
  };
  const tree = (list, n) => {
    let node = 1;
    for (let i = 0; i < n; i++) node = (node << 1) | bit(list, node);
    return node - (1 << n);
  };
  const reverse = (list, first, n) => {
    let node = 1, value = 0;
    for (let i = 0; i < n; i++) {
      const b = bit(list, first + node - 1);
      node = (node << 1) | b;
      value |= b << i;
    }
    return value;
  };
  const length = (l) => {
    if (!bit(l.choice, 0)) return 2 + tree(l.low, 3);
    return bit(l.choice, 1) ? 18 + tree(l.high, 8) : 10 + tree(l.mid, 3);
  };
  const distance = (n) => {
    const slot = tree(slots[Math.min(n - 2, 3)], 6);
    if (slot < 4) return slot + 1;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reverse(special, base - slot, bits) + 1;
    let value = 0;
    for (let i = bits; i > 4; i--) {
      width >>>= 1;
      const b = code >= width ? 1 : 0;
      if (b) code -= width;
      fill();
      value = (value << 1) | b;
    }
    return base + (value << 4) + reverse(align, 1, 4) + 1;
  };

  let state = 0;
  let reps = [1, 1, 1, 1];
  const readLiteral = (at) => {
    const list = 0x300 * (at ? output[at - 1] >> 5 : 0);
    let node = 1;
    if (state >= 7) {
      let hint = output[at - reps[0]], same = 0x100;
      while (node < 0x100) {
        hint <<= 1;
        const b = bit(literal, list + same + (hint & same) + node);
        node = (node << 1) | b;
        same &= ~(hint ^ (b << 8));
      }
    } else {
      while (node < 0x100) node = (node << 1) | bit(literal, list + node);
    }
    output[at] = node;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  // readMatch returns the length of a match, and puts its distance first in reps.
  const readMatch = () => {
    const early = state < 7;
    if (!bit(rep, state)) {
      const n = length(matchLen);
      reps = [distance(n), reps[0], reps[1], reps[2]];
      state = early ? 7 : 10;
      return n;
    }
    if (!bit(rep0, state)) {
      if (!bit(rep0Long, state)) {
        state = early ? 9 : 11;
        return 1;
      }
    } else {
      const k = !bit(rep1, state) ? 1 : bit(rep2, state) ? 3 : 2;
      reps.unshift(...reps.splice(k, 1));
    }
    state = early ? 8 : 11;
    return length(repLen);
  };
  for (let at = 0; at < output.length; ) {
    if (!bit(match, state)) {
      readLiteral(at++);
      continue;
    }
    const n = readMatch();
    for (const end = Math.min(at + n, output.length), d = reps[0]; at < end; at++) output[at] = output[at - d];
  }
  return output;
};
