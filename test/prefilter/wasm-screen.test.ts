import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillFacts } from '../../src/features/validate/row-facts.ts';
import { contentHash, fieldBits } from '../../src/input/entities/content-hash.ts';
import { entities } from '../../src/input/entities/entities.ts';
import { entityRecord } from '../../src/input/entities/entity.ts';
import { DEFAULT_POLICIES } from '../../src/input/entities/policies.ts';
import { judge } from '../../src/input/rows/judge.ts';
import { compileMapping, type FieldMap } from '../../src/input/rows/mapping.ts';
import type { RowSink } from '../../src/input/rows/record.ts';
import type { Row } from '../../src/input/rows/row.ts';
import { CsvRows } from '../../src/input/sources/csv/csv-rows.ts';
import { JsonArrayRows } from '../../src/input/sources/json/json-array-rows.ts';
import { NdjsonRows } from '../../src/input/sources/json/ndjson-rows.ts';
import { type RowParser, rowOfRecord } from '../../src/input/sources/row-parser.ts';
import { rowWidths } from '../../src/input/sources/source.ts';
import { KeyIndex } from '../../src/keys/key-index.ts';
import { FACT_WORDS, Facts, PARENT } from '../../src/prefilter/facts.ts';
import { rulesOf } from '../../src/prefilter/rules.ts';
import { openThread, type ScreenThread, WasmScreen } from '../../src/prefilter/wasm/wasm-screen.ts';
import { PreparedRows } from '../../src/tables/prepared-rows.ts';
import { columns, damage, ENDS, SHAPES, type Shape, time } from './records.ts';
import { FORMATS, times, ZONES } from './times.ts';

const thread = openThread(1) as ScreenThread;
const { messages } = entities;
const runs = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 300);
/** Without `tags`, so that some bits of lost fields are set. */
const carries = new Set(['muid', 'sender', 'receiver', 'receiverType', 'data', 'category', 'type']);

/** What became of a record: its place and facts if it was proved, its row if not. */
type Seen = readonly [Row] | readonly [line: number, byte: number, ...facts: number[]];

const placeOf = ([first, byte]: Seen): readonly unknown[] =>
  typeof first === 'number' ? [first, byte] : [first.line, first.byte];

const headerOf = (shape: Shape): string[] | undefined =>
  shape === 'csv' || shape === 'rows' ? columns : undefined;

function parserOf(shape: Shape, { length }: Buffer): RowParser {
  const from = { byte: 0, line: 1, row: 0 };
  if (shape === 'lines') return new NdjsonRows(3, 'utf-8', from);
  if (shape === 'array') return new JsonArrayRows(3, 'utf-8', from);
  if (shape === 'rows') return new PreparedRows('/a.table', 3, columns.length, from);
  const width = rowWidths[length % 4] ?? 'strict';
  return new CsvRows({ delimiter: ',', columns: columns.length, encoding: 'utf-8', file: 3, width }, from);
}

function parse(parser: RowParser, text: Buffer, cuts: readonly number[], sink: RowSink): void {
  let at = 0;
  for (const cut of [...cuts.map((each) => each % (text.length + 1)), text.length].sort((a, b) => a - b)) {
    // A piece is overwritten by the next one.
    const piece = Buffer.from(text.subarray(at, cut));
    parser.push(piece, sink);
    piece.fill(0x7d);
    at = cut;
  }
  parser.end(sink);
}

/** All rows, without any screen. */
function rowsIn(text: Buffer, cuts: readonly number[], shape: Shape): readonly Row[] {
  const rows: Row[] = [];
  parse(parserOf(shape, text), text, cuts, { row: (row) => rows.push(row) });
  return rows;
}

/** How rows are read: their fields, and whether messages without `readAt` get one. */
type Reading = { readonly map: FieldMap; readonly isSentAsRead: boolean };

/** The words of facts without the places of the record. */
function wordsOf({ words, at, isReply }: Facts): number[] {
  const told = Array.from(words.subarray(at, at + FACT_WORDS - 4));
  if (!isReply) told.fill(0, PARENT, PARENT + 2);
  return told;
}

/** The facts of a row as the row check finds them, or why it is not valid. */
function judged(row: Row, shape: Shape, { map, isSentAsRead }: Reading): readonly number[] | string {
  const { mapping } = compileMapping(messages, map, headerOf(shape));
  const found = judge(row, {
    entity: messages,
    mappings: [mapping, mapping, mapping, mapping],
    keys: entityRecord(() => new KeyIndex()),
    placesOf: {},
    closed: new Set(),
    retention: undefined,
    policies: isSentAsRead ? { ...DEFAULT_POLICIES, unread: 'read' } : DEFAULT_POLICIES,
    now: Number.POSITIVE_INFINITY,
    route: { carries },
    onUnknown: () => {},
  });
  const { data, key } = found;
  if (!data) return JSON.stringify({ key, ...found.outcome });
  const facts = new Facts();
  fillFacts(facts, messages, row, data, mapping, contentHash(messages, data));
  facts.lost = fieldBits(messages, found.notCarried ?? []);
  return wordsOf(facts);
}

/** Parses a text in pieces; `take` decides by its place which proved records fit. */
function seenIn(
  text: Buffer,
  cuts: readonly number[],
  shape: Shape,
  { map, isSentAsRead }: Reading,
  fits: (byte: number) => boolean,
): { seen: readonly Seen[]; records: readonly unknown[]; proved: number } {
  const header = headerOf(shape);
  const mapping = compileMapping(messages, map, header).mapping;
  const names = header ?? [...mapping.columns];
  const rules = () => rulesOf(messages, mapping, names, isSentAsRead) ?? [];
  const facts = new Facts();
  const seen: Seen[] = [];
  /** The cells of the proved records, which are read again alone. */
  const records: unknown[] = [];
  let proved = 0;
  const blocks = new WasmScreen(thread, facts, {
    names,
    plan: () => ({ entity: 'messages', rules: rules(), carries }),
    accept: () => {
      const { line, byte } = facts;
      if (!fits(byte)) return false;
      proved++;
      seen.push([line, byte, ...wordsOf(facts)]);
      records.push(rowOfRecord(parserOf(shape, text), blocks.record)?.values);
      return true;
    },
    count: () => {},
  });
  parse(parserOf(shape, text), text, cuts, { blocks, row: (row) => seen.push([row]) });
  return { seen, records, proved };
}

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
test.each(['csv', 'lines', 'array', 'rows'] as const)(
  'of %s, records that the screen proves are valid for the row check, with the same facts',
  (shape) => {
    let provedInAll = 0;
    let withDeclared = 0;
    const cases = declared.chain(({ map, cells }) =>
      fc.record({
        reading: fc.boolean().map((isSentAsRead) => ({ map, isSentAsRead })),
        lines: fc.array(fc.tuple(SHAPES[shape](cells), ENDS[shape]), { maxLength: 30, size: 'max' }),
        cuts: fc.array(fc.nat(), { maxLength: 4 }),
        // Only its writer writes a table.
        damaged: shape === 'rows' ? fc.constant(undefined) : damage,
        nth: fc.integer({ min: 2, max: 9 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ reading, lines, cuts, damaged, nth }) => {
        const text = Buffer.from(lines.map((parts) => parts.join('')).join(''));
        if (damaged && text.length > 0) text[damaged.at % text.length] = damaged.byte;
        const fits = (byte: number): boolean => byte % nth !== 0 || byte === 0;
        const { seen, records, proved } = seenIn(text, cuts, shape, reading, fits);
        const rows = rowsIn(text, cuts, shape);
        expect(seen.map(placeOf)).toEqual(rows.map((row) => placeOf([row])));
        for (const [at, [line, , ...facts]] of seen.entries()) {
          if (typeof line !== 'number') continue;
          const checked = judged(rows[at] as Row, shape, reading);
          // Whether a message is to its sender is none of the screen's checks.
          if (!/TO_SELF/.test(String(checked))) expect(facts).toEqual(checked);
        }
        const provedRows = rows.filter((_, at) => typeof seen[at]?.[0] === 'number');
        expect(records).toEqual(provedRows.map(({ values }) => values));
        provedInAll += proved;
        if (reading.map['sentAt']) withDeclared += proved;
      }),
      { numRuns: runs },
    );
    expect(provedInAll).toBeGreaterThan(runs / 4);
    expect(withDeclared).toBeGreaterThan(runs / 40);
  },
);
