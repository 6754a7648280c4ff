import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entities } from '../../../src/input/entities/entities.ts';
import { compileMapping, type FieldMap } from '../../../src/input/rows/mapping.ts';
import type { Bounds, RowSink } from '../../../src/input/rows/record.ts';
import type { Row } from '../../../src/input/rows/row.ts';
import { FACT_WORDS, Facts } from '../../../src/input/screen/facts.ts';
import { rulesOf } from '../../../src/input/screen/rules.ts';
import { Screen } from '../../../src/input/screen/screen.ts';
import { openThread, type ScreenThread, WasmScreen } from '../../../src/input/screen/wasm/wasm-screen.ts';
import { CsvRows } from '../../../src/input/sources/csv/csv-rows.ts';
import { NdjsonRows } from '../../../src/input/sources/json/ndjson-rows.ts';
import type { RowParser } from '../../../src/input/sources/row-parser.ts';
import { FORMATS, times, ZONES } from './times.ts';

const thread = openThread(1) as ScreenThread;
const { messages } = entities;
const columns = ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text', 'parentId', 'other'];
/** Without `tags`, so that some bits of lost fields are set. */
const carries = new Set(['muid', 'sender', 'receiver', 'receiverType', 'data', 'category', 'type']);

/** What became of a record: its place and facts if it was proved, its row if not. */
type Seen = readonly unknown[];

/** Parses a text in pieces; `take` decides by its place which proved records fit. */
function seenIn(
  text: Buffer,
  cuts: readonly number[],
  shape: 'csv' | 'lines',
  map: FieldMap,
  inBlocks: boolean,
  fits: (byte: number) => boolean,
): { seen: readonly Seen[]; proved: number } {
  const header = shape === 'csv' ? columns : undefined;
  const mapping = compileMapping(messages, map, header).mapping;
  const names = header ?? [...mapping.columns];
  const rules = () => rulesOf(messages, mapping, names) ?? [];
  const facts = new Facts();
  const screen = new Screen('messages', rules(), carries, facts);
  const seen: Seen[] = [];
  let proved = 0;
  const keep = (): boolean => {
    const { line, byte, words, at } = facts;
    if (!fits(byte)) return false;
    // The last four words are places.
    const told = Array.from(words.subarray(at, at + FACT_WORDS - 4));
    if (!facts.isReply) told.fill(0, 6, 8);
    seen.push([line, byte, ...told]);
    return true;
  };
  const blocks = new WasmScreen(thread, facts, {
    names,
    plan: () => ({ entity: 'messages', rules: rules(), carries }),
    accept: () => {
      const isKept = keep();
      if (isKept) {
        proved++;
        expect(blocks.bounds()?.forms.length).toBe(names.length);
      }
      return isKept;
    },
    count: () => {},
  });
  const sink: RowSink = {
    names,
    screen: (record: Bounds) => screen.accepts(record) && keep(),
    row: (row: Row) => seen.push([row]),
    ...(inBlocks ? { blocks } : {}),
  };
  const from = { byte: 0, line: 1, row: 0 };
  const parser: RowParser =
    shape === 'csv'
      ? new CsvRows({ delimiter: ',', columns: columns.length, encoding: 'utf-8', file: 3 }, from)
      : new NdjsonRows(3, 'utf-8', from);
  let at = 0;
  for (const cut of [...cuts.map((each) => each % (text.length + 1)), text.length].sort((a, b) => a - b)) {
    parser.push(text.subarray(at, cut), sink);
    at = cut;
  }
  parser.end(sink);
  return { seen, proved };
}

const odd = fc.constantFrom(
  ...[
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
  ],
  ...[
    '\0',
    '\u0007',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u202e',
    '\u2066',
    '\u2028',
    '\u200b',
    '\u3000',
    '\ufeff',
  ],
  ...[
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
  ],
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
const time = fc.oneof(
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
const recordWith = (sentAt: fc.Arbitrary<string>) =>
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
  );
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const csvLine = (sentAt: fc.Arbitrary<string>) =>
  fc
    .tuple(recordWith(sentAt), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
    .map(([cells, quotes]) =>
      cells.map((cell, at) => (quotes[at] || /[",\r\n]/.test(cell) ? quoted(cell) : cell)).join(','),
    );
const blank = fc.constantFrom('', '', '', ' ', '\t');
const jsonLine = (sentAt: fc.Arbitrary<string>) =>
  fc.tuple(recordWith(sentAt), fc.nat(), blank, blank).map(([cells, seed, before, after]) => {
    const members = cells.flatMap((cell, at) => {
      const how = (seed >>> at) & 7;
      if (cell === '' && how > 2) return [];
      const value = how > 4 && /^(?:0|[1-9]\d*|true|false)$/.test(cell) ? cell : JSON.stringify(cell);
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
const lineEnd = fc.oneof(
  { arbitrary: fc.constantFrom('\n', '\r\n'), weight: 20 },
  fc.constantFrom('\r', '\n\n', ',\n', '"\n', ' \n'),
);
/** Bytes that are no text, or cut a record. */
const damage = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  fc.record({ at: fc.nat(), byte: fc.constantFrom(0xff, 0xc3, 0x22, 0x0a, 0x0d, 0x00, 0x2c, 0x5c, 0x7d) }),
);

/** How times are declared, and cells for them. */
const declared = fc
  .oneof(
    { arbitrary: fc.constant(undefined), weight: 2 },
    fc.record({
      time: fc.constantFrom(undefined, 'iso', ...FORMATS),
      zone: fc.oneof({ arbitrary: fc.constantFrom(...ZONES), weight: 9 }, fc.constant(undefined)),
    }),
  )
  .map((form) => {
    const map: FieldMap = form ? { sentAt: { from: 'sentAt', ...form } } : {};
    return { map, cells: form ? times(form.time) : time };
  });
const SHAPES = { csv: csvLine, lines: jsonLine } as const;

test.each(['csv', 'lines'] as const)(
  'of %s, records that WebAssembly proves have the facts that JavaScript finds',
  (shape) => {
    let provedInAll = 0;
    let withDeclared = 0;
    const cases = declared.chain(({ map, cells }) =>
      fc.record({
        map: fc.constant(map),
        lines: fc.array(fc.tuple(SHAPES[shape](cells), lineEnd), { maxLength: 30, size: 'max' }),
        cuts: fc.array(fc.nat(), { maxLength: 4 }),
        damaged: damage,
        nth: fc.integer({ min: 2, max: 9 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ map, lines, cuts, damaged, nth }) => {
        const text = Buffer.from(lines.map((parts) => parts.join('')).join(''));
        if (damaged && text.length > 0) text[damaged.at % text.length] = damaged.byte;
        const fits = (byte: number): boolean => byte % nth !== 0 || byte === 0;
        const one = seenIn(text, cuts, shape, map, false, fits);
        const blocks = seenIn(text, cuts, shape, map, true, fits);
        expect(blocks.seen).toEqual(one.seen);
        provedInAll += blocks.proved;
        if (map['sentAt']) withDeclared += blocks.proved;
      }),
      { numRuns: Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 300) },
    );
    expect(provedInAll).toBeGreaterThan(300);
    expect(withDeclared).toBeGreaterThan(30);
  },
);
