import { parseJson } from '../wire/json-text.ts';

/** The characters to look for, as numbers, because the reader tests every character of an import. */
const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, COMMA, COLON] = [9, 10, 13, 32, 34, 44, 58];
const [LIST, BACKSLASH, LIST_END, OBJECT, OBJECT_END] = [91, 92, 93, 123, 125];

/**
 * Reads a JSON text as JSON.parse does, but makes the object under its member `name` a Map in the order of the
 * text. JSON.parse moves keys such as `7` to the front, but messages of one second must keep their order. It also
 * makes a hidden class for every new key, which takes as long as reading the rows. Throws a SyntaxError where
 * JSON.parse does.
 */
export function parseKeyed(text: string, name: string): unknown {
  const open = skipSpace(text, 0);
  if (text.charCodeAt(open) !== OBJECT) return parseJson(text);
  const fields = new Map<string, unknown>();
  const end = eachMember(text, open, (keyText, at) => {
    const key = JSON.parse(keyText) as string;
    const first = skipSpace(text, at);
    if (key === name && text.charCodeAt(first) === OBJECT) {
      const rows = new Map<string, unknown>();
      fields.set(key, rows);
      return skipSpace(text, readInto(rows, text, first));
    }
    const valueEnd = endOfValue(text, at);
    fields.set(key, parseJson(text.slice(at, valueEnd)));
    return valueEnd;
  });
  if (skipSpace(text, end) < text.length) throw new SyntaxError('something follows the object');
  return Object.fromEntries(fields);
}

/** Reads the object that begins at `open` and returns where it ends. */
function readInto(rows: Map<string, unknown>, text: string, open: number): number {
  const parts: string[] = [];
  const end = eachMember(text, open, (key, at) => {
    const valueEnd = endOfValue(text, at);
    parts.push(key, text.slice(at, valueEnd));
    return valueEnd;
  });
  // Keys and values alternate in one list. A single call parses all of them and checks what was only skipped
  // here.
  const list = parseJson(`[${parts.join(',')}]`) as unknown[];
  for (let at = 0; at < list.length; at += 2) rows.set(list[at] as string, list[at + 1]);
  return end;
}

/**
 * Calls `visit` for each member of the object that begins at `open`, with the text of the key and the start of
 * the value. `visit` returns where the value ends. Returns where the object ends.
 */
function eachMember(text: string, open: number, visit: (key: string, at: number) => number): number {
  let at = skipSpace(text, open + 1);
  if (text.charCodeAt(at) === OBJECT_END) return at + 1;
  for (;;) {
    if (text.charCodeAt(at) !== QUOTE) throw new SyntaxError('a key is missing');
    const keyEnd = endOfString(text, at);
    const colon = skipSpace(text, keyEnd);
    if (text.charCodeAt(colon) !== COLON) throw new SyntaxError('a colon is missing');
    const end = visit(text.slice(at, keyEnd), colon + 1);
    const mark = text.charCodeAt(end);
    if (mark === OBJECT_END) return end + 1;
    if (mark !== COMMA) throw new SyntaxError('a comma is missing');
    at = skipSpace(text, end + 1);
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return at;
    at += 1;
  }
}

/** The position after the string that begins at `open`. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  throw new SyntaxError('a string has no end');
}

/** The position of the comma or bracket after the value that begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (code === OBJECT || code === LIST) depth += 1;
    else if (code === OBJECT_END || code === LIST_END) depth -= 1;
    if (depth < 0 || (depth === 0 && code === COMMA)) return at;
    at += 1;
  }
  throw new SyntaxError('an object has no end');
}
