/** Keys that JavaScript moves to the front of an object, in numeric order, whatever the text said. */
const INDEX_LIKE = /^(?:0|[1-9]\d{0,9})$/;

/** The end of the JSON string that starts with a quote at `start`: the index just past its closing quote. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
}

/** Visits each key of a valid JSON text with its depth (1 = the outermost object's own keys). */
function eachKey(text: string, visit: (depth: number, key: string) => void): void {
  const token = /["{}[\]]/g;
  let depth = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const mark = found[0];
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    else {
      const end = stringEnd(text, found.index);
      if (depth <= 2) {
        const colon = /\s*:/y;
        colon.lastIndex = end;
        if (colon.test(text)) visit(depth, JSON.parse(text.slice(found.index, end)) as string);
      }
      token.lastIndex = end;
    }
  }
}

/**
 * The keys of the object `text[member]` in the order the text has them. `JSON.parse` moves keys such as `7`
 * to the front; the order matters, because messages of one second are read in the order they were sent.
 * `text` must be the valid JSON that `parsed` (the member's value) came from.
 */
export function keysInTextOrder(text: string, member: string, parsed: object): readonly string[] {
  const keys = Object.keys(parsed);
  // Index-like keys come first, so the first key tells whether there are any; with one key there is no order.
  if (keys.length < 2 || !INDEX_LIKE.test(keys[0] ?? '')) return keys;
  let ordered = new Set<string>();
  let inside = false;
  eachKey(text, (depth, key) => {
    if (depth === 1) {
      inside = key === member;
      if (inside) ordered = new Set();
    } else if (inside) ordered.add(key);
  });
  return [...ordered];
}
