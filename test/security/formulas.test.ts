import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';

/** What a spreadsheet would compute, send or run. */
const FORMULAS = [
  '=HYPERLINK("https://evil.example/","Ann")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '+1-2',
  '-2+3',
  '＝1+1',
  "'=already",
];
const COMPUTED = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const people = `uid,name\n${FORMULAS.map((text, at) => `"${text.replaceAll('"', '""')}",Person ${at}`).join('\n')}\n`;

async function idsIn(here: ServiceHere): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { uid } of here.service.users.list()) if (uid.length > 20) ids.push(uid);
  return ids.sort();
}

test('no cell of the list of ids is a formula, and the list is read back as it was', async () => {
  await using here = await serviceHere({
    files: { 'people.csv': people },
    rest: '  users: { path: people.csv, map: { uid: { from: uid, as: hash }, name: name } }',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const ids = await idsIn(here);
  expect(ids).toHaveLength(FORMULAS.length);
  const list = readFileSync(join(here.folder, '.chatferry/here/id-map.csv'), 'utf8');
  const rows: Record<string, string>[] = parse(list, { columns: true });
  expect(rows).toHaveLength(FORMULAS.length);
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(COMPUTED);

  await using again = await serviceHere({
    files: { 'people.csv': people, 'ids.csv': list },
    rest: '  users: { path: people.csv }\nidMap: ids.csv',
  });
  expect((await again.json('run', '--yes')).exitCode).toBe(0);
  expect(await idsIn(again)).toEqual(ids);
});
