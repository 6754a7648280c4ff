import { bytesValue, type ColumnKind, EXPRESSION, type Unkept } from './dump-values.ts';

/** The value of what is written without quotes: a number, NULL, 0x…, x'…', b'…'. */
export function tokenValue(token: string, kind: ColumnKind): string | null | Unkept {
  const plain = token.replace(/::[\w\s"[\]().]+$/, '');
  if (/^null$/i.test(plain)) return null;
  if (/^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(plain)) return plain;
  if (/^(?:true|false)$/i.test(plain)) return plain.toLowerCase();
  const hex = /^(?:_binary\s*)?(?:0x([0-9a-f]*)|x'([0-9a-f]*)')$/i.exec(plain);
  if (hex) return bytesValue(Buffer.from((hex[1] ?? hex[2]) as string, 'hex'), kind);
  const bits = /^b'([01]*)'$/i.exec(plain)?.[1];
  if (bits !== undefined) return BigInt(`0b${bits || '0'}`).toString();
  return sqliteText(plain) ?? EXPRESSION;
}

/**
 * The text that SQLite writes as an expression, because a dump of its has every row on one line:
 * `replace('a\nb','\n',char(10))`, and `unistr('a\u000ab')` in newer versions. Undefined for any other expression.
 */
function sqliteText(written: string): string | undefined {
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
