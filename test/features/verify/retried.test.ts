import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coreNames } from '../../../src/input/entities/entity.ts';
import { FAST, targetOf } from '../../e2e/workspace.ts';
import { startSandboxHere } from '../../support/cli-here.ts';
import { acknowledgedKeys } from './acknowledged-keys.ts';
import { runHere, verified } from './migrated.ts';

const AT = 1_700_000_000;

/** An export with rows that are wrong, or refer to one that is, and its pipeline; each is written into a sandbox. */
function wrongExport(folder: string, target: string, more = ''): string {
  const put = (name: string, ...lines: readonly string[]): void =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  put('users.csv', 'uid,name', 'ann,Ann', 'ben,', 'kim smith,Kim');
  put('groups.csv', 'guid,name,owner', 'g-a,A,ann', 'g-b,B,ben');
  put('members.csv', 'guid,uid', 'g-a,ann', 'g-b,ann', 'g-a,ben');
  put(
    'messages.csv',
    'muid,sender,receiver,receiverType,sentAt,text',
    `m-1,ann,g-a,group,${AT},one`,
    `m-2,ben,ann,user,${AT},two`,
    `m-3,ann,g-b,group,${AT},three`,
    `m-4,nobody,g-a,group,${AT},four`,
    `m-5,ann,g-a,group,${AT},five`,
    `m-6,ann,g-a,group,yesterday,six`,
  );
  const sources = coreNames.map((name) => `${name}: { path: ${name}.csv }`).join(', ');
  const path = join(folder, 'wrong.yaml');
  writeFileSync(
    path,
    `version: 1\nname: wrong\ntarget: ${target}\nsources: { ${sources} }\n${FAST}\n${more}`,
  );
  return path;
}

/** Corrects rows of a rejects file. */
function correct(folder: string, name: string, ...changes: readonly (readonly [RegExp, string])[]): void {
  const path = join(folder, '.chatferry/wrong/rejects', `${name}.csv`);
  const text = changes.reduce((now, [from, to]) => now.replace(from, to), readFileSync(path, 'utf8'));
  writeFileSync(path, text);
}

test.each([
  ['a migration', ''],
  ['a sync', 'sync: { onMissing: delete, maxDelete: 90% }'],
])('%s: rows that came through several retries are compared', async (_, more) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-landed-'));
  await using sandbox = await startSandboxHere(folder.path);
  const pipeline = wrongExport(folder.path, targetOf(sandbox), more);
  const state = join(folder.path, '.chatferry/wrong');
  const check = async (landed: number, notCompared: object, asSent: object): Promise<void> => {
    expect(acknowledgedKeys(state)).toHaveLength(landed);
    const { exitCode, report, differences } = await verified(pipeline);
    expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] });
    expect(report.verified).toEqual({ same: landed, of: landed });
    expect(report.acknowledged).toMatchObject({ rows: landed, compared: landed, asSent });
    expect(report.heldBack).toEqual(notCompared);
    const shown = await runHere('verify', pipeline);
    const held = Object.entries(notCompared).map(([name, count]) => `${count} × ${name}`);
    expect(shown.stdout).toMatch(
      new RegExp(
        `✔ verified ${landed} of ${landed} against \\S+ at \\S+Z${held.length ? `; not compared: ${held.join(', ')}` : ''}\n`,
      ),
    );
  };
  expect((await runHere('run', pipeline, '--yes')).exitCode).toBe(4);
  const first = { 'users.rejected': 2, 'groups.blocked': 1, 'members.blocked': 2 };
  await check(5, { ...first, 'messages.rejected': 2, 'messages.blocked': 2 }, {});

  // The first retry: the user, and so all that refers to him; one message with another text, one still wrong.
  correct(folder.path, 'users', [/^ben,,/m, 'ben,Ben,']);
  correct(folder.path, 'messages', [/,two,/, ',two corrected,'], [/^m-4,nobody/m, 'm-4,ann']);
  expect((await runHere('rejects', 'retry', pipeline, '--yes')).exitCode).toBe(4);
  const isSync = more !== '';
  const second = { 'users.rejected': 1, 'messages.rejected': 1 };
  if (!isSync) await check(12, second, { 'messages.corrected': 3 });

  // The second one: a user under another key, and the time of a message.
  correct(folder.path, 'users', [/^kim smith/m, 'kim-smith']);
  correct(folder.path, 'messages', [/yesterday/, String(AT + 1)]);
  expect((await runHere('rejects', 'retry', pipeline, '--yes')).exitCode).toBe(0);
  if (!isSync) {
    await check(14, {}, { 'users.corrected': 2, 'messages.corrected': 4 });
    return;
  }
  // A sync will change the corrected text back, because the row in the source is valid by now.
  const { differences, report } = await verified(pipeline);
  expect(differences).toEqual(['messages * m-2 text']);
  expect(report.verified).toEqual({ same: 13, of: 14 });
  expect(report.acknowledged).toMatchObject({ rows: 14, compared: 14 });
});
