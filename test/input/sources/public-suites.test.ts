import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../../src/input/rows/row.ts';
import { openBytes } from '../../../src/input/sources/bytes/bytes.ts';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { ndjson } from '../../../src/input/sources/json/ndjson.ts';
import type { SourceOptions } from '../../../src/input/sources/source.ts';
import { realFiles } from '../../../src/system/files.ts';
import { REAL_DATA, realData } from '../../support/real-data.ts';
import { rowsIn, rowsOf } from './read-rows.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

/** A suite that is too big for this repository: if it is absent, it is skipped, with the reason in its name. */
function suite(folder: string, body: (path: string) => void): void {
  const path = realData(folder);
  if (path) describe(folder, () => body(path));
  else test.skip(`${folder} (${REAL_DATA})`, () => {});
}

function jsonIn(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('csv-spectrum', () => {
  const folder = join(fixtures, 'csv-spectrum');
  const names = readdirSync(join(folder, 'csvs'));

  test.each(names)('%s', async (name) => {
    const source = await csv.open(join(folder, 'csvs', name), 0, { files: realFiles });
    const rows = await rowsOf(source);
    const objects = rows.map((row) =>
      Object.fromEntries((source.columns ?? []).map((column, at) => [column, (row.values as string[])[at]])),
    );
    expect(objects).toEqual(jsonIn(join(folder, 'json', name.replace('.csv', '.json'))));
  });
});

suite('ndjson-torture', (path) => {
  type Case = { readonly line2?: string; readonly note?: string };
  const cases = Object.entries(jsonIn(join(path, 'expected.json')) as Record<string, Case>).filter(
    ([, { line2 }]) => line2 !== undefined,
  );
  // The cases with another result than the suite expects. A repeated name in one object loses one of its values: refused.
  const doubledNames = [
    'y_object_duplicated_key.ndjson',
    'y_object_duplicated_key_and_value.ndjson',
  ] as readonly string[];
  // Valid JSON, but no row: arrays, texts, numbers, true, false, null.
  const notObjects = 82;

  const taken: (string | undefined)[] = [];

  test.each(cases)('%s', async (name, { line2, note }) => {
    const source = await ndjson.open(join(path, 'cases', name), 0, { files: realFiles });
    const rows = await rowsOf(source);
    const [first, last] = [rows[0], rows.at(-1)];
    expect(first).toMatchObject({ line: 1, values: { uid: 'first' } });
    expect(last).toMatchObject({ line: 3, values: { uid: 'last' } });
    const middle = rows.slice(1, -1);
    if (note?.startsWith('blank line')) return expect(middle).toEqual([]);
    expect(middle.length).toBe(1);
    const code = middle[0]?.fault?.code;
    if (doubledNames.includes(name)) return expect(code).toBe('NDJSON.SYNTAX_INVALID');
    if (line2 === 'reject')
      expect(code).toMatch(/^(NDJSON\.(SYNTAX_INVALID|TOO_DEEP)|ROW\.ENCODING_INVALID)$/);
    // Valid JSON that is not an object is a row with its own code.
    if (line2 === 'accept') {
      expect([undefined, 'NDJSON.NOT_OBJECT']).toContain(code);
      taken.push(code);
    }
  });

  test('exactly these cases differ', () => {
    const names = cases.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining([...doubledNames]));
    expect(taken.filter((code) => code === 'NDJSON.NOT_OBJECT')).toHaveLength(notObjects);
  });
});

/** Reads a file without a header: a header is added before it. */
async function headless(path: string, header: string, options: SourceOptions): Promise<Row[]> {
  const content = Buffer.concat([Buffer.from(`${header}\n`), readFileSync(path)]);
  return await rowsIn(csv, 'a.tsv', content, options);
}

const columns = ['room', 'uri', 'sentAt', 'uid', 'name', 'muid', 'text'];

suite('encodings', (path) => {
  test('the same rows in three encodings', async () => {
    const plain = await headless(join(path, 'russian.utf8.tsv'), columns.join('\t'), { files: realFiles });
    expect(plain.length).toBe(3_147);
    expect(plain.every((row) => row.fault === undefined)).toBe(true);
    const expected = plain.map((row) => row.values).slice(1);
    // These begin with a byte order mark, so their first row is read as a header.
    for (const name of ['russian.utf8-bom.tsv', 'russian.utf16le-bom.tsv']) {
      const rows = await rowsOf(await csv.open(join(path, name), 0, { files: realFiles }));
      expect(rows.map((row) => row.values)).toEqual(expected);
    }
  });
});

suite('gitter', (path) => {
  test('every row of every room', async () => {
    const { per_file_rows: counts } = jsonIn(join(path, 'expected.json')) as {
      readonly per_file_rows: Record<string, number>;
    };
    let total = 0;
    for (const [name, count] of Object.entries(counts)) {
      const rows = await headless(join(path, 'archives', name), columns.join('\t'), { files: realFiles });
      expect([name, rows.length, rows.find((row) => row.fault)]).toEqual([name, count, undefined]);
      total += rows.length;
    }
    expect(total).toBe(40_497);
  });

  test('the cells of every tenth room as csv-parse reads them', async () => {
    const { per_file_rows: counts } = jsonIn(join(path, 'expected.json')) as {
      readonly per_file_rows: Record<string, number>;
    };
    const names = Object.keys(counts).filter((_, index) => index % 10 === 0);
    for (const name of names) {
      const rows = await headless(join(path, 'archives', name), columns.join('\t'), { files: realFiles });
      const theirs: string[][] = parse(readFileSync(join(path, 'archives', name)), {
        delimiter: '\t',
        record_delimiter: ['\r\n', '\n', '\r'],
        skip_empty_lines: true,
      });
      expect(rows.map((row) => row.values)).toEqual(theirs);
    }
    expect(names.length).toBeGreaterThan(10);
  });
});

suite('compressed', (path) => {
  const bytesIn = async (name: string) => {
    let last: Row | undefined;
    for await (const chunk of (
      await csv.open(join(path, name), 0, { files: realFiles, delimiter: '\t' })
    ).read(undefined, new AbortController().signal)) {
      last = chunk.at(-1);
    }
    return last?.endByte;
  };

  test.each(['ok.gz', 'ok-multimember.gz', 'ok.zst'])('%s whole', async (name) => {
    expect(await bytesIn(name)).toBe(1_418_717);
  });

  test('truncated-half.gz up to its break', async () => {
    let unpacked = 0;
    const reading = (async () => {
      const bytes = await openBytes(join(path, 'truncated-half.gz'), undefined, realFiles);
      for await (const piece of bytes.read(0)) unpacked += piece.length;
    })();
    await expect(reading).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
    expect(unpacked).toBe(705_346);
  });

  test('empty-file.gz', async () => {
    await expect(bytesIn('empty-file.gz')).rejects.toMatchObject({ code: 'SOURCE.EMPTY' });
  });
});
