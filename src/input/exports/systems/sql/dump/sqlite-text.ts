/**
 * The text that SQLite writes as an expression, because a dump of its has every row on one line:
 * `replace('a\nb','\n',char(10))`, and `unistr('a\u000ab')` in newer versions. Undefined for any other expression.
 */
export function sqliteText(written: string): string | undefined {
  const plain = /^'((?:[^']|'')*)'$/.exec(written)?.[1];
  if (plain !== undefined) return plain.replaceAll("''", "'");
  const replaced = /^replace\(([\s\S]*),\s*'((?:[^']|'')*)',\s*char\((\d{1,7})\)\)$/i.exec(written);
  if (replaced) {
    const [, inner = '', from = '', code] = replaced;
    return sqliteText(inner)?.replaceAll(from, () => String.fromCodePoint(Math.min(Number(code), 0x10ffff)));
  }
  const escaped = /^unistr\('((?:[^']|'')*)'\)$/i.exec(written)?.[1];
  return escaped
    ?.replaceAll("''", "'")
    .replaceAll(UNISTR, (all: string, short?: string, plus?: string, long?: string) => {
      const hex = short ?? plus ?? long;
      return hex === undefined
        ? all.slice(1)
        : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    });
}

const UNISTR = /\\(?:\\|u?([0-9a-f]{4})|\+([0-9a-f]{6})|U([0-9a-f]{8}))/gi;
