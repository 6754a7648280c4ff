import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { runHere } from '../../support/command-here.ts';

/** `init` of a file instead of its folder. */

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-one-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const USERS = 'uid,name\nann,Ann\nben,Ben\n';

describe.each([
  ['users.csv', USERS],
  ['people.ndjson', '{"uid":"ann","name":"Ann"}\n{"uid":"ben","name":"Ben"}\n'],
  ['users.json', '[{"uid":"ann","name":"Ann"},{"uid":"ben","name":"Ben"}]'],
  ['lists.zip', zipOf([{ name: 'users.csv', content: USERS }])],
])('%s', (name, content) => {
  test('is taken alone, and the pipeline is valid', async () => {
    // What stands beside it is not asked for.
    const folder = folderWith({ [name]: content, 'groups.csv': 'guid,name\nteam,Team\n' });
    const { exitCode, stderr } = await runHere(['init', join(folder, name), '--yes']);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('EXPORT.UNKNOWN')]);
    const pipeline = join(folder, 'pipeline.yaml');
    const text = readFileSync(pipeline, 'utf8');
    expect(text).toMatch(new RegExp(`^name: ${name.split('.')[0]}$`, 'm'));
    expect(text).not.toContain('groups.csv');
    const checked = await runHere(['validate', pipeline]);
    expect([checked.exitCode, checked.stdout]).toEqual([0, expect.stringContaining('users 2/2')]);
  });
});

test.each([
  ['notes.csv', 'a,b\n1,2\n', 'SOURCE.MISSING'],
  ['notes.md', '# nothing\n', 'EXPORT.UNKNOWN'],
])('%s, in which nothing is found, is refused with what to type', async (name, text, code) => {
  const folder = folderWith({ [name]: text });
  const { exitCode, stderr } = await runHere(['init', join(folder, name), '--yes']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(code)]);
  expect(stderr).not.toContain('or the pipeline that  chatferry init  writes');
});

test('a column without any value is called empty, and its field is filled once it is', async () => {
  const groups = (icon: string): string => `guid,name,type,icon,colour,note\nteam,Team,,${icon},,x\n`;
  const folder = folderWith({ 'groups.csv': groups('') });
  await runHere(['init', join(folder, 'groups.csv'), '--yes']);
  const pipeline = join(folder, 'pipeline.yaml');
  const text = readFileSync(pipeline, 'utf8');
  expect(text).toContain('# empty in these rows: type, icon, colour');
  expect(text).toContain('# not imported: note');
  writeFileSync(join(folder, 'groups.csv'), groups('/a.png'));
  expect((await runHere(['validate', pipeline])).stdout).toContain('GROUP.URL_INVALID');
});
