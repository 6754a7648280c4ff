import { appendFile, mkdtempDisposable, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadLetter } from '../src/dead-letter.ts';
import type { Settled } from '../src/in-flight.ts';
import type { Row, Values } from '../src/row.ts';
import { csv } from '../src/sources/csv.ts';
import { ndjson } from '../src/sources/ndjson.ts';
import { rowsOf } from './sources/read-rows.ts';

const folder = () => mkdtempDisposable(join(tmpdir(), 'chatferry-'));

const settled = (row: Row, code = 'USER.NAME_TOO_LONG'): Settled => ({
  row,
  valid: false,
  outcome: { status: 'rejected', problems: [{ code, field: 'name', value: 'x', message: 'too long' }] },
});

const rowOf = (values: Values, file = 0, line = 2): Row => ({
  file,
  row: 1,
  line,
  byte: 0,
  endLine: 3,
  endByte: 9,
  values,
});

/** Text that a CSV cell can hold. */
const cell = fc.string({
  unit: fc.constantFrom(...'ab,;"\'\n\r\t =🙂é_-', '\r\n', ' '),
  maxLength: 12,
});

describe('deadLetter', () => {
  test('a CSV of rejects holds the original cells, and is input again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '|', '\t'),
        async (records, delimiter) => {
          await using at = await folder();
          const input = join(at.path, 'in.csv');
          await writeFile(input, ['uid', 'name', 'note'].join(delimiter));
          const source = await csv.open(input, 0, { delimiter });
          const letter = deadLetter(at.path, 'users', [source], () => 'in.csv');
          for (const [index, record] of records.entries())
            await letter.append([settled(rowOf(record, 0, index + 2))]);
          const again = await csv.open(join(at.path, 'users.csv'), 0, { delimiter });
          expect(again.columns?.slice(0, 3)).toEqual(['uid', 'name', 'note']);
          const rows = await rowsOf(again);
          expect(rows.map(({ fault }) => fault)).toEqual(records.map(() => undefined));
          expect(rows.map(({ values }) => (values as string[]).slice(0, 3))).toEqual(records);
          expect(rows.map(({ values }) => (values as string[])[7])).toEqual(
            records.map((_, index) => String(index + 2)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('an NDJSON of rejects holds the original members in their order, and is input again', async () => {
    await using at = await folder();
    const input = join(at.path, 'in.ndjson');
    const lines = [
      '{"uid":"__proto__","__proto__":"x","constructor":1,"name":"é\\n🙂"}',
      '{"uid":12345678901234567890,"name":null,"metadata":{"a":[1,{"b":2}]}}',
    ];
    await writeFile(input, lines.join('\n'));
    const source = await ndjson.open(input, 0, {});
    const letter = deadLetter(at.path, 'users', [source], () => 'in.ndjson');
    await letter.append((await rowsOf(source)).map((row) => settled(row)));
    const text = await readFile(join(at.path, 'users.ndjson'), 'utf8');
    const [first, second] = text.trimEnd().split('\n') as [string, string];
    expect(first.startsWith(lines[0]?.slice(0, -1) as string)).toBe(true);
    expect(second).toContain('12345678901234567890');
    const again = await rowsOf(await ndjson.open(join(at.path, 'users.ndjson'), 0, {}));
    expect(again.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    expect(Object.keys(again[0]?.values ?? {})).toEqual([
      'uid',
      '__proto__',
      'constructor',
      'name',
      '_code',
      '_field',
      '_message',
      '_file',
      '_line',
    ]);
  });

  test('rows of files with different headers stand under the columns of all of them', async () => {
    await using at = await folder();
    await writeFile(join(at.path, 'a.csv'), 'uid,name\nu1,one\n');
    await writeFile(join(at.path, 'b.csv'), 'name,uid,role,_code,_line\ntwo,u2,boss,OLD.CODE,7\n');
    const sources = [
      await csv.open(join(at.path, 'a.csv'), 0, {}),
      await csv.open(join(at.path, 'b.csv'), 1, {}),
    ];
    const letter = deadLetter(at.path, 'users', sources, (file) => ['a.csv', 'b.csv'][file] as string);
    for (const source of sources) await letter.append((await rowsOf(source)).map((row) => settled(row)));
    expect(await readFile(join(at.path, 'users.csv'), 'utf8')).toBe(
      'uid,name,role,_code,_field,_message,_file,_line,_raw\n' +
        'u1,one,,USER.NAME_TOO_LONG,name,name: too long (x),a.csv,2,\n' +
        'u2,two,boss,USER.NAME_TOO_LONG,name,name: too long (x),b.csv,2,\n',
    );
  });

  test('a row that could not be read is kept as its text', async () => {
    await using at = await folder();
    await writeFile(join(at.path, 'a.csv'), 'uid,name\nu1,one,"two\n');
    const source = await csv.open(join(at.path, 'a.csv'), 0, {});
    const [row] = (await rowsOf(source)) as [Row];
    const letter = deadLetter(at.path, 'users', [source], () => 'a.csv');
    await letter.append([
      {
        row,
        valid: false,
        outcome: { status: 'rejected', problems: [row.fault ?? { code: '', message: '' }] },
      },
    ]);
    expect(await readFile(join(at.path, 'users.csv'), 'utf8')).toContain('u1,one');
  });

  test('takes rejected and blocked rows alone, writes for the owner alone', async () => {
    await using at = await folder();
    await writeFile(join(at.path, 'a.csv'), 'uid\n');
    const letter = deadLetter(
      at.path,
      'users',
      [await csv.open(join(at.path, 'a.csv'), 0, {})],
      () => 'a.csv',
    );
    const row = rowOf(['u1']);
    expect(await letter.append([{ row, valid: true, outcome: { status: 'created' } }])).toEqual({});
    await letter.append([
      { row, valid: true, outcome: { status: 'skipped', rule: 'duplicate' } },
      {
        row,
        valid: true,
        outcome: { status: 'blocked', problems: [{ code: 'REFERENCE.BLOCKED', message: 'm' }] },
      },
    ]);
    expect((await readFile(join(at.path, 'users.csv'), 'utf8')).split('\n')).toHaveLength(3);
    expect((await stat(join(at.path, 'users.csv'))).mode & 0o777).toBe(0o600);
  });

  describe('restore', () => {
    async function written() {
      const at = await folder();
      await writeFile(join(at.path, 'a.ndjson'), '{}\n');
      const source = await ndjson.open(join(at.path, 'a.ndjson'), 0, {});
      const letter = deadLetter(at.path, 'users', [source], () => 'a.ndjson');
      const claimed = await letter.append([settled(rowOf({ uid: 'u1' }))]);
      const path = join(at.path, 'users.ndjson');
      const next = () => deadLetter(at.path, 'users', [source], () => 'a.ndjson');
      return {
        path,
        claimed,
        next,
        text: await readFile(path, 'utf8'),
        [Symbol.asyncDispose]: () => at.remove(),
      };
    }

    test('cuts what no checkpoint claims and goes on there', async () => {
      await using before = await written();
      await appendFile(before.path, '{"half');
      const letter = before.next();
      await letter.restore(before.claimed);
      await letter.append([settled(rowOf({ uid: 'u2' }))]);
      const lines = (await readFile(before.path, 'utf8')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).uid)).toEqual(['u1', 'u2']);
    });

    test('removes a file that no checkpoint claims at all', async () => {
      await using before = await written();
      await before.next().restore({});
      await expect(stat(before.path)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    test('refuses to go on when claimed rejects are gone, wholly or in part', async () => {
      await using before = await written();
      await writeFile(before.path, before.text.slice(0, 10));
      await expect(before.next().restore(before.claimed)).rejects.toMatchObject({
        code: 'STATE.CORRUPT',
        exitCode: 9,
      });
      expect(await readFile(before.path, 'utf8')).toBe(before.text.slice(0, 10));
      await rm(before.path);
      await expect(before.next().restore(before.claimed)).rejects.toMatchObject({ code: 'STATE.CORRUPT' });
    });
  });
});
