import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { at, line, MESSAGES, FILES as SMALL } from './reacted-history.ts';

const GOT = { ...MESSAGES[0], muid: 'm-3', sentAt: at + 5, deliveredAt: at + 8 };
const SEEN = { ...MESSAGES[0], muid: 'm-4', sentAt: at + 6, readAt: at + 50 };
const FILES = { ...SMALL, 'messages.ndjson': [...MESSAGES, GOT, SEEN].map(line).join('') };
const READ = 'policies: { unread: read }';

/** The times of messages, by muid. */
async function timesIn({ service }: ServiceHere): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { muid = '', deliveredAt, readAt } of service.messages.list())
    found[muid] = [deliveredAt ?? 0, readAt ?? 0];
  return found;
}

/** How many messages are unread: by Ben of Ann, and by Ann in the group. */
async function unreadIn({ service }: ServiceHere): Promise<readonly unknown[]> {
  const { withUser, withGroup } = service.conversations;
  return [
    (await withUser.get('ann', { onBehalfOf: 'ben' })).unreadMessageCount,
    (await withGroup.get('team', { onBehalfOf: 'ann' })).unreadMessageCount,
  ];
}

const NOT_READ = { 'm 1': [0, 0], 'm-2': [0, 0], 'm-3': [at + 8, 0], 'm-4': [0, at + 50] };

describe('a service that counts imports as unread', () => {
  const quirks = 'unreadimports';

  test.each(['', 'policies: { unread: keep }'])('%s leaves that to it', async (rest) => {
    await using here = await serviceHere({ files: FILES, quirks, rest });
    const { result } = await here.json<Report>('run', '--yes');
    expect(result.sentAsRead).toBeUndefined();
    expect(await timesIn(here)).toEqual(NOT_READ);
    expect(await unreadIn(here)).toEqual([2, 1]);
  });

  test('unread: read sends messages without readAt as read when they came, in no request more; nothing is unread', async () => {
    await using here = await serviceHere({ files: FILES, quirks, rest: READ });
    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result).toMatchObject({ sentAsRead: 3, notCarried: {}, cost: { batches: 4, single: 0 } });
    const { exitCode, result } = await here.json<Report>('run', '--yes');
    expect([exitCode, result.sentAsRead, result.requests.sent]).toEqual([0, 3, 4]);
    expect(await timesIn(here)).toEqual({
      ...NOT_READ,
      'm 1': [at, at],
      'm-2': [at + 1, at + 1],
      'm-3': [at + 8, at + 8],
    });
    expect(await unreadIn(here)).toEqual([0, 0]);
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('receipts of all members of a group do the same, for groups alone', async () => {
    await using here = await serviceHere({ files: FILES, quirks });
    const receipts =
      'sources:\n  receipts: { path: members.csv, map: { conversation: { template: "group_{guid}" }, readAt: { const: 2030-01-01T00:00:00Z } } }';
    const text = readFileSync(here.pipeline, 'utf8');
    writeFileSync(here.pipeline, text.replace('sources:', receipts));
    const { exitCode, result } = await here.json<Report>('run', '--yes');
    expect([exitCode, result.entities.receipts]).toMatchObject([0, { created: 2 }]);
    expect(await unreadIn(here)).toEqual([2, 0]);
  });
});

test('a service that does not: with unread: read nothing is unread either', async () => {
  await using here = await serviceHere({ files: FILES, rest: READ });
  await here.json('run', '--yes');
  expect(await unreadIn(here)).toEqual([0, 0]);
});

test('a sync that begins to send messages as read changes none that are there', async () => {
  await using here = await serviceHere({ files: FILES, rest: 'sync: { onMissing: delete }' });
  await here.json('run', '--yes');
  writeFileSync(here.pipeline, `${readFileSync(here.pipeline, 'utf8')}\n${READ}\n`);
  const later = { ...MESSAGES[0], muid: 'm-5', sentAt: at + 60 };
  writeFileSync(`${here.folder}/messages.ndjson`, FILES['messages.ndjson'] + line(later));
  expect((await here.json<PlanDocument>('plan')).result.sentAsRead).toBe(1);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 1, updated: 0, unchanged: 4 });
  expect([result.sentAsRead, result.requests.sent]).toEqual([1, 1]);
  expect(await timesIn(here)).toEqual({ ...NOT_READ, 'm-5': [at + 60, at + 60] });
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('live messages and replies carry no times, which is said', async () => {
  await using here = await serviceHere({ files: FILES, api: 'rest', rest: READ });
  const { result } = await here.json<PlanDocument>('plan');
  expect(result.sentAsRead).toBeUndefined();
  expect(result.warnings).toContainEqual(expect.stringContaining('unread: read'));
  const reply = { ...MESSAGES[0], muid: 'm-6', sentAt: at + 9, parentMuid: 'm 1' };
  await using replies = await serviceHere({
    files: { ...SMALL, 'messages.ndjson': [...MESSAGES, reply].map(line).join('') },
    rest: 'policies: { unread: read, threads: write }',
  });
  expect((await replies.json<Report>('run', '--yes')).result.sentAsRead).toBe(2);
  expect(await timesIn(replies)).toMatchObject({ 'm 1': [at, at], 'm-6': [0, 0] });
});
