import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { mainHere } from '../../support/main-here.ts';
import { copyOf } from '../../support/repository.ts';

async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] as string]));
}

/** Validates and runs a pipeline; both leave rejects files. */
async function bothRejects(pipeline: string, name: string, folder: string) {
  const { code, out } = await mainHere(['validate', pipeline, '--rejects', folder, '--json']);
  const report = JSON.parse(out) as Report;
  const shown = report.files.rejects;
  expect(code).toBe(4);
  expect((await mainHere(['run', pipeline])).code).toBe(4);
  const left = await filesIn(join(pipeline, '../.chatferry', name, 'rejects'));
  return { left, shown, written: await filesIn(folder) };
}

test('validate --rejects leaves the files that a run leaves, byte for byte, readable by their owner alone', async () => {
  await using copy = await copyOf('samples');
  const pipeline = join(copy.path, 'samples/broken/run.yaml');
  const text = await readFile(join(copy.path, 'samples/broken/pipeline.yaml'), 'utf8');
  await writeFile(pipeline, `${text.replaceAll(/^target:.*$/gm, '')}\ntarget: sandbox\n`);
  const folder = join(copy.path, 'rejects');
  const { left, shown, written } = await bothRejects(pipeline, 'broken', folder);
  expect(Object.keys(written)).toHaveLength(7);
  expect(written).toEqual(left);
  expect(shown).toEqual(expect.arrayContaining([join(folder, 'users.csv'), join(folder, 'messages.ndjson')]));
  expect((await stat(join(folder, 'users.csv'))).mode & 0o777).toBe(0o600);
});

test('rows of tables, lists and derived sources are rejected with the places and cells that a run gives them', async () => {
  await using copy = await copyOf();
  const write = (name: string, text: string) => writeFile(join(copy.path, name), text);
  await write('a.csv', 'uid,name\nann,Ann\nann,Other\nben,\ncy,Cy\n');
  await write('b.csv', 'id;label\nd d;Dee\neve;Eve\neve;Eva\n');
  await write('groups.json', '{"rooms":[{"guid":"g","name":"G","owner":"nobody"},{"guid":"h","name":"H"}]}');
  await write(
    'messages.ndjson',
    ['m1 ann cy', 'm2 ann ben', 'm1 cy ann', 'm3 cy zed', 'm1 ann cy', 'm4 eve g']
      .map((line) => line.split(' '))
      .map(([muid, sender, receiver]) => ({
        muid,
        sender,
        receiver,
        receiverType: receiver === 'g' ? 'group' : 'user',
        sentAt: 1_700_000_000,
        text: 'x',
      }))
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  const pipeline = join(copy.path, 'pipeline.yaml');
  await write(
    'pipeline.yaml',
    `version: 1
name: mixed
target: sandbox
sources:
  users:
    - { path: a.csv }
    - { path: b.csv, map: { uid: id, name: label } }
  groups: { path: groups.json, format: json, rows: "$.rooms[*]" }
  members: [ { from: messages, key: [receiver, sender], where: { receiverType: group } } ]
  messages: { path: messages.ndjson, order: byTime }
`,
  );
  const { left, written } = await bothRejects(pipeline, 'mixed', join(copy.path, 'out'));
  expect(Object.keys(written)).toEqual([
    'groups.ndjson',
    'members.ndjson',
    'messages.ndjson',
    'users-2.csv',
    'users.csv',
  ]);
  expect(written).toEqual(left);
  expect(written['messages.ndjson']).toContain('ROW.DUPLICATE');
  expect(written['messages.ndjson']).toContain('REFERENCE.BLOCKED');
});

test('a second validation replaces its files; files of others, and sources, are never touched', async () => {
  await using copy = await copyOf();
  const path = (name: string): string => join(copy.path, name);
  await writeFile(path('people.csv'), 'uid,name\nann,Ann\nben,\n');
  const pipeline = path('pipeline.yaml');
  const lines = ['version: 1', 'name: few', 'sources:', '  users: { path: people.csv }'];
  await writeFile(pipeline, lines.join('\n'));
  const validate = (folder: string) => mainHere(['validate', pipeline, '--rejects', folder]);
  expect((await validate(path('out'))).code).toBe(4);
  expect(await readFile(path('out/users.csv'), 'utf8')).toContain('ROW.FIELD_MISSING');
  await writeFile(path('people.csv'), 'uid,name\nann,Ann\nben,Ben\n');
  expect((await validate(path('out'))).code).toBe(0);
  expect(existsSync(path('out/users.csv'))).toBe(false);

  const inSource = await validate(copy.path);
  expect([inSource.code, inSource.err]).toEqual([
    2,
    expect.stringContaining('a source of the pipeline is in'),
  ]);
  await mkdir(path('other'));
  await writeFile(path('other/users.csv'), 'uid,name\nmine,Mine\n');
  const theirs = await validate(path('other'));
  expect([theirs.code, theirs.err]).toEqual([
    2,
    expect.stringContaining('users.csv in it is no rejects file'),
  ]);
  expect(await readFile(path('other/users.csv'), 'utf8')).toContain('Mine');
});
