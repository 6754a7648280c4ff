import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type TamperedService, tamperedService } from '../../support/tampered-service.ts';

/** Messages over the ordinary API, which must be read back before they are sent again. */

async function prepared(): Promise<TamperedService & { pipeline: string }> {
  const it = await tamperedService();
  it.write('users.csv', 'uid,name\nann,Ann\nbob,Bob\nout,Out\n');
  it.write('groups.csv', 'guid,name,owner\ng-1,Group,ann\n');
  const pipeline = it.write(
    'back.yaml',
    `version: 1
name: back
${it.target}, api: rest }
sync: {}
limits: { requestsPerMinute: 100000 }
sources: { users: { path: users.csv }, groups: { path: groups.csv }, messages: { path: messages.csv } }
`,
  );
  return Object.assign(it, { pipeline });
}
const messages = (...rows: readonly (readonly [muid: string, sender: string, text: string])[]) =>
  `muid,sender,receiver,receiverType,sentAt,text\n${rows
    .map(([muid, sender, text], n) => `${muid},${sender},g-1,group,${1_700_000_000 + n},${text}\n`)
    .join('')}`;
const run = async (it: TamperedService & { pipeline: string }) => {
  const { exitCode, stdout } = await it.run('run', it.pipeline, '--yes', '--json');
  return { exitCode, report: JSON.parse(stdout) as Report };
};

test('a refused message of a sender who is no member stops no later sync: it is read back as the app', async () => {
  await using it = await prepared();
  it.write('messages.csv', messages(['m-1', 'ann', 'one'], ['m-2', 'out', 'two']));
  expect(await run(it)).toMatchObject({
    exitCode: 4,
    report: { entities: { messages: { created: 1, rejected: 1 } } },
  });
  for (let night = 0; night < 2; night++)
    expect(await run(it)).toMatchObject({
      exitCode: 4,
      report: { entities: { messages: { unchanged: 1, rejected: 1, inDoubt: 0 } } },
    });
  it.write('messages.csv', messages(['m-1', 'ann', 'one'], ['m-2', 'bob', 'two'], ['m-3', 'ann', 'three']));
  await it.service.members.add('g-1', { participants: ['bob'] });
  expect(await run(it)).toMatchObject({
    exitCode: 0,
    report: { entities: { messages: { created: 2, unchanged: 1 } } },
  });
});

test('a message that nobody may read back is in doubt and not sent again; the others are', async () => {
  await using it = await prepared();
  it.write('messages.csv', messages(['m-1', 'ann', 'one'], ['m-2', 'bob', 'two']));
  it.tamper(async (request, forward) => {
    if (request.method === 'GET' && request.path.startsWith('/groups/g-1/messages'))
      return { status: 403, body: { error: { code: 'ERR_GROUP_NOT_JOINED', message: 'not a member' } } };
    const answer = await forward();
    // The answer to this message is lost.
    return request.path.startsWith('/messages') && request.body.includes('"m-2"')
      ? { status: 0, body: '' }
      : answer;
  });
  expect((await run(it)).exitCode).toBe(7);
  it.write('messages.csv', messages(['m-1', 'ann', 'one'], ['m-2', 'bob', 'two'], ['m-3', 'ann', 'three']));
  const before = it.requests.length;
  const { exitCode, report } = await run(it);
  expect(exitCode).toBe(7);
  expect(report.entities.messages).toMatchObject({ created: 1, unchanged: 1, rejected: 0, inDoubt: 1 });
  expect(report.problems).toMatchObject([{ code: 'ROW.IN_DOUBT', count: 1 }]);
  expect(report.problems[0]?.samples[0]?.message).toContain('cannot be read back');
  const posts = it.requests.slice(before).filter((one) => one === 'POST /messages');
  expect(posts.length).toBe(1);
});

describe.each([
  ['lost', { status: 0, body: '' }],
  ['that of a gateway', { status: 502, body: '<html>' }],
])('an answer to a write that is %s', (_name, lost) => {
  test('an edit that was made is not repeated; one that was not made is', async () => {
    await using it = await prepared();
    it.write('messages.csv', messages(['m-1', 'ann', 'one'], ['m-2', 'ann', 'two'], ['m-3', 'ann', 'three']));
    await run(it);
    it.write('messages.csv', messages(['m-1', 'ann', 'new'], ['m-2', 'ann', 'two'], ['m-3', 'ann', 'three']));
    let edits = 0;
    it.tamper(async (request, forward) => {
      if (request.method !== 'PUT') return forward();
      if (++edits === 2) await forward();
      return lost;
    });
    expect(await run(it)).toMatchObject({
      exitCode: 0,
      report: { entities: { messages: { updated: 1, unchanged: 2 } } },
    });
    expect(edits).toBe(2);
    const notes = await Array.fromAsync(it.service.messages.list({ category: 'action' }));
    expect(notes.length).toBe(1);
  });

  test('a message in doubt is looked for by the next run: sent if it is not there, not sent if it is', async () => {
    await using it = await prepared();
    const pipeline = readFileSync(it.pipeline, 'utf8').replace('sync: {}\n', '');
    it.write('back.yaml', pipeline);
    it.write('messages.csv', messages(['m-1', 'ann', 'one'], ['m-2', 'ann', 'two'], ['m-3', 'ann', 'three']));
    let sent = 0;
    it.tamper(async (request, forward) => {
      if (request.method === 'POST' && request.body.includes('"m-2"')) {
        // The last attempt lands late, after the last look.
        if (++sent === 5) setTimeout(forward, 300);
        return lost;
      }
      return request.method === 'POST' && request.body.includes('"m-3"') ? lost : forward();
    });
    expect(await run(it)).toMatchObject({
      exitCode: 7,
      report: { entities: { messages: { created: 1, inDoubt: 2, rejected: 0 } } },
    });
    await expect
      .poll(async () => (await Array.fromAsync(it.service.messages.list({ category: 'message' }))).length)
      .toBe(2);
    it.tamper((_request, forward) => forward());
    const before = it.requests.length;
    expect(await run(it)).toMatchObject({
      exitCode: 0,
      report: { entities: { messages: { created: 3, exists: 0 } } },
    });
    expect(it.requests.slice(before).filter((one) => one.startsWith('POST'))).toEqual(['POST /messages']);
    const held = await Array.fromAsync(it.service.messages.list({ category: 'message' }));
    expect(held.map(({ muid }) => muid).sort()).toEqual(['m-1', 'm-2', 'm-3']);
  });
});
