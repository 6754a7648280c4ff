import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOf } from '../../src/input/sources/formats.ts';
import { realFiles } from '../../src/system/files.ts';
import type { PrepareSpec } from '../../src/tables/prepare-table.ts';
import type { PreparedInput } from '../../src/tables/prepared-row.ts';
import { inputOf, plain, prepared, signal } from './prepared.ts';

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '0',
    '"',
    '""',
    '\\',
    '\\"',
    ',',
    'a\nb',
    'a\r\nb',
    '\t',
    '\u0000',
    '\u001f',
    '\u007f',
    '😀',
  ),
);
const quoted = (text: string): string => `"${text.toWellFormed().replaceAll('"', '""')}"`;
const written = fc.tuple(cell, fc.boolean()).map(([text, isQuoted]) => {
  const isPlain = isQuoted === false && /^[^",\r\n]*$/.test(text);
  return isPlain ? text.toWellFormed() : quoted(text);
});
/** Most lines are records; some have a cell too few or too many. */
const line = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(written, written) },
  { weight: 1, arbitrary: fc.array(written, { minLength: 1, maxLength: 3 }) },
);
const lineEnd = fc.constantFrom('\n', '\r\n');

test('a table has the same bytes whether cells are copied as bytes or written as texts', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const path = join(folder.path, 'a.csv');
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), lineEnd, async (lines, end) => {
      writeFileSync(
        path,
        ['who,text', ...lines.map((cells) => cells.join(','))].map((one) => one + end).join(''),
      );
      const source = await formatOf(path, 'csv').open(path, 0, { files: realFiles, encoding: 'utf-8' });
      const copied: PreparedInput[] = [];
      const tables: Buffer[] = [];
      for (const isCopied of [false, true]) {
        const input = {
          ...inputOf('a.csv', []),
          pass: (take: (row: PreparedInput) => void) =>
            source.pass(
              {
                row(row, record) {
                  if (!record) return take(row);
                  const { values, line: at, byte } = row;
                  const found = { values, line: at, byte };
                  take(isCopied ? { ...found, record } : found);
                  if (isCopied) copied.push(found);
                },
              },
              signal,
            ),
        };
        const nthOf: PrepareSpec['nthOf'] = (_, { values }) => (values as readonly string[])[0];
        const watched: (readonly string[])[] = [];
        const onRow = (cells: readonly string[]): unknown => watched.push(cells);
        await prepared({ ...plain, inputs: [input], extras: ['$n'], nthOf, onRow }, async (table, at) => {
          tables.push(readFileSync(at), readFileSync(`${at}.places`));
          if (!isCopied) return;
          const read = (await Array.fromAsync(table.read(undefined, signal))).flat();
          const good = read
            .filter(({ fault, leftOut }) => !fault && leftOut === undefined)
            .map(({ values }) => values);
          const seen = new Map<string, number>();
          const numbered = copied.map(({ values }) => {
            const [who = '', text] = values as readonly string[];
            seen.set(who, (seen.get(who) ?? 0) + 1);
            return [who, text, '', String(seen.get(who))];
          });
          expect([good, watched]).toEqual([numbered, numbered]);
        });
      }
      const [lines0, places0, lines1, places1] = tables;
      expect([lines1?.toString(), places1]).toEqual([lines0?.toString(), places0]);
    }),
    { numRuns: 100 },
  );
});
