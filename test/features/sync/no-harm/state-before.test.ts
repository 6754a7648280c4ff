import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../../src/report/result/report.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** States that an earlier version has left, with groups that it created public for want of a type. */

const FIXTURE = fileURLToPath(new URL('../../../fixtures/state-before', import.meta.url));
/** The address that the states are of. */
const ADDRESS = 'http://127.0.0.1:47119';
const ROWS = [1, 2, 3, 4, 5, 6];
const T = 1_795_000_000;

type Before = AsyncDisposable & {
  readonly here: ServiceHere;
  run(...args: readonly string[]): Promise<{ exitCode: number; result: Report; stderr: string }>;
};

/** A folder with a state of an earlier version, and a service that is at the address which the state knows. */
async function stateBefore(kind: 'sync' | 'one-shot', rest: string): Promise<Before> {
  const names = readdirSync(FIXTURE).filter((name) => name.endsWith('.csv'));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(FIXTURE, name), 'utf8')]));
  const here = await serviceHere({ files, rest });
  cpSync(join(FIXTURE, kind), join(here.folder, '.chatferry', 'here'), { recursive: true });
  const text = readFileSync(here.pipeline, 'utf8');
  const actual = /"(http:[^"]*)\/v3"/.exec(text)?.[1] ?? '';
  writeFileSync(here.pipeline, text.replace(actual, ADDRESS));
  const system: typeof realSystem = {
    ...realSystem,
    connect: (origin, options) => realSystem.connect(origin === ADDRESS ? actual : origin, options),
  };
  return {
    here,
    async run(...args) {
      here.requests.length = 0;
      const [verb = '', ...options] = args;
      const { exitCode, stdout, stderr } = await runHere(
        [verb, here.pipeline, '--json', ...options],
        undefined,
        system,
      );
      return { exitCode, result: JSON.parse(stdout || '{}') as Report, stderr };
    },
    [Symbol.asyncDispose]: () => here[Symbol.asyncDispose](),
  };
}

const writes = ({ requests }: ServiceHere): readonly string[] =>
  requests.filter((each) => !each.startsWith('GET '));
const typesOf = async ({ service }: ServiceHere): Promise<readonly unknown[]> =>
  (await Array.fromAsync(service.groups.list())).map(({ type }) => type);

const users = ROWS.map((n) => ({ uid: `u${n}`, name: `User ${n}`, link: `https://x.example/${n}` }));

/** The rows as that version has sent them. */
async function fill({ service }: ServiceHere): Promise<void> {
  await service.dataImport.users(users);
  await service.dataImport.groups(ROWS.map((n) => ({ guid: `g${n}`, name: `Group ${n}`, type: 'public' })));
  await service.dataImport.members(
    ROWS.map((n) => ({ guid: `g${n}`, uid: `u${n}`, scope: 'participant' })) as never,
  );
  await service.dataImport.messages(
    ROWS.map((n) => ({
      muid: `m${n}`,
      sender: `u${n}`,
      receiver: `g${n}`,
      receiverType: 'group',
      category: 'message',
      type: 'text',
      sentAt: T + n,
      data: { text: `Text ${n}` },
    })) as never,
  );
}

const BEGINS = expect.stringMatching(
  /^from this sync on, a column or field that a source loses stops the run.*sync: \{ fields: all \}/,
);

test('the first sync run over a state of an earlier version sends nothing, and remembers the columns', async () => {
  await using before = await stateBefore('sync', 'sync: {}');
  const { here, run } = before;
  await fill(here);
  const first = await run('run', '--yes');
  expect([first.exitCode, first.stderr.includes('GUARD')]).toEqual([0, false]);
  expect(writes(here)).toEqual([]);
  expect(first.result.warnings).toEqual([BEGINS]);
  expect(await typesOf(here)).toEqual(Array(6).fill('public'));
  // Said once; from now on a column that is lost stops the run.
  expect((await run('run', '--yes')).result.warnings).toEqual([]);
  const text = readFileSync(join(here.folder, 'users.csv'), 'utf8');
  writeFileSync(join(here.folder, 'users.csv'), text.replace(/,[^,\n]*$/gm, ''));
  const { exitCode, stderr } = await run('run', '--yes');
  expect([exitCode, stderr]).toEqual([
    11,
    expect.stringContaining('users.csv: link is missing, 6 of 6 rows had a value in the last sync run'),
  ]);
});

test('rows that are compared anew, because their bytes or the map differ, are unchanged, too', async () => {
  await using before = await stateBefore('sync', 'sync: {}');
  const { here, run } = before;
  await fill(here);
  for (const name of ['users', 'groups', 'members', 'messages']) {
    const path = join(here.folder, `${name}.csv`);
    // The same cells, in quotes.
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^([^,\n]+)/gm, '"$1"'));
  }
  const { exitCode, result } = await run('run', '--yes');
  expect([exitCode, writes(here)]).toEqual([0, []]);
  expect(result.entities.groups).toMatchObject({ read: 6, unchanged: 6 });
  expect(result.entities.members).toMatchObject({ read: 6, unchanged: 6 });
  expect(await typesOf(here)).toEqual(Array(6).fill('public'));
  // A group that changes stays as open as it was; one that is new is private.
  const path = join(here.folder, 'groups.csv');
  writeFileSync(path, `${readFileSync(path, 'utf8').replace('Group 1', 'Group one')}g7,Group 7\n`);
  expect((await run('run', '--yes')).exitCode).toBe(0);
  expect(await here.service.groups.get('g1')).toMatchObject({ name: 'Group one', type: 'public' });
  expect((await here.service.groups.get('g7')).type).toBe('private');
});

test('a migration that an earlier version has begun ends with public groups, and says so', async () => {
  await using before = await stateBefore('one-shot', '');
  const { here, run } = before;
  await here.service.dataImport.users(users);
  const { exitCode, result } = await run('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.entities.users).toMatchObject({ created: 6 });
  expect(await typesOf(here)).toEqual(Array(6).fill('public'));
  expect(result.warnings).toContain(
    '6 groups have no type, so they are created as public; to change that:  map: { type: { const: private } }',
  );
});

describe('the ways back to what an earlier version did, over its state', () => {
  const changed = ({ folder }: ServiceHere, name: string, from: string, to: string, more = ''): void => {
    const path = join(folder, name);
    writeFileSync(path, `${readFileSync(path, 'utf8').replace(from, to)}${more}`);
  };

  test('a type in the map: nothing is sent for the groups that are there, new ones are public', async () => {
    await using before = await stateBefore('sync', 'sync: {}');
    const { here, run } = before;
    await fill(here);
    const map = 'groups.csv, map: { type: { const: public } }';
    writeFileSync(here.pipeline, readFileSync(here.pipeline, 'utf8').replace('groups.csv', map));
    expect([(await run('run', '--yes')).exitCode, writes(here)]).toEqual([0, []]);
    changed(here, 'groups.csv', 'Group 1', 'Group one', 'g7,Group 7\n');
    const { exitCode, result } = await run('run', '--yes');
    expect([exitCode, result.warnings]).toEqual([0, []]);
    expect(await typesOf(here)).toEqual(Array(7).fill('public'));
  });

  test('fields: all: nothing is sent for unchanged rows, and a change writes the whole row', async () => {
    await using before = await stateBefore('sync', 'sync: { fields: all }');
    const { here, run } = before;
    const { service } = here;
    await fill(here);
    await service.users.update('u1', { avatar: 'https://x.example/a.png', metadata: { app: 1 } });
    const first = await run('run', '--yes');
    expect([first.exitCode, writes(here)]).toEqual([0, []]);
    expect(await service.users.get('u1')).toMatchObject({ metadata: { app: 1 } });
    changed(here, 'users.csv', 'User 1', 'User one');
    expect((await run('run', '--yes')).exitCode).toBe(0);
    const after = await service.users.get('u1');
    expect(after).toMatchObject({ name: 'User one', link: 'https://x.example/1' });
    expect(after).not.toHaveProperty('avatar');
    expect(after).not.toHaveProperty('metadata');
  });
});
