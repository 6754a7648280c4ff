import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileState } from '../../src/files/state/file-state.ts';
import { placesIn } from '../../src/input/rows/place.ts';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { rejectSource } from '../../src/input/sources/rejects-source.ts';
import { rejectsFiles } from '../../src/state/rejects-files.ts';
import { realFiles } from '../../src/system/files.ts';
import { rowsOf } from '../input/sources/read-rows.ts';

test('a CSV of rejects that an earlier version has begun goes on with its columns', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const input = join(at.path, 'a.csv');
  await writeFile(input, 'uid;name\nu1;x\nu2;y\n');
  const path = join(at.path, 'rejects/users.csv');
  await mkdir(join(at.path, 'rejects'));
  const begun = '\ufeffuid;name;_raw;_code;_field;_message;_hint;_file;_line\nu1;x;;C;;m;h;a.csv;2\n';
  await writeFile(path, begun);
  const source = await csv.open(input, 0, { files: realFiles, delimiter: ';' });
  const letter = rejectsFiles(fileState(at.path, realFiles), {
    entity: { name: 'users' },
    sources: [source],
    placeOf: placesIn(() => 'a.csv'),
  });
  await letter.restore({ 'users.csv': Buffer.byteLength(begun) });
  const [, row] = await rowsOf(source);
  const problems = [{ code: 'USER.NAME_TOO_LONG', message: 'too long' }];
  if (row) await letter.append([{ row, valid: false, outcome: { status: 'rejected', problems } }]);
  const again = await rowsOf(rejectSource(await csv.open(path, 0, { files: realFiles, delimiter: ';' })));
  expect(again.map(({ fault, values }) => [fault, values])).toEqual([
    [undefined, ['u1', 'x']],
    [undefined, ['u2', 'y']],
  ]);
});
