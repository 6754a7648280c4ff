import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UndoDone, UndoPreview } from '../../../src/features/undo/undo-document.ts';
import { isKept } from '../../../src/files/server/mirrored-files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** What is kept of rows that were there before is part of the state, with all that is done to one. */

const formerOf = ({ folder }: ServiceHere): string => join(folder, '.chatferry/here/former.ndjson');
const state = ({ pipeline }: ServiceHere, what: string, ...options: readonly string[]) =>
  jsonHere<{ findings: { file: string; status: string }[] }>(['state', what, pipeline, '--json', ...options]);
const linesOf = (here: ServiceHere): string[] => readFileSync(formerOf(here), 'utf8').trimEnd().split('\n');
const nameOf = async ({ service }: ServiceHere, uid: string): Promise<unknown> =>
  (await service.users.get(uid)).name;

/** Ann and Ben, whom others have created, and whose names a sync has changed. */
async function synced(): Promise<ServiceHere> {
  const here = await serviceHere({
    files: {
      'users.csv': 'uid,name\nann,Anna\nben,Benjamin\n',
      'members.csv': 'guid,uid,scope\ng,ann,admin\n',
    },
    rest: 'references: open\nsync: {}',
  });
  await here.service.users.create({ uid: 'ann', name: 'A' });
  await here.service.users.create({ uid: 'ben', name: 'B' });
  await here.service.groups.create({ guid: 'g', name: 'G', type: 'public' });
  await here.service.members.add('g', { participants: ['ann'] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await nameOf(here, 'ann')).toBe('Anna');
  return here;
}

async function undone(here: ServiceHere): Promise<UndoDone> {
  const { confirm } = (await here.json<UndoPreview>('undo')).result;
  const { exitCode, result } = await here.json<UndoDone>('undo', '--confirm', String(confirm));
  expect(exitCode, JSON.stringify(result)).toBe(0);
  return result;
}

test('a person who is forgotten leaves nothing in it, and the others come back', async () => {
  await using here = await synced();
  expect(linesOf(here)).toHaveLength(4);
  const forgotten = await here.json<{ removed: { file: string; count: number }[] }>(
    'forget',
    '--uid',
    'ann',
    '--yes',
  );
  expect(forgotten.result.removed).toContainEqual({ file: 'former.ndjson', count: 2, what: '2 records' });
  expect(readFileSync(formerOf(here), 'utf8')).not.toMatch(/ann/i);
  await undone(here);
  expect([await nameOf(here, 'ann'), await nameOf(here, 'ben')]).toEqual(['Anna', 'B']);
});

test('a state that is given up has nothing of it', async () => {
  await using here = await synced();
  expect((await state(here, 'purge', '--yes')).exitCode).toBe(0);
  expect(existsSync(formerOf(here))).toBe(false);
});

test('a copy on a server has it, but not the index that is made of it', () => {
  expect([isKept('former.ndjson'), isKept('former.sqlite'), isKept('former.ndjson.next')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('damage is found, no run goes on with it, and a repair keeps the rest', async () => {
  await using here = await synced();
  const [head = '', first = '', ...rest] = linesOf(here);
  writeFileSync(formerOf(here), `${[head, first.replace('"A"', '"X"'), ...rest].join('\n')}\n`);
  const { exitCode, result } = await state(here, 'check');
  expect([exitCode, result.findings]).toEqual([
    9,
    expect.arrayContaining([expect.objectContaining({ file: 'former.ndjson', status: 'damaged' })]),
  ]);
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nann,Anna\nben,Ben again\n');
  const refused = await runHere(['run', here.pipeline, '--yes']);
  expect([refused.exitCode, refused.stderr]).toEqual([9, expect.stringContaining('STATE.CORRUPT')]);
  expect(await nameOf(here, 'ben')).toBe('Benjamin');
  expect((await state(here, 'repair', '--yes')).exitCode).toBe(0);
  expect((await state(here, 'check')).exitCode).toBe(0);
  const { putBack } = await undone(here);
  expect(putBack?.users).toMatchObject({ rows: 1 });
  expect([await nameOf(here, 'ann'), await nameOf(here, 'ben')]).toEqual(['Anna', 'B']);
});

test('what a power cut has left of the last line counts as never written', async () => {
  await using here = await synced();
  writeFileSync(formerOf(here), `${linesOf(here).join('\n')}\n{"entity":"users","key":"be`);
  expect((await state(here, 'check')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nann,Ann again\nben,Benjamin\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  await undone(here);
  expect([await nameOf(here, 'ann'), await nameOf(here, 'ben')]).toEqual(['A', 'B']);
});

test('nothing is changed while the old value cannot be kept', async () => {
  await using here = await synced();
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nann,Anna\nben,Ben again\n');
  const full = (): never => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const { files } = realSystem;
  let former: number | undefined;
  const system = {
    ...realSystem,
    files: {
      ...files,
      openSync: (path: string, flags: string, mode?: number): number => {
        const file = files.openSync(path, flags, mode);
        if (path === formerOf(here) && flags === 'r+') former = file;
        return file;
      },
      writeSync: (file: number, ...what: [NodeJS.ArrayBufferView, number, number, number | null]) =>
        file === former ? full() : files.writeSync(file, ...what),
    },
  };
  here.requests.length = 0;
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes'], undefined, system);
  expect([exitCode, stderr]).toEqual([7, expect.stringContaining('STATE.UNWRITABLE')]);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  await undone(here);
  expect(await nameOf(here, 'ben')).toBe('B');
});

test('a state of a version that kept nothing: its changes stay, later ones are put back', async () => {
  await using here = await synced();
  rmSync(formerOf(here));
  expect((await here.json<UndoPreview>('undo')).result).not.toHaveProperty('putBack');
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nann,Ann again\nben,Benjamin\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  await undone(here);
  expect([await nameOf(here, 'ann'), await nameOf(here, 'ben')]).toEqual(['Anna', 'Benjamin']);
});

test('many changes of few rows do not make it long', async () => {
  await using here = await synced();
  const [head = '', ...lines] = linesOf(here);
  const long = Array.from({ length: 400 }, () => lines).flat();
  writeFileSync(formerOf(here), `${[head, ...long].join('\n')}\n`);
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nann,Ann again\nben,Benjamin\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(linesOf(here)).toHaveLength(5);
  expect(readdirSync(join(here.folder, '.chatferry/here'))).not.toContain('former.sqlite');
  await undone(here);
  expect([await nameOf(here, 'ann'), await nameOf(here, 'ben')]).toEqual(['A', 'B']);
});
