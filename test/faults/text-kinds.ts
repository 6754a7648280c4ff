import { type Cast, lineOf } from './cast.ts';
import { type Kind, notice, problem } from './kind.ts';

const BYTES_MAX = 1_048_576;

/** The good row of a file with other bytes in its first cell that takes any text. */
function withBytes(cast: Cast, bytes: readonly number[]): { readonly line: Buffer; readonly at: number } {
  const [first] = Object.entries(cast.cells(cast.entity));
  const [name = '', value] = first ?? [];
  const text = lineOf(cast.format, cast.entity, cast.cells(cast.entity, { [name]: `${value}§` }));
  const [before = '', after = ''] = text.split('§');
  const start = Buffer.from(before);
  return { line: Buffer.concat([start, Buffer.from(bytes), Buffer.from(after)]), at: start.length };
}

const hexOf = (bytes: readonly number[]): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/(..)(?!$)/g, '$1 ');

/** Bytes that are no UTF-8: the message names the offset in the file and the bytes from there on. */
function notUtf8(name: string, bytes: readonly number[]): Kind {
  return {
    name: `not UTF-8: ${name}`,
    rows: (cast) => {
      const { line, at } = withBytes(cast, bytes);
      const says = ({ byte }: { readonly byte: number }): string =>
        `invalid UTF-8 at byte ${byte + at}: ${hexOf(bytes)}`;
      return [cast.text(cast.entity, line, 'rejected', { ...problem('ROW.ENCODING_INVALID'), says })];
    },
  };
}

const encodings: readonly Kind[] = [
  notUtf8('a byte of Latin-1', [0xe9]),
  notUtf8('an overlong form', [0xc0, 0xaf]),
  notUtf8('a surrogate', [0xed, 0xa0, 0x80]),
  notUtf8('a pair of surrogates (CESU)', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80].slice(0, 4)),
  notUtf8('a sequence cut short', [0xe2, 0x82]),
  notUtf8('beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]),
  notUtf8('a byte that UTF-8 never holds', [0xff]),
  notUtf8('a continuation byte alone', [0x80]),
];

const sizes: readonly Kind[] = [
  {
    name: 'a row over 1 MiB',
    rows: (cast) => [cast.bad('users', { statusMessage: 'x'.repeat(BYTES_MAX) }, problem('ROW.TOO_LARGE'))],
  },
  {
    name: 'a row of 3 MiB with quotes and wide characters',
    rows: (cast) => [
      cast.bad('messages', { text: '"é,😀"'.repeat((3 * BYTES_MAX) / 12) }, problem('ROW.TOO_LARGE')),
    ],
  },
  {
    name: 'good: a row of exactly 1 MiB',
    rows: (cast) => {
      const cells = cast.cells('users', { statusMessage: '' });
      const length = Buffer.byteLength(lineOf(cast.format, 'users', cells));
      const text = lineOf(cast.format, 'users', { ...cells, statusMessage: 'x'.repeat(BYTES_MAX - length) });
      return [cast.text('users', text, 'pending')];
    },
  },
];

const contents: readonly Kind[] = [
  {
    name: 'NUL in a name',
    rows: (cast) => [cast.bad('users', { name: 'a\0b' }, problem('ROW.TEXT_MALFORMED', 'name', 'a\0b'))],
  },
  {
    name: 'NUL in a description',
    rows: (cast) => [
      cast.bad('groups', { description: '\0' }, problem('ROW.TEXT_MALFORMED', 'description', '\0')),
    ],
  },
  {
    name: 'NUL in a text',
    rows: (cast) => [cast.bad('messages', { text: 'a\0b' }, problem('ROW.TEXT_MALFORMED', 'text', 'a\0b'))],
  },
  {
    name: 'half a surrogate pair',
    format: 'ndjson',
    rows: (cast) => [
      cast.bad('messages', { text: 'half \ud83d' }, problem('ROW.TEXT_MALFORMED', 'text', 'half \ud83d')),
    ],
  },
  {
    name: 'half a surrogate pair in metadata',
    rows: (cast) => {
      const metadata = '{"a":"\\udc00"}';
      const cells = cast.format === 'csv' ? { metadata } : { metadata: JSON.parse(metadata) };
      return [cast.bad('users', cells, problem('ROW.TEXT_MALFORMED', 'metadata', metadata))];
    },
  },
  ...['\u0007', '\u001b[31m', '\u0085'].map(
    (char): Kind => ({
      name: `notice: the control character ${JSON.stringify(char)} in a text`,
      rows: (cast) => [
        cast.good('messages', { text: `a${char}b` }, notice('TEXT.CONTROL_CHARACTER', 'text', `a${char}b`)),
      ],
    }),
  ),
  {
    name: 'good: tabs, line ends, U+2028, combining characters and a byte order mark in a text',
    rows: (cast) => [cast.good('messages', { text: 'a\tb\nc\r\nd\u2028e\u0301\ufeff😀' })],
  },
];

export const textKinds: readonly Kind[] = [...encodings, ...sizes, ...contents];
