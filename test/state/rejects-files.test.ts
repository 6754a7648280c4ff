import { appendFile, mkdir, mkdtempDisposable, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Settled } from '../../src/delivery/in-flight.ts';
import { fileState } from '../../src/files/state/file-state.ts';
import { placesIn } from '../../src/input/rows/place.ts';
import type { Row, Values } from '../../src/input/rows/row.ts';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { ndjson } from '../../src/input/sources/json/ndjson.ts';
import { isRejectFile, rejectSource } from '../../src/input/sources/rejects-source.ts';
import { rejectsFiles } from '../../src/state/rejects-files.ts';
import { realFiles } from '../../src/system/files.ts';
import { rowsOf } from '../input/sources/read-rows.ts';

async function folder() {
  const made = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await mkdir(join(made.path, 'rejects'));
  return made;
}

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

/** Text that a CSV cell can contain. */
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab,;|"\'\n\r\t =+-@＝＋－＠🙂é_', '\r\n', '\u00a0'), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
);

describe('deadLetter', () => {
  test('a CSV of rejects is safe to open in a spreadsheet, and is read again with the same cells', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 60, size: 'max' }),
        fc.constantFrom(',', ';', '|', '\t'),
        async (records, delimiter) => {
          await using at = await folder();
          const input = join(at.path, 'in.csv');
          await writeFile(input, ['uid', 'name', 'note'].join(delimiter));
          const source = await csv.open(input, 0, { files: realFiles, delimiter });
          const letter = rejectsFiles(fileState(at.path, realFiles), {
            entity: { name: 'users' },
            sources: [source],
            placeOf: placesIn(() => 'in.csv'),
          });
          await letter.append(records.map((record, index) => settled(rowOf(record, 0, index + 2))));
          const again = await csv.open(join(at.path, 'rejects/users.csv'), 0, {
            files: realFiles,
            delimiter,
          });
          expect(again.columns?.slice(0, 3)).toEqual(['uid', 'name', 'note']);
          const written = await rowsOf(again);
          expect(written.map(({ fault }) => fault)).toEqual(records.map(() => undefined));
          expect(written.map(({ values }) => (values as string[]).slice(-3))).toEqual(
            records.map((_, index) => ['in.csv', String(index + 2), '1']),
          );
          const cells = written.flatMap(({ values }) => values as string[]);
          expect(cells.filter((text) => /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text))).toEqual([]);
          const rows = await rowsOf(rejectSource(again));
          expect(rows.map(({ values }) => values)).toEqual(records);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('an NDJSON of rejects has the original members in their order, and can be read as input', async () => {
    await using at = await folder();
    const input = join(at.path, 'in.ndjson');
    const lines = [
      '{"uid":"__proto__","__proto__":"x","constructor":1,"name":"é\\n🙂"}',
      '{"uid":12345678901234567890,"name":null,"metadata":{"a":[1,{"b":2}]}}',
    ];
    await writeFile(input, lines.join('\n'));
    const source = await ndjson.open(input, 0, { files: realFiles });
    const letter = rejectsFiles(fileState(at.path, realFiles), {
      entity: { name: 'users' },
      sources: [source],
      placeOf: placesIn(() => 'in.ndjson'),
    });
    await letter.append((await rowsOf(source)).map((row) => settled(row)));
    const text = await readFile(join(at.path, 'rejects/users.ndjson'), 'utf8');
    const [first, second] = text.trimEnd().split('\n') as [string, string];
    expect(first.startsWith(lines[0]?.slice(0, -1) as string)).toBe(true);
    expect(second).toContain('12345678901234567890');
    const again = await rowsOf(
      await ndjson.open(join(at.path, 'rejects/users.ndjson'), 0, { files: realFiles }),
    );
    expect(again.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    expect(Object.keys(again[0]?.values ?? {})).toEqual([
      'uid',
      '__proto__',
      'constructor',
      'name',
      '_code',
      '_field',
      '_message',
      '_hint',
      '_file',
      '_line',
      '_row',
    ]);
  });

  test('a CSV of rejects has the columns of all its source files', async () => {
    await using at = await folder();
    await writeFile(join(at.path, 'a.csv'), 'uid,name\nu1,one\n');
    await writeFile(join(at.path, 'b.csv'), 'name,uid,role,_code,_line\ntwo,u2,boss,OLD.CODE,7\n');
    const sources = [
      await csv.open(join(at.path, 'a.csv'), 0, { files: realFiles }),
      await csv.open(join(at.path, 'b.csv'), 1, { files: realFiles }),
    ];
    const letter = rejectsFiles(fileState(at.path, realFiles), {
      entity: { name: 'users' },
      sources: sources,
      placeOf: placesIn((file) => ['a.csv', 'b.csv'][file] as string),
    });
    for (const source of sources) await letter.append((await rowsOf(source)).map((row) => settled(row)));
    expect(await readFile(join(at.path, 'rejects/users.csv'), 'utf8')).toBe(
      '\ufeffuid,name,role,__code,__line,_raw,_code,_field,_message,_hint,_file,_line,_row\n' +
        'u1,one,,,,,USER.NAME_TOO_LONG,name,name: too long (x),shorten the name to 100 characters,a.csv,2,1\n' +
        'u2,two,boss,OLD.CODE,7,,USER.NAME_TOO_LONG,name,name: too long (x),shorten the name to 100 characters,b.csv,2,1\n',
    );
  });

  test.each(['csv', 'ndjson'] as const)(
    'columns of a %s source with the names of reason columns keep their cells, however often the file is read again',
    async (format) => {
      await using at = await folder();
      const names = [
        'uid',
        '_code',
        '__code',
        '_raw',
        '_hint',
        '___line',
        '_row',
        '__row',
        '_note',
        '_',
        '=1+1',
        "'-x",
      ];
      const cells = names.map((name) => `of ${name}`);
      let path = join(at.path, `in.${format}`);
      await writeFile(
        path,
        format === 'csv'
          ? `${names}\n${cells}\n`
          : JSON.stringify(Object.fromEntries(names.map((name, index) => [name, cells[index]]))),
      );
      let source = await (format === 'csv' ? csv : ndjson).open(path, 0, { files: realFiles });
      for (let round = 0; round < 3; round++) {
        const to = join(at.path, String(round));
        await mkdir(join(to, 'rejects'), { recursive: true });
        const letter = rejectsFiles(fileState(to, realFiles), {
          entity: { name: 'users' },
          sources: [source],
          placeOf: placesIn(() => 'in'),
        });
        await letter.append((await rowsOf(source)).map((row) => settled(row)));
        path = join(to, `rejects/users.${format}`);
        const written = await (format === 'csv' ? csv : ndjson).open(path, 0, { files: realFiles });
        expect(await isRejectFile(written)).toBe(true);
        source = rejectSource(written);
        const [row] = (await rowsOf(source)) as [Row];
        expect(source.columns ?? Object.keys(row.values)).toEqual(names);
        expect(Object.values(row.values)).toEqual(cells);
      }
    },
  );

  test('an unreadable row is kept as text, and is rejected again until its cells are filled', async () => {
    await using at = await folder();
    await writeFile(join(at.path, 'a.csv'), 'uid,name\nu1,one,"two\n=u2,b,c\n');
    const source = await csv.open(join(at.path, 'a.csv'), 0, { files: realFiles });
    const letter = rejectsFiles(fileState(at.path, realFiles), {
      entity: { name: 'users' },
      sources: [source],
      placeOf: placesIn(() => 'a.csv'),
    });
    const before = await rowsOf(source);
    await letter.append(
      before.map((row) => ({
        row,
        valid: false,
        outcome: { status: 'rejected', problems: [row.fault ?? { code: '', message: '' }] },
      })),
    );
    const path = join(at.path, 'rejects/users.csv');
    const again = async () => await rowsOf(rejectSource(await csv.open(path, 0, { files: realFiles })));
    const faultOf = ({ fault, raw }: Row) => ({ code: fault?.code, message: fault?.message, raw });
    expect((await again()).map(faultOf)).toEqual(before.map(faultOf));
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^,,/m, 'u1,One,'));
    const [corrected, broken] = (await again()) as [Row, Row];
    expect(corrected).toMatchObject({ values: ['u1', 'One'] });
    expect(corrected.fault).toBeUndefined();
    expect(broken.fault?.code).toBe('CSV.COLUMNS_MISMATCH');
  });

  test('writes only rejected and blocked rows, readable only by the owner', async () => {
    await using at = await folder();
    await writeFile(join(at.path, 'a.csv'), 'uid\n');
    const letter = rejectsFiles(fileState(at.path, realFiles), {
      entity: { name: 'users' },
      sources: [await csv.open(join(at.path, 'a.csv'), 0, { files: realFiles })],
      placeOf: placesIn(() => 'a.csv'),
    });
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
    expect((await readFile(join(at.path, 'rejects/users.csv'), 'utf8')).split('\n')).toHaveLength(3);
    expect((await stat(join(at.path, 'rejects/users.csv'))).mode & 0o777).toBe(0o600);
  });

  describe('restore', () => {
    async function written() {
      const at = await folder();
      await writeFile(join(at.path, 'a.ndjson'), '{}\n');
      const source = await ndjson.open(join(at.path, 'a.ndjson'), 0, { files: realFiles });
      const letter = rejectsFiles(fileState(at.path, realFiles), {
        entity: { name: 'users' },
        sources: [source],
        placeOf: placesIn(() => 'a.ndjson'),
      });
      const claimed = await letter.append([settled(rowOf({ uid: 'u1' }))]);
      const path = join(at.path, 'rejects/users.ndjson');
      const next = () =>
        rejectsFiles(fileState(at.path, realFiles), {
          entity: { name: 'users' },
          sources: [source],
          placeOf: placesIn(() => 'a.ndjson'),
        });
      return {
        path,
        claimed,
        next,
        text: await readFile(path, 'utf8'),
        [Symbol.asyncDispose]: () => at.remove(),
      };
    }

    test('truncates to the length that the checkpoint claims, and continues there', async () => {
      await using before = await written();
      await appendFile(before.path, '{"half');
      const letter = before.next();
      await letter.restore(before.claimed);
      await letter.append([settled(rowOf({ uid: 'u2' }))]);
      const lines = (await readFile(before.path, 'utf8')).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).uid)).toEqual(['u1', 'u2']);
    });

    test('removes a file that the checkpoint does not claim', async () => {
      await using before = await written();
      await before.next().restore({});
      await expect(stat(before.path)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    test('throws if claimed rejects are missing, wholly or in part', async () => {
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
