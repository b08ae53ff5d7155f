/** The name of an edition of the standard. "auto" reads URLs as people write them. */
export type Edition = "draft1993" | "draft1994" | "rfc1738" | "draft1996" | "rfc2396" | "rfc3986" | "rfc3987" | "whatwg" | "auto";

/** A level of normalization. Each level includes the levels before it. */
export type Level = "string" | "case" | "escapes" | "dots" | "scheme";

/** Options of one text. */
export interface Options {
  /** The edition that reads the text. The default is "rfc3986". */
  edition?: Edition;
}

/** A part of a text that violates a rule of an edition. */
export interface Violation {
  /** The position, in bytes of UTF-8 from 0. */
  offset: number;
  /** The number of bytes. If it is 0, something is missing at the position. */
  length: number;
  /** The stable name of the rule. */
  rule: string;
  /** The section that has the rule, such as "rfc1738 2.2". */
  section: string;
  /** What the rule says. */
  message: string;
  /** The edition accepts the text and corrects it. */
  repaired: boolean;
}

/** A violation with its position in a JavaScript string. */
export interface CheckedViolation extends Violation {
  /** The first index in the string. */
  start: number;
  /** The index after the last one. */
  end: number;
  /** The position and the rule as one line, as the command prints it. */
  text: string;
}

/** What one edition reads in a text. Components are null if they are absent. */
export interface Reading {
  input: string;
  edition: Edition;
  valid: boolean;
  url: string | null;
  scheme: string | null;
  user: string | null;
  password: string | null;
  host: string | null;
  port: string | null;
  path: string | null;
  params: string | null;
  query: string | null;
  fragment: string | null;
  /** The decoded parts by the syntax of the scheme. */
  view: Record<string, unknown> | null;
  /** Why there are no decoded parts. */
  viewViolation: Violation | null;
  violations: Violation[];
  /** The violations of the base, if it is not valid. */
  baseViolations?: Violation[];
}

/** What one real program reads in a text. */
export interface Program {
  name: string;
  version: string;
  accepted: boolean;
  scheme: string | null;
  host: string | null;
  port: string | null;
  path: string | null;
}

/** A server, with the programs that would contact it. */
export interface Contact {
  host: string | null;
  port: string | null;
  programs: string[];
}

/** Programs that find no host or port where others find one, which is no disagreement. */
export interface Remark {
  missing: "host" | "port";
  programs: string[];
}

/** What a text means as a URL. Passwords are "xxxxx". */
export interface Explanation {
  input: string;
  readings: Reading[];
  /** The names of the components that editions read differently. */
  differences: string[];
  cautions: { name: string; message: string }[];
  /** What other services, such as a filter of mail, added to the URL: the outermost first. */
  layers: { service: string; kind: string; target: string }[];
  programs: Program[];
  /** More than one server: a filter and the program after it can read different hosts. */
  contacts: Contact[];
  remarks: Remark[];
  /** What opening the URL would do, or null if no reading is valid or `earl` cannot open its scheme. */
  opening: Opening | null;
}

/** What the command `earl` would do with its default settings to open a URL. */
export interface Opening {
  /** A sentence without a full stop, such as "Opening it sends to example.com, port 80". */
  what: string;
  effect: "unknown" | "nothing" | "sends" | "connects" | "reads" | "asks" | "composes";
  /** The server that is dialled, as "host:port". */
  server: string | null;
  /** The file that is read. */
  path: string | null;
  /** Why it is refused. Then the steps are those without the refusal. */
  refusal: { guard: string; message: string } | null;
  /** The lines that are sent: those of the steps. Bytes outside US-ASCII are %HH. */
  lines: string[];
  steps: Step[];
  note: string | null;
}

/** One line that is sent. Texts are "" if there is nothing to say. */
export interface Step {
  line: string;
  /** The condition under which it is sent. */
  when: string;
  why: string;
  source: string;
}

/** Reads a URL. If it is not valid, `valid` is false and `violations` says why. */
export function parse(text: string, options?: Options): Reading;

/** Returns all violations of a text. */
export function check(text: string, options?: Options): CheckedViolation[];

/** Resolves a reference in the document with the URL `base`. */
export function resolve(base: string, reference: string, options?: Options): Reading;

/** Reads a URL and brings it into normal form. The default level is "scheme". */
export function normalize(text: string, options?: Options & { level?: Level }): Reading;

/** Explains a text: what editions and real programs read, and what opening it would send. */
export function explain(text: string, options?: { editions?: Edition[]; readers?: string[] }): Explanation;
