import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';
import { at, line } from './reacted-history.ts';

const said = (muid: string, sender: string, receiver: string, plus: number): object => ({
  muid,
  sender,
  receiver,
  receiverType: receiver === 'team' ? 'group' : 'user',
  sentAt: at + plus,
  text: `text of ${muid}`,
});
const MESSAGES = [
  said('a-1', 'ann', 'ben', 0),
  said('t-1', 'ann', 'team', 1),
  said('a-2', 'ben', 'ann', 10),
  said('a-3', 'ann', 'ben', 20),
  said('t-2', 'ben', 'team', 30),
  said('t-3', 'ann', 'team', 40),
];
const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\ncat,Cat\n',
  'groups.csv': 'guid,name\nteam,Team\n',
  'members.csv': 'guid,uid\nteam,ann\nteam,ben\n',
  'messages.ndjson': MESSAGES.map(line).join(''),
};
const HEAD = 'conversation,uid,deliveredAt,readAt\n';
/** Ben has read the first message of Ann and got the next; Ann has read all; Ben has read two messages of the team. */
const ROWS = `${HEAD}ben_user_ann,ben,,${at + 15}\nANN_USER_BEN,ann,,${at + 99}\ngroup_team,ben,${at + 30},${at + 30}\n`;

type Seen = Readonly<Record<string, string | undefined>>;

/** The muid up to which users have read their conversations. */
async function readIn({ service }: Pick<ServiceHere, 'service'>): Promise<Seen> {
  const muids = new Map<string, string>();
  for await (const { id, muid = '' } of service.messages.list()) muids.set(id, muid);
  const { withUser, withGroup } = service.conversations;
  const of = ({ lastReadMessageId }: { lastReadMessageId?: string | null | undefined }) =>
    muids.get(lastReadMessageId ?? '');
  return {
    ben: of(await withUser.get('ann', { onBehalfOf: 'ben' })),
    ann: of(await withUser.get('ben', { onBehalfOf: 'ann' })),
    team: of(await withGroup.get('team', { onBehalfOf: 'ben' })),
  };
}

const marks = ({ requests }: Pick<ServiceHere, 'requests'>): string[] =>
  requests.filter((each) => /conversation\/(?:read|delivered)$/.test(each));

async function verified(here: ServiceHere): Promise<object | undefined> {
  const { result } = await here.json<{ entities: Record<string, object> }>('verify', '--one-way');
  return result.entities['receipts'];
}

describe.each(['import', 'rest'])('api: %s', (api) => {
  test('each user has read up to the last message that is not later; verify finds all, a second run sends nothing', async () => {
    // Live messages have the time of the run, so all of them are later than the receipts.
    const rows = api === 'import' ? ROWS : ROWS.replaceAll(/,\d{10}$/gm, ',9999999999');
    await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': rows }, api });
    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result.entities.receipts).toMatchObject({ new: 3 });
    expect(planned.result.cost.single).toBeGreaterThanOrEqual(9);
    expect(planned.result.warnings).toContainEqual(expect.stringContaining('time of the run'));
    const { exitCode, result } = await here.json<Report>('run', '--yes');
    expect([exitCode, result.balanced]).toEqual([0, true]);
    expect(result.entities.receipts).toMatchObject({ read: 3, created: 3 });
    expect(result.notCarried['receipts.readAt']).toBeUndefined();
    expect(await readIn(here)).toEqual(
      api === 'import' ? { ben: 'a-2', ann: 'a-3', team: 't-2' } : { ben: 'a-3', ann: 'a-3', team: 't-3' },
    );
    expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);
    expect(await verified(here)).toMatchObject({ same: 3, differs: 0, onlySource: 0 });
  });
});

test('a later receipt is written by a sync; an earlier one and a removed one take nothing back, which is counted', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'receipts.csv': ROWS },
    rest: 'sync: { onMissing: delete, maxDelete: 100% }',
  });
  await here.json('run', '--yes');
  const before = marks(here).length;
  const next = `${HEAD}ann_user_ben,ben,,${at + 99}\nann_user_ben,ann,,${at + 1}\n`;
  writeFileSync(join(here.folder, 'receipts.csv'), next);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.receipts).toMatchObject({ updated: 1, exists: 1 });
  expect(result.missing?.receipts).toMatchObject({ kept: 1, deleted: 0 });
  expect(await readIn(here)).toEqual({ ben: 'a-3', ann: 'a-3', team: 't-2' });
  expect(marks(here)).toHaveLength(before + 1);
  expect(await verified(here)).toMatchObject({ same: 2, differs: 0, onlySource: 0 });
  expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);
});

test('undo sends nothing for receipts, and forgets them', async () => {
  await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': ROWS } });
  for (const uid of ['ann', 'ben']) await here.service.users.create({ uid, name: uid });
  await here.json('run', '--yes');
  const before = marks(here).length;
  const { result: asked } = await here.json<{ confirm: string }>('undo');
  const { exitCode, result } = await here.json<Report>('undo', '--confirm', asked.confirm);
  expect(exitCode).toBe(0);
  expect(result.entities).toMatchObject({ receipts: { removed: 0, kept: 2, implied: 1, failed: 0 } });
  expect(marks(here)).toHaveLength(before);
  expect((await here.json<Report>('run', '--yes')).result.entities.receipts).toMatchObject({ created: 3 });
});

test('who has read further by now stays there, and so does a receipt that is written again', async () => {
  await using here = await serviceHere({ files: FILES });
  await here.json('run', '--yes');
  await here.service.conversations.withUser.markAsRead('ann', {}, { onBehalfOf: 'ben' });
  const path = join(here.folder, 'receipts.csv');
  writeFileSync(path, `${HEAD}ann_user_ben,ben,,${at + 15}\n`);
  writeFileSync(here.pipeline, withReceipts(here));
  const { result } = await here.json<Report>('run', '--yes', '--fresh');
  expect(result.entities.receipts).toMatchObject({ read: 1, exists: 1 });
  expect(await readIn(here)).toMatchObject({ ben: 'a-3' });
  expect(marks(here).filter((each) => each.startsWith('POST'))).toHaveLength(1);
});

const withReceipts = ({ pipeline }: ServiceHere): string =>
  readFileSync(pipeline, 'utf8').replace('sources:', 'sources:\n  receipts: { path: receipts.csv }');

test('delivered messages get their time, those behind it do not; verify sees it between users', async () => {
  const rows = `${HEAD}ann_user_ben,ben,${at + 15},\ngroup_team,ben,${at + 15},\n`;
  await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': rows } });
  expect((await here.json<Report>('run', '--yes')).result.entities.receipts).toMatchObject({ created: 2 });
  const delivered: string[] = [];
  for await (const { muid = '', deliveredAt, readAt } of here.service.messages.list()) {
    expect(readAt ?? undefined).toBeUndefined();
    if (deliveredAt) delivered.push(muid);
  }
  expect(delivered).toEqual(['a-1']);
  expect(await verified(here)).toMatchObject({ same: 2, differs: 0 });
});

test('verify shows a receipt that the service does not have', async () => {
  await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': ROWS } });
  await here.json('run', '--yes');
  const { withUser } = here.service.conversations;
  for await (const { id, muid } of here.service.messages.list())
    if (muid === 'a-2') await withUser.markAsUnread('ben', id, { onBehalfOf: 'ann' });
  expect(await verified(here)).toMatchObject({ same: 2, differs: 1 });
});

test('wrong rows: each has its code; without a message there is nothing to mark, and outside the group nothing to see', async () => {
  const rows = [
    ['ann_user_ben', 'cat', at, 'RECEIPT.NOT_IN_CONVERSATION'],
    ['ann_user_ann', 'ann', at, 'RECEIPT.NOT_IN_CONVERSATION'],
    ['team', 'ann', at, 'RECEIPT.CONVERSATION_INVALID'],
    ['group_', 'ann', at, 'RECEIPT.CONVERSATION_INVALID'],
    ['group_te am', 'ann', at, 'RECEIPT.CONVERSATION_INVALID'],
    ['', 'ann', at, 'ROW.FIELD_MISSING'],
    ['group_team', '', at, 'ROW.FIELD_MISSING'],
    ['group_team', 'ann', '', 'RECEIPT.TIME_MISSING'],
    ['group_team', 'ann', 'soon', 'ROW.TIME_INVALID'],
    ['group_nowhere', 'ann', at, 'REFERENCE.UNKNOWN'],
    ['ann_user_nobody', 'ann', at, 'REFERENCE.UNKNOWN'],
    ['ann_user_ben', 'ann', at + 5, undefined],
    ['ben_user_ann', 'ann', at + 6, 'ROW.DUPLICATE'],
    ['ann_user_cat', 'ann', at, undefined],
    ['group_team', 'ben', at, undefined],
    ['group_team', 'cat', at + 9, 'REFERENCE.CONVERSATION'],
  ] as const;
  const text = `conversation,uid,readAt\n${rows.map(([...cells]) => `${cells.slice(0, 3).join()}\n`).join('')}`;
  await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': text } });
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect([exitCode, result.balanced]).toEqual([4, true]);
  expect(result.entities.receipts).toMatchObject({
    read: 16,
    created: 1,
    skipped: 2,
    blocked: 1,
    rejected: 12,
  });
  expect(result.skipped['receipts.noMessage']).toBe(2);
  const counts = new Map<string, number>();
  for (const [, , , code] of rows) if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  expect(new Map(result.problems.map(({ code, count }) => [code, count]))).toEqual(counts);
});

test('answers are lost: each receipt is there, and is counted as ours', async () => {
  await using service = await tamperedService();
  let calls = 0;
  service.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    const isLost = method === 'POST' && path.endsWith('/read') && ++calls % 2 === 1;
    return isLost ? { status: 0, body: {} } : answer;
  });
  const files = { ...FILES, 'receipts.csv': ROWS };
  for (const [name, text] of Object.entries(files)) service.write(name, text);
  const sources = Object.keys(files).map((name) => `  ${name.split('.')[0]}: { path: ${name} }\n`);
  const head = `version: 1\nname: lost\n${service.target} }\nsources:\n`;
  const pipeline = service.write('pipeline.yaml', `${head}${sources.join('')}`);
  const { stdout, stderr } = await service.run('run', pipeline, '--yes', '--json');
  if (stdout === '') throw new Error(stderr);
  const { entities } = JSON.parse(stdout) as Report;
  expect(entities.receipts).toMatchObject({ created: 3, exists: 0, inDoubt: 0 });
  expect(calls).toBe(6);
  expect(await readIn(service)).toEqual({ ben: 'a-2', ann: 'a-3', team: 't-2' });
});

test('a receipt that was blocked is written by a retry, once its user is in the group', async () => {
  const rows = `${HEAD}group_team,cat,,${at + 35}\n`;
  await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': rows } });
  expect((await here.json<Report>('run', '--yes')).result.entities.receipts).toMatchObject({ blocked: 1 });
  await here.service.members.add('team', { participants: ['cat'] });
  const retried = await jsonHere<Report>(['rejects', 'retry', here.pipeline, '--yes', '--json']);
  expect([retried.exitCode, retried.result.entities.receipts]).toMatchObject([0, { created: 1 }]);
  expect(await verified(here)).toMatchObject({ same: 1 });
});

test('who has to be forgotten is in no receipt any more, on either side of a conversation, nor in what is kept', async () => {
  const wrong = `${ROWS}ann_user_ben,cat,,${at}\n`;
  await using here = await serviceHere({ files: { ...FILES, 'receipts.csv': wrong } });
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  const kept = (): string =>
    readFileSync(join(here.folder, '.chatferry/here/rejects/receipts.csv'), 'utf8').toLowerCase();
  expect(kept()).toContain('ann_user_ben');
  await here.json('forget', '--uid', 'ann', '--yes');
  expect(existsSync(join(here.folder, '.chatferry/here/rejects/receipts.csv')) ? kept() : '').not.toContain(
    'ann_user',
  );
  const { result } = await here.json<Report>('run', '--yes', '--fresh');
  expect(result.entities.receipts).toMatchObject({ read: 4, skipped: 3, exists: 1 });
});
