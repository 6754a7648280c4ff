import { once } from 'node:events';
import { mkdtempDisposableSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { generate } from '../../../bench/generate.ts';
import type { VerificationReport } from '../../../src/features/verify/result/verification-report.ts';
import { takeLock } from '../../../src/files/lock.ts';
import { realSystem } from '../../../src/system/system.ts';
import { FAST, targetOf } from '../../e2e/workspace.ts';
import { runCli, startSandboxHere } from '../../support/cli-here.ts';
import { startCli } from '../../support/cli-process.ts';
import { migrated, plantAll, runHere, verified } from './migrated.ts';
import { writeExport } from './planted-export.ts';
import { plants } from './plants.ts';

const same = (count: number) => ({
  same: count,
  onlySource: 0,
  onlyTarget: 0,
  differs: 0,
  unread: 0,
  notCompared: 0,
  pending: 0,
});

/** The contents of a data file. */
function dump(dataFile: string): string {
  using db = new DatabaseSync(dataFile);
  // The sandbox generates it at every start.
  db.exec("DELETE FROM settings WHERE name = 'state'");
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  return JSON.stringify(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all()]));
}

test('a migration of many pages is the same in every mode, however the service pages its lists', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-verify-'));
  const quirks = 'inclusive,nextatend,total0,numberids,conversationids=short';
  await using sandbox = await startSandboxHere(folder.path, ['--quirks', quirks]);
  const amounts = { users: 1_010, groups: 1, members: 1_010, messages: 1_200, bad: 100 };
  const { pipeline } = await generate({ out: folder.path, format: 'csv', seed: 7, ...amounts });
  const text = readFileSync(pipeline, 'utf8').replace('target: sandbox', `target: ${targetOf(sandbox)}`);
  writeFileSync(pipeline, `${text}limits: { requestsPerMinute: 60000 }\n`);
  const run = await runCli('run', pipeline, '--yes', '--quiet');
  expect(run.exitCode, run.stderr).toBe(4);

  const full = await verified(pipeline);
  expect(full, full.stderr).toMatchObject({ exitCode: 0, differences: [] });
  const { entities, verified: total, requests, heldBack, mode, inputs } = full.report;
  expect(entities).toEqual({
    users: same(1_010),
    groups: same(1),
    members: same(1_010),
    messages: { ...same(1_188), notCompared: 12 },
  });
  expect({ total, heldBack, mode }).toEqual({
    total: { same: 3_209, of: 3_209 },
    heldBack: { 'messages.rejected': 12 },
    mode: 'full',
  });
  expect(inputs.map(({ path, sha256 }) => [path.split('/').at(-1), sha256.length])).toEqual(
    ['users.csv', 'groups.csv', 'members.csv', 'messages.csv'].map((name) => [name, 64]),
  );
  expect(full.stderr).toContain(
    `reading back needs at least ${requests.expected.requests} requests, 0.0 s at 20 000 000 a minute`,
  );
  // A list that claims to continue at its end is requested once more.
  expect(requests.sent).toBeGreaterThanOrEqual(requests.expected.requests);
  expect(requests.sent).toBeLessThan(requests.expected.requests * 2);

  const quick = await verified(pipeline, '--quick');
  const sample = await verified(pipeline, '--sample', '3');
  const share = await verified(pipeline, '--sample', '10%');
  for (const one of [quick, sample, share]) expect(one.exitCode, one.stderr).toBe(0);
  expect(quick.report.entities).toMatchObject({ users: same(1_010), groups: same(1), members: same(1) });
  const conversations = quick.report.entities.messages.same;
  expect(sample.report.sample).toEqual({
    users: { taken: 3, of: 1_010 },
    groups: { taken: 1, of: 1 },
    conversations: { taken: 3, of: conversations },
  });
  expect(sample.report.entities).toMatchObject({ users: same(3), groups: same(1) });
  const taken = share.report.sample?.['users']?.taken ?? 0;
  expect(taken).toBeGreaterThan(70);
  expect(taken).toBeLessThan(150);
  expect(share.report.entities.users).toEqual(same(taken));
  // A share that would be none.
  const least = await verified(pipeline, '--sample', '0.0001%');
  expect([least.exitCode, least.report.sample]).toEqual([
    0,
    {
      users: { taken: 1, of: 1_010 },
      groups: { taken: 1, of: 1 },
      conversations: { taken: 1, of: conversations },
    },
  ]);
});

test('finds each planted difference and nothing else, and changes nothing', async () => {
  using migration = await migrated();
  const { pipeline, state } = migration;
  await plantAll(migration, plants);
  const before = dump(join(state, 'sandbox.sqlite'));
  const { exitCode, report, differences } = await verified(pipeline);
  expect(differences.sort()).toEqual(plants.flatMap(({ finds }) => finds).sort());
  expect(exitCode).toBe(5);

  const marks = { '+': 'onlySource', '-': 'onlyTarget', '*': 'differs' } as const;
  for (const [mark, name] of Object.entries(marks))
    for (const [entity, counts] of Object.entries(report.entities))
      expect([entity, mark, counts[name]]).toEqual([
        entity,
        mark,
        differences.filter((one) => one.startsWith(`${entity} ${mark} `)).length,
      ]);
  expect(report.differences.find(({ fields }) => fields.join() === 'name')).toMatchObject({
    entity: 'users',
    mark: '*',
    count: 1,
    samples: [
      {
        key: 'u-01',
        file: 'users.ndjson',
        line: 2,
        fields: [{ field: 'name', source: 'User 1 "Ö" 🙂', target: 'Somebody' }],
      },
    ],
  });
  expect(JSON.parse(readFileSync(join(state, 'verify.json'), 'utf8'))).toEqual(report);
  for (const name of ['verify.json', 'verify.ndjson'])
    expect(statSync(join(state, name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(state).filter((name) => /\.(?:tmp|next)$/.test(name))).toEqual([]);

  const shown = await runCli('verify', pipeline, '--one-way');
  expect(shown.exitCode).toBe(5);
  const { same: good, of } = report.verified;
  expect(shown.stdout).toMatch(
    new RegExp(`verified ${good} of ${of} against 127\\.0\\.0\\.1:\\d+ at 20\\d\\d-`),
  );
  for (const [entity, { same: equal, onlySource, onlyTarget, differs, unread }] of Object.entries(
    report.entities,
  ))
    expect(shown.stdout).toMatch(
      new RegExp(`^ {2}${entity} +${[equal, onlySource, onlyTarget, differs, unread].join(' +')}$`, 'm'),
    );
  expect(shown.stdout).toContain(
    'users.ndjson:2  u-01\n      name: "User 1 \\"Ö\\" 🙂" in the source, "Somebody"',
  );

  // Rows that only the service has are counted as before, but are not a difference.
  const counted = readFileSync(join(state, 'verify.ndjson'), 'utf8').match(/"mark":"."/g);
  expect(counted).toHaveLength(differences.filter((one) => !one.includes(' - ')).length);

  const quick = await verified(pipeline, '--quick');
  expect(quick.differences.sort()).toEqual([
    'groups + g-9',
    'groups - other',
    'members * g-3 membersCount',
    'members * g-4 membersCount',
    'members * g-6 membersCount',
    'members * g-7 membersCount',
    'messages * group_g-0 lastMessage',
    'users + u-23',
    'users - stranger',
  ]);
  expect(dump(join(state, 'sandbox.sqlite'))).toBe(before);

  await using _lock = await takeLock(join(state, 'lock'), 'chatferry run pipeline.yaml', realSystem);
  const locked = await runHere('verify', pipeline);
  expect(locked).toMatchObject({ exitCode: 8, stdout: '' });
  expect(locked.stderr).toContain('STATE.LOCKED');
});

/** Further files of messages: with sync the last one decides, and times are not compared; without, the first row does. */
async function onlyMessages(folder: string, pipeline: string): Promise<void> {
  const line = (muid: string, text: string): string =>
    `${JSON.stringify({ muid, sender: 'u-00', receiver: 'g-0', receiverType: 'group', sentAt: 1_700_000_000, text })}\n`;
  const before = readFileSync(join(folder, 'messages.ndjson'), 'utf8');
  const [first = ''] = before.split('\n');
  const later = JSON.stringify({ ...JSON.parse(first), readAt: 1_900_000_000 });
  // A row that differs in another file, an invalid row, and a repeated row.
  const wrong = line('m-wrong', ' ') + line('m-twice', 'one') + line('m-twice', 'other');
  writeFileSync(join(folder, 'messages-1.ndjson'), line('m-00', 'as it was before'));
  writeFileSync(join(folder, 'messages-2.ndjson'), before.replace(first, later) + wrong);
  const [head = ''] = readFileSync(pipeline, 'utf8').split('sources:');
  const path = join(folder, 'messages.yaml');
  const text = `${head}sources: { messages: { path: messages-*.ndjson } }\n${FAST}\n`;
  writeFileSync(path, `${text}sync: { onMissing: keep }\n`);
  const synced = await verified(path);
  expect(synced.differences).toEqual(['messages + m-twice']);
  expect(synced.report.heldBack).toEqual({ 'messages.rejected': 1 });
  writeFileSync(path, text);
  const unsynced = await verified(path);
  expect(unsynced.differences.sort()).toEqual(['messages * m-00 text', 'messages + m-twice']);
  expect(unsynced.report.heldBack).toEqual({ 'messages.rejected': 3 });
}

/** A row whose key in the service is not that in the files, because `rejects retry` wrote it corrected. */
async function correctedKey(folder: string, target: string): Promise<void> {
  const pipeline = join(folder, 'corrected.yaml');
  writeFileSync(join(folder, 'people.csv'), 'uid,name\npat,Pat\nkim smith,Kim\n');
  const sources = 'sources: { users: { path: people.csv } }';
  writeFileSync(pipeline, `version: 1\nname: corrected\ntarget: ${target}\n${sources}\n${FAST}\n`);
  expect((await runHere('run', pipeline, '--yes')).exitCode).toBe(4);
  const rejects = join(folder, '.chatferry/corrected/rejects/users.csv');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replace(/^kim smith/m, 'kim-smith'));
  expect((await runHere('rejects', 'retry', pipeline, '--yes')).exitCode).toBe(0);
  const { report, differences } = await verified(pipeline);
  // The rows of the other pipeline, but not the corrected row.
  expect(differences).toHaveLength(24);
  expect(report.entities.users).toEqual({ ...same(2), onlyTarget: 24 });
  expect(report.acknowledged).toMatchObject({ rows: 2, compared: 2, asSent: { 'users.corrected': 1 } });
}

test('what cannot be read is reported and does not end the rest; Ctrl-C leaves no files behind', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-verify-'));
  const faults = '500@/groups/g-3/members,html@/groups/g-5/bannedusers,delay=9000@/conversations';
  await using sandbox = await startSandboxHere(folder.path, ['--faults', faults]);
  const pipeline = writeExport(folder.path, targetOf(sandbox), FAST);
  const run = await runCli('run', pipeline, '--yes', '--quiet');
  expect(run.exitCode, run.stderr).toBe(0);
  const { exitCode, report, differences } = await verified(pipeline);
  expect(exitCode).toBe(5);
  expect(differences.sort()).toEqual(['members ! g-3', 'members ! g-5']);
  // The members of the second group were read before reading its banned users failed.
  expect(report.entities).toEqual({
    users: same(24),
    groups: same(10),
    members: { ...same(47), unread: 7 },
    messages: same(96),
  });
  const [{ samples }] = report.differences as [VerificationReport['differences'][0]];
  expect(Object.fromEntries(samples.map(({ key, message }) => [key, message]))).toEqual({
    'g-3': expect.stringContaining('GET /groups/{guid}/members: ERR_EXCEPTION'),
    'g-5': expect.stringContaining('GET /groups/{guid}/bannedusers: SERVICE.FOREIGN_ANSWER'),
  });

  await onlyMessages(folder.path, pipeline);
  await correctedKey(folder.path, targetOf(sandbox));

  const child = startCli(['verify', pipeline, '--quick']);
  const closed = once(child, 'close');
  child.stdout.resume();
  child.stderr.on('data', (text: Buffer) => {
    if (text.includes('reading back')) setTimeout(() => child.kill('SIGINT'), 100);
  });
  expect((await closed)[0]).toBe(130);
  const left = readdirSync(join(folder.path, '.chatferry', 'planted'));
  expect(left.filter((name) => /\.(?:tmp|next)$/.test(name))).toEqual([]);
});

test.each([
  [['--sample', '0'], /--sample expects/],
  [['--sample', '101%'], /--sample expects/],
  [['--sample', '5.5'], /--sample expects/],
  [['--sample', '5%', '--quick'], /contradict each other/],
])('%j is refused', async (options, message) => {
  const { exitCode, stderr } = await runHere('verify', 'pipeline.yaml', ...options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(message) });
});
