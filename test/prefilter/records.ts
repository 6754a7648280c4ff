import fc from 'fast-check';
import { nestedText } from './nested.ts';

export type Shape = 'csv' | 'lines' | 'array' | 'rows';
export const columns = [
  'muid',
  'sender',
  'receiver',
  'receiverType',
  'sentAt',
  'text',
  'parentMuid',
  'other',
  'metadata',
  'tags',
];

const odd = fc.constantFrom(
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '"',
  '""',
  '","',
  ',',
  '\\',
  '\\"',
  '\\n',
  '\\u00e9',
  '/',
  '{',
  '}',
  '[',
  '\0',
  '\u0007',
  'hello <@uid:u3>',
  'a < b, <@all> and <@uid',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u200b',
  '\u3000',
  '\ufeff',
  'é',
  'ß',
  '日',
  'Ж',
  '😀',
  '👨‍👩‍👧',
  '\ud7ff',
  'x'.repeat(15),
  'x'.repeat(16),
  'x'.repeat(17),
  'x'.repeat(300),
);
const words = fc.array(fc.oneof(odd, fc.constantFrom('hello ', 'a', 'b c', 'e', '1')), { maxLength: 8 });
const textCell = words.map((parts) => parts.join(''));
/** Around the 16 bytes that are looked at at once. */
const sized = fc
  .integer({ min: 1, max: 40 })
  .map((length) => 'user-0123456789_abcdefghijklmnopqrstuvwxyz-ABC'.slice(0, length));
const id = fc.oneof(
  { arbitrary: sized, weight: 40 },
  {
    arbitrary: fc.constantFrom(
      'Ann',
      'BEN',
      '12e5',
      '9E',
      'a b',
      'é',
      'x'.repeat(100),
      'x'.repeat(101),
      '..',
    ),
    weight: 2,
  },
  textCell,
);
/** Cells of a column whose times are not declared. */
export const time = fc.oneof(
  { arbitrary: fc.constantFrom('1700000000', '1700000001', '2024-02-28T10:00:00Z'), weight: 40 },
  fc.constantFrom(
    '2024-02-29T10:00:00.250+02:00',
    '2023-02-29T10:00:00Z',
    '2024-02-28 10:00:00',
    '0123456789',
  ),
  fc.constantFrom(
    '9999999999',
    '4294967296',
    '4294967295',
    '999999999',
    '1700000000000',
    '2001-09-09T01:46:39Z',
  ),
  fc.constantFrom(
    '2024-06-01T12:00:00.000000000Z',
    '2024-06-01T12:00:00-14:59',
    '2024-06-01T12:00:00+15:00',
    '1e9',
    '',
  ),
);
const tags = fc.constantFrom(
  '[]',
  '[""]',
  '[" "]',
  '["é 😀","a\\"b"]',
  '["a",1]',
  '["a",["b"]]',
  '{"a":"b"}',
  'a|b',
  '[',
  '["a" "b"]',
  ...[24, 25, 26].map((count) => JSON.stringify(Array(count).fill('t'))),
  ...[99, 100, 101].flatMap((length) => ['x', 'é'].map((char) => JSON.stringify([char.repeat(length)]))),
);
const recordWith = (sentAt: fc.Arbitrary<string>, metadata = nestedText()) =>
  fc.tuple(
    fc.oneof(
      { arbitrary: fc.nat(999).map((number) => `m-${number}`), weight: 5 },
      id,
      fc.constantFrom('1.2E+18', 'q"q'),
    ),
    id,
    id,
    fc.oneof({ arbitrary: fc.constantFrom('user', 'group'), weight: 15 }, fc.constantFrom('User', '')),
    sentAt,
    fc.oneof({ arbitrary: fc.constantFrom('hello, "you"', 'two\nlines', 'Grüße'), weight: 4 }, textCell),
    fc.oneof({ arbitrary: fc.constant(''), weight: 9 }, id),
    fc.oneof({ arbitrary: fc.constant(''), weight: 3 }, textCell),
    fc.oneof({ arbitrary: fc.constantFrom('', '{"a":1}'), weight: 3 }, metadata, textCell),
    fc.oneof({ arbitrary: fc.constantFrom('', '["a", "b"]'), weight: 5 }, tags),
  );
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csvLine = (sentAt: fc.Arbitrary<string>) =>
  fc
    .tuple(recordWith(sentAt), fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }))
    .map(([cells, quotes]) =>
      cells.map((cell, at) => (quotes[at] || /[",\r\n]/.test(cell) ? quoted(cell) : cell)).join(','),
    );
const blank = fc.constantFrom('', '', '', ' ', '\t');
const jsonLine = (sentAt: fc.Arbitrary<string>, blanks: fc.Arbitrary<string> = blank) =>
  fc
    .tuple(recordWith(sentAt, nestedText(blanks)), fc.nat(), blanks, blanks)
    .map(([cells, seed, before, after]) => {
      const members = cells.flatMap((cell, at) => {
        const how = (seed >>> at) & 7;
        if (cell === '' && how > 2) return [];
        const isNested = how > 0 && /^[[{]/.test(cell);
        const value = isNested
          ? cell
          : how > 4 && /^(?:0|[1-9]\d*|true|false)$/.test(cell)
            ? cell
            : JSON.stringify(cell);
        return [
          `${before}"${columns[at]}"${after}:${before}${cell === '' && how === 1 ? 'null' : value}${after}`,
        ];
      });
      const shown = seed % 5 === 0 ? members.reverse() : members;
      const more =
        seed % 11 === 0
          ? ['"tags":["a"]']
          : seed % 13 === 0
            ? ['"muid":"again"']
            : seed % 17 === 0
              ? ['"new":1']
              : [];
      return `${before}{${[...shown, ...more].join(',')}}${after}`;
    });
const arrayBlank = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\r', '\n  ');
const element = (sentAt: fc.Arbitrary<string>) => jsonLine(sentAt, arrayBlank);
const comma = fc.oneof(
  { arbitrary: fc.constantFrom(',', ',\n', ',\r\n', ' ,\r'), weight: 20 },
  fc.constantFrom('', ' ', ',,', ']', '],', '] [', '7,', '{', '}', '"', ',{"a":[1]},'),
);
const lineEnd = fc.oneof(
  { arbitrary: fc.constantFrom('\n', '\r\n'), weight: 20 },
  fc.constantFrom('\r', '\n\n', ',\n', '"\n', ' \n'),
);
/** A line of a prepared table, sometimes with a mark. */
const tableLine = (sentAt: fc.Arbitrary<string>) =>
  fc
    .tuple(
      recordWith(sentAt),
      fc.oneof({ arbitrary: fc.constant(''), weight: 9 }, fc.constant('-"transform"\t')),
    )
    .map(([cells, mark]) => `${mark}${JSON.stringify(cells)}`);
/** Bytes that are no text, or cut a record. */
export const damage = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  fc.record({ at: fc.nat(), byte: fc.constantFrom(0xff, 0xc3, 0x22, 0x0a, 0x0d, 0x00, 0x2c, 0x5c, 0x7d) }),
);

/** Records by how they are written, and what stands after each of them. */
export const SHAPES = { csv: csvLine, lines: jsonLine, array: element, rows: tableLine } as const;
export const ENDS = { csv: lineEnd, lines: lineEnd, array: comma, rows: fc.constant('\n') } as const;
