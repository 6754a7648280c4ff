import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../../../src/input/entities/content-hash.ts';
import { entities } from '../../../src/input/entities/entities.ts';
import { PreparedRows } from '../../../src/input/prepared/prepared-rows.ts';
import { compileMapping, type FieldMap } from '../../../src/input/rows/mapping.ts';
import type { Bounds, RowSink } from '../../../src/input/rows/record.ts';
import type { Row } from '../../../src/input/rows/row.ts';
import { FACT_WORDS, Facts } from '../../../src/input/screen/facts.ts';
import { rulesOf } from '../../../src/input/screen/rules.ts';
import { Screen } from '../../../src/input/screen/screen.ts';
import { openThread, type ScreenThread, WasmScreen } from '../../../src/input/screen/wasm/wasm-screen.ts';
import { CsvRows } from '../../../src/input/sources/csv/csv-rows.ts';
import { JsonArrayRows } from '../../../src/input/sources/json/json-array-rows.ts';
import { NdjsonRows } from '../../../src/input/sources/json/ndjson-rows.ts';
import type { RowParser } from '../../../src/input/sources/row-parser.ts';
import { columns, damage, ENDS, SHAPES, type Shape, time } from './records.ts';
import { FORMATS, times, ZONES } from './times.ts';

const thread = openThread(1) as ScreenThread;
const { messages } = entities;
const runs = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 300);
/** Without `tags`, so that some bits of lost fields are set. */
const carries = new Set(['muid', 'sender', 'receiver', 'receiverType', 'data', 'category', 'type']);

/** The place of the content hash in the facts. */
const CONTENT = 8;
/** What became of a record: its place and facts if it was proved, its row if not. */
type Seen = readonly [Row] | readonly [line: number, byte: number, ...facts: number[]];

const placeOf = ([first, byte]: Seen): readonly unknown[] =>
  typeof first === 'number' ? [first, byte] : [first.line, first.byte];

const headerOf = (shape: Shape): string[] | undefined =>
  shape === 'csv' || shape === 'rows' ? columns : undefined;

function parserOf(shape: Shape): RowParser {
  const from = { byte: 0, line: 1, row: 0 };
  if (shape === 'lines') return new NdjsonRows(3, 'utf-8', from);
  if (shape === 'array') return new JsonArrayRows(3, 'utf-8', from);
  if (shape === 'rows') return new PreparedRows('/a.table', 3, columns.length, from);
  return new CsvRows({ delimiter: ',', columns: columns.length, encoding: 'utf-8', file: 3 }, from);
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
  parse(parserOf(shape), text, cuts, { row: (row) => rows.push(row) });
  return rows;
}

/** How rows are read: their fields, and whether messages without `readAt` get one. */
type Reading = { readonly map: FieldMap; readonly isSentAsRead: boolean };

/** The content hash of a row, or why it is not valid. */
function contentOf({ values, fault }: Row, shape: Shape, { map, isSentAsRead }: Reading): number | string {
  if (fault) return fault.code;
  const { mapping } = compileMapping(messages, map, headerOf(shape));
  const { fields, problems } = mapping(values);
  const parsed = messages.schema.safeParse(messages.shape?.(fields));
  if (problems[0]) return problems[0].code;
  if (!parsed.success) return parsed.error.issues[0]?.message ?? '';
  const { sentAt } = parsed.data as { readonly sentAt: number };
  const read = isSentAsRead ? { deliveredAt: sentAt, readAt: sentAt } : {};
  return contentHash(messages, { ...parsed.data, ...read });
}

/** Parses a text in pieces; `take` decides by its place which proved records fit. */
function seenIn(
  text: Buffer,
  cuts: readonly number[],
  shape: Shape,
  { map, isSentAsRead }: Reading,
  inBlocks: boolean,
  fits: (byte: number) => boolean,
): { seen: readonly Seen[]; proved: number } {
  const header = headerOf(shape);
  const mapping = compileMapping(messages, map, header).mapping;
  const names = header ?? [...mapping.columns];
  const rules = () => rulesOf(messages, mapping, names, isSentAsRead) ?? [];
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
  parse(parserOf(shape), text, cuts, sink);
  return { seen, proved };
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
  'of %s, records that WebAssembly proves have the facts that JavaScript finds',
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
        const one = seenIn(text, cuts, shape, reading, false, fits);
        const blocks = seenIn(text, cuts, shape, reading, true, fits);
        expect(blocks.seen).toEqual(one.seen);
        const rows = rowsIn(text, cuts, shape);
        expect(one.seen.map(placeOf)).toEqual(rows.map((row) => placeOf([row])));
        for (const [at, [line, , ...facts]] of one.seen.entries())
          if (typeof line === 'number') {
            // Whether a message is to its sender is none of the screen's checks.
            const content = contentOf(rows[at] as Row, shape, reading);
            if (!/TO_SELF/.test(String(content))) expect((facts[CONTENT] as number) >>> 0).toBe(content);
          }
        provedInAll += blocks.proved;
        if (reading.map['sentAt']) withDeclared += blocks.proved;
      }),
      { numRuns: runs },
    );
    expect(provedInAll).toBeGreaterThan(runs / 4);
    expect(withDeclared).toBeGreaterThan(runs / 40);
  },
);
