import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { type SmallMessage, sendbirdExport, sendbirdId } from './small-exports.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';

const exported = (
  messages: readonly SmallMessage[],
  { rest = '', people }: { readonly rest?: string; readonly people?: readonly string[] } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(
      Object.entries(sendbirdExport(messages, people)).map(([name, text]) => [`export/${name}`, text]),
    ),
    rest: `  export: { system: sendbird, path: export }\n${OLD}\n${rest}`,
  });

async function landed({ service }: ServiceHere): Promise<string[]> {
  const found: string[] = [];
  for await (const { muid } of service.messages.list({ limit: 100 })) if (muid) found.push(muid);
  return found.sort();
}

const FIVE: readonly SmallMessage[] = [1, 2, 3, 4, 5].map((n) => ({ n }));
const ids = (...numbers: readonly number[]): string[] => numbers.map(sendbirdId);

test('a saved plan of an export is carried out, and undo takes all of it back', async () => {
  await using here = await exported(FIVE);
  const saved = join(here.folder, 'plan.json');
  expect((await runHere(['plan', here.pipeline, '--out', saved])).exitCode).toBe(0);
  const run = await here.json('run', '--plan', saved, '--yes');
  expect([run.exitCode, await landed(here)]).toEqual([0, ids(1, 2, 3, 4, 5)]);
  const status = await runHere(['status', here.pipeline]);
  expect([status.exitCode, status.stdout]).toEqual([
    0,
    expect.stringMatching(/messages +read 5 +imported 5 +done/),
  ]);

  const { result: listed } = await here.json<{ confirm: string }>('undo');
  const undone = await here.json('undo', '--confirm', listed.confirm);
  expect([undone.exitCode, await landed(here)]).toEqual([0, []]);
  const left: string[] = [];
  for await (const { uid } of here.service.users.list()) left.push(uid);
  expect(left.filter((uid) => ['ann', 'ben', 'cleo'].includes(uid))).toEqual([]);
});

test('a plan of an export that has changed since is refused', async () => {
  await using here = await exported(FIVE);
  const saved = join(here.folder, 'plan.json');
  await runHere(['plan', here.pipeline, '--out', saved]);
  writeFileSync(
    join(here.folder, 'export/messages.json'),
    sendbirdExport([...FIVE, { n: 6 }])['messages.json'] as string,
  );
  const { stderr } = await runHere(['run', here.pipeline, '--plan', saved, '--yes']);
  expect(stderr).toContain('PLAN.STALE');
});

test('some of an export first, then the rest, each once', async () => {
  await using here = await exported(FIVE);
  const pilot = await here.json('run', '--limit', '2', '--yes');
  expect(pilot.result.entities).toMatchObject({ users: { created: 2 }, messages: { created: 2 } });
  const messages = await here.json('run', '--only', 'messages', '--limit', '3', '--yes');
  expect([messages.exitCode, await landed(here)]).toEqual([0, ids(1, 2, 3)]);
  const all = await here.json('run', '--yes');
  expect([all.exitCode, await landed(here)]).toEqual([0, ids(1, 2, 3, 4, 5)]);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});

test('a rejected row of an export is corrected in its rejects file and brought in', async () => {
  await using here = await exported(FIVE);
  const path = join(here.folder, 'export/messages.json');
  const export_ = JSON.parse(readFileSync(path, 'utf8')) as {
    messages: { message_id: number; created_at: unknown }[];
  };
  for (const row of export_.messages) if (row.message_id === 1002) row.created_at = 'soon';
  writeFileSync(path, JSON.stringify(export_));
  const run = await here.json('run', '--yes');
  expect([run.exitCode, run.result.entities.messages]).toMatchObject([4, { created: 4, rejected: 1 }]);
  const file = join(here.folder, '.chatferry/here/rejects/messages.csv');
  const shown = await runHere(['rejects', here.pipeline]);
  expect(shown.stdout).toContain('messages.json:1  sentAt: the message has no time after 1970');

  const [header, row] = readFileSync(file, 'utf8').trimEnd().split('\n') as [string, string];
  const cells = [sendbirdId(2), 'ann', 'quay', 'group', '2026-01-01T00:00:02Z', '', '', 'text 2'];
  const corrected = cells.join() + row.slice(cells.length - 1);
  writeFileSync(file, `${header}\n${corrected}\n`);
  const retried = await runHere(['rejects', 'retry', here.pipeline, '--yes']);
  expect([retried.exitCode, await landed(here)]).toEqual([0, ids(1, 2, 3, 4, 5)]);
});

function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}

test('a person in an export is forgotten: no trace is kept, and no later run sends them', async () => {
  await using here = await exported(
    [{ n: 1 }, { n: 2, by: 'zoe-77', text: 'private words' }, { n: 3, reactions: ['zoe-77', 'ben'] }],
    { people: ['ann', 'ben', 'zoe-77'], rest: 'sync: {}' },
  );
  const state = join(here.folder, '.chatferry/here');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const { exitCode } = await runHere(['forget', here.pipeline, '--uid', 'zoe-77', '--yes']);
  expect(exitCode).toBe(0);
  expect(textsBelow(state)).not.toMatch(/zoe-77|private words/i);
  const sent = here.requests.length;
  const again = await here.json('run', '--yes');
  expect([again.exitCode, again.result.skipped, here.requests.length]).toEqual([
    0,
    { 'users.forgotten': 1, 'members.forgotten': 1, 'messages.forgotten': 1 },
    sent,
  ]);
  expect(textsBelow(state)).not.toMatch(/zoe-77|private words/i);
});
