import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';
import {
  BAD,
  FILES,
  HEAD,
  KISS,
  line,
  MESSAGES,
  ROWS,
  reactionsIn,
  WRITE,
  writes,
} from './reacted-history.ts';

const chars = (count: number): string => 'é'.repeat(count);
describe.each(['import', 'rest'])('api: %s', (api) => {
  test('reactions are written after their messages, one request each; verify finds all, undo removes all', async () => {
    await using here = await serviceHere({ files: { ...FILES, 'reactions.csv': ROWS }, api, rest: WRITE });
    const { result: plan } = await here.json<PlanDocument>('plan');
    expect(plan.entities.reactions).toMatchObject({ new: 4, repeated: 1 });
    const { result } = await here.json<Report>('run', '--yes');
    expect(result.balanced).toBe(true);
    expect(result.entities.reactions).toMatchObject({ read: 5, created: 4, skipped: 1 });
    expect(result.notCarried).toMatchObject({ 'reactions.reactedAt': 1 });
    expect(writes(here)).toHaveLength(4);
    expect(await reactionsIn(here)).toEqual({
      'm 1': ['👍 ben', '👍 ann', 'thumbs up 100% ben'],
      'm-2': [`${KISS} ann`],
    });
    expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);
    const { result: verified } = await here.json<{ entities: Record<string, object> }>('verify', '--one-way');
    expect(verified.entities['reactions']).toMatchObject({
      same: 4,
      onlySource: 0,
      onlyTarget: 0,
      differs: 0,
    });
    const { result: asked } = await here.json<{ confirm: string }>('undo');
    const undone = await here.json<{ entities: Record<string, object> }>('undo', '--confirm', asked.confirm);
    expect([undone.exitCode, undone.result.entities['reactions']]).toMatchObject([
      0,
      { removed: 3, implied: 1 },
    ]);
  });
});

test('a reaction to a missing or rejected message is blocked, wrong ones are rejected, and nothing of them is sent', async () => {
  const rows = [
    ['bad', 'ann', '👍', 'REFERENCE.MESSAGE'],
    ['nowhere', 'ann', '👍', 'REFERENCE.MESSAGE'],
    ['m 1', 'nobody', '👍', 'REFERENCE.UNKNOWN'],
    ['m 1', 'ann', chars(46), 'REACTION.TOO_LONG'],
    ['m 1', 'ann', chars(45), undefined],
    ['m 1', 'ann', '..', 'REACTION.INVALID'],
    ['m 1', 'ann', ' ', 'REACTION.INVALID'],
    ['m 1', 'ann', 'a\u0007b', 'REACTION.INVALID'],
    ['m 1', 'ann', '/../?#', undefined],
    ['', 'ann', '👍', 'ROW.FIELD_MISSING'],
  ] as const;
  const file = rows.map(([muid, uid, reaction]) => line({ muid, uid, reaction })).join('');
  const messages = [...MESSAGES, BAD].map(line).join('');
  await using here = await serviceHere({
    files: { ...FILES, 'messages.ndjson': messages, 'reactions.ndjson': file },
    rest: `${WRITE}\nthresholds: { rejected: "<90%" }`,
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ read: 10, created: 2, blocked: 2, rejected: 6 });
  const found = result.problems.flatMap(({ code, samples }) =>
    samples.filter(({ entity }) => entity === 'reactions').map((one) => [one.line, code]),
  );
  const wanted = rows.flatMap(([, , , code], index) => (code ? [[index + 1, code]] : []));
  expect(found.sort()).toEqual(wanted.sort());
  expect(writes(here)).toHaveLength(2);
  expect(await reactionsIn(here)).toEqual({ 'm 1': [`${chars(45)} ann`, '/../?# ann'] });
});

test('drop: reactions are counted, and nothing is sent', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'reactions.csv': ROWS },
    rest: 'policies: { reactions: drop }',
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ read: 5, skipped: 5 });
  expect([result.balanced, result.skipped['reactions.dropped'], writes(here)]).toEqual([true, 5, []]);
  expect(await reactionsIn(here)).toEqual({});
});

test('a sync adds and removes reactions, and those of a message that comes back', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'reactions.csv': ROWS },
    rest: `${WRITE}\nsync: { onMissing: delete, maxDelete: 100% }`,
  });
  const put = (name: string, text: string): void => writeFileSync(join(here.folder, name), text);
  await here.json('run', '--yes');
  put('reactions.csv', `${HEAD}m 1,ann,👍,\nm 1,ben,👍,\nm 1,ann,🎉,\nm-2,ann,${KISS},\n`);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.error).toBeUndefined();
  expect(result.entities.reactions).toMatchObject({ created: 1, unchanged: 3 });
  expect(result.missing?.reactions).toMatchObject({ deleted: 1 });
  expect(await reactionsIn(here)).toEqual({ 'm 1': ['👍 ben', '👍 ann', '🎉 ann'], 'm-2': [`${KISS} ann`] });
  expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);

  put('groups.csv', 'guid,name\nother,Other\n');
  put('members.csv', 'guid,uid\nother,ann\n');
  put('messages.ndjson', line(MESSAGES[0] as object));
  put('reactions.csv', `${HEAD}m 1,ann,👍,\n`);
  await here.json('run', '--yes');
  expect(await reactionsIn(here)).toEqual({ 'm 1': ['👍 ann'] });
  for (const [name, text] of Object.entries(FILES)) put(name, text);
  put('reactions.csv', ROWS);
  await here.json('run', '--yes');
  expect(await reactionsIn(here)).toEqual({
    'm 1': ['👍 ann', '👍 ben', 'thumbs up 100% ben'],
    'm-2': [`${KISS} ann`],
  });
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});

test('answers are lost: each reaction is there, is counted once, and is sent again only until an answer comes', async () => {
  await using service = await tamperedService();
  let tries = 0;
  const answered: string[] = [];
  service.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    if (method !== 'POST' || !path.includes('/reactions/')) return answer;
    if (++tries % 2 === 1) return { status: 0, body: {} };
    answered.push(path);
    return answer;
  });
  for (const [name, text] of Object.entries({ ...FILES, 'reactions.csv': ROWS })) service.write(name, text);
  const sources = ['users.csv', 'groups.csv', 'members.csv', 'messages.ndjson', 'reactions.csv'];
  const pipeline = service.write(
    'pipeline.yaml',
    `version: 1\nname: lost\n${service.target} }\n${WRITE}\nsources:\n${sources.map((name) => `  ${name.split('.')[0]}: { path: ${name} }\n`).join('')}`,
  );
  const { stdout, stderr } = await service.run('run', pipeline, '--yes', '--json');
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as Report;
  expect(report.entities.reactions).toMatchObject({ read: 5, created: 4, skipped: 1, inDoubt: 0 });
  // After an answer that has come, none is sent again.
  expect([tries, answered.length]).toEqual([8, 4]);
  expect(await reactionsIn(service)).toEqual({
    'm 1': ['👍 ben', '👍 ann', 'thumbs up 100% ben'],
    'm-2': [`${KISS} ann`],
  });
});

test('two thousand reactions to one message are sent in their order, at the floor of requests', async () => {
  const count = 2_000;
  const uids = Array.from({ length: 400 }, (_, index) => `u-${index}`);
  const reactions = Array.from(
    { length: count },
    (_, n) => `m-2,${uids[n % 400]},r${Math.floor(n / 400)},\n`,
  );
  await using here = await serviceHere({
    files: {
      ...FILES,
      'members.csv': `${FILES['members.csv']}${uids.map((uid) => `team,${uid}\n`).join('')}`,
      'users.csv': `${FILES['users.csv']}${uids.map((uid) => `${uid},${uid}\n`).join('')}`,
      'reactions.csv': HEAD + reactions.join(''),
    },
    rest: WRITE,
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.error).toBeUndefined();
  expect(result.entities.reactions).toMatchObject({ read: count, created: count });
  expect(result.requests).toMatchObject({ sent: result.requests.floor, retried: 0 });
  const found = (await reactionsIn(here))['m-2'] ?? [];
  expect(found.map((each) => each.split(' ').reverse().join())).toEqual(
    reactions.map((row) => row.split(',').slice(1, 3).join()),
  );
});

test('a message that is removed and comes back gets its reactions again; a trial run takes those of its messages', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'reactions.csv': ROWS },
    rest: `${WRITE}\nsync: { onMissing: delete, maxDelete: 100% }`,
  });
  const put = (name: string, text: string): void => writeFileSync(join(here.folder, name), text);
  const trial = await here.json<Report>('run', '--yes', '--conversation', 'ann,ben');
  expect(trial.result.entities.reactions).toMatchObject({ read: 4, created: 3, skipped: 1 });
  await here.json('run', '--yes');
  // The reactions stay in their file: the row of their message is what is missing.
  put('messages.ndjson', line(MESSAGES[1] as object));
  await here.json('run', '--yes');
  expect(await reactionsIn(here)).toEqual({ 'm-2': [`${KISS} ann`] });
  put('messages.ndjson', FILES['messages.ndjson']);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ created: 3, unchanged: 1, skipped: 1 });
  expect((await reactionsIn(here))['m 1']).toEqual(['👍 ben', '👍 ann', 'thumbs up 100% ben']);
});

test('a reaction that was blocked is written by a retry of the rejects', async () => {
  const messages = [...MESSAGES, BAD].map(line).join('');
  await using here = await serviceHere({
    files: { ...FILES, 'messages.ndjson': messages, 'reactions.csv': `${ROWS}bad,ann,👍,\n` },
    rest: `${WRITE}\nthresholds: { rejected: "<90%" }`,
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ created: 4, blocked: 1 });
  const rejects = join(here.folder, '.chatferry/here/rejects/messages.ndjson');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll('"nobody"', '"ann"'));
  const retried = await jsonHere<Report>(['rejects', 'retry', here.pipeline, '--yes', '--json']);
  expect(retried.result.entities.reactions).toMatchObject({ created: 1 });
  expect((await reactionsIn(here))['bad']).toEqual(['👍 ann']);
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});
