import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { jsonHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { at, BAD, FILES, HEAD, KISS, line, MESSAGES, ROWS, writes } from './reacted-history.ts';

const source = async ({ service }: Pick<ServiceHere, 'service'>): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for await (const { muid = '', data } of service.messages.list())
    found[muid] = (data?.metadata?.['source'] as Record<string, unknown> | undefined) ?? data?.metadata;
  return found;
};

test('by default, reactions are kept in the metadata of their message; one without its message is blocked', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'reactions.csv': `${ROWS}nowhere,ann,👍,\n` },
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ read: 6, skipped: 5, blocked: 1 });
  expect([result.balanced, result.skipped['reactions.metadata'], result.kept]).toEqual([
    true,
    5,
    { 'messages.reactions': 2 },
  ]);
  expect(writes(here)).toEqual([]);
  expect(await source(here)).toEqual({
    'm 1': {
      reactions: [
        { reaction: '👍', count: 2, uids: ['ben', 'ann'] },
        { reaction: 'thumbs up 100%', count: 1, uids: ['ben'] },
      ],
    },
    'm-2': { reactions: [{ reaction: KISS, count: 1, uids: ['ann'] }] },
  });
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});

test('more than fit are kept with counts, and a message with no room stays as it is', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `m-2,u-${n},r${n % 20},\n`).join('');
  const distinct = Array.from({ length: 2_000 }, (_, n) => `m 1,ann,${'é'.repeat(40)}${n},\n`).join('');
  const full = { ...MESSAGES[1], muid: 'full', sentAt: at + 5, text: 'x'.repeat(10_200) };
  await using here = await serviceHere({
    files: {
      ...FILES,
      'messages.ndjson': [...MESSAGES, full].map(line).join(''),
      'reactions.csv': `${HEAD}${many}${distinct}full,ann,👍,\n`,
    },
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 3, rejected: 0 });
  expect([result.kept, result.notCarried]).toEqual([
    { 'messages.reactions': 2 },
    { 'messages.reactionsWithoutRoom': 2 },
  ]);
  const found = (await source(here)) as Record<string, { reactions: unknown[]; reactionsLeftOut?: number }>;
  expect(found['m-2']?.reactions).toHaveLength(20);
  expect(found['m-2']?.reactions[0]).toMatchObject({ reaction: 'r0', count: 500, uids: { length: 30 } });
  const left = found['m 1']?.reactionsLeftOut ?? 0;
  expect([left > 1_000, (found['m 1']?.reactions.length ?? 0) + left]).toEqual([true, 2_000]);
  expect(found['full']).toBeUndefined();
});

test('a sync changes a message whose reactions have changed', async () => {
  await using here = await serviceHere({
    files: { ...FILES, 'reactions.csv': ROWS },
    rest: 'sync: { onMissing: delete }',
  });
  const put = (name: string, text: string): void => writeFileSync(join(here.folder, name), text);
  await here.json('run', '--yes');
  expect((await here.json<Report>('run', '--yes')).result.requests.sent).toBe(0);
  put('reactions.csv', ROWS.replace(`m-2,ann,${KISS},`, 'm-2,ben,🎉,'));
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.messages).toMatchObject({ updated: 1, unchanged: 1 });
  expect((await source(here))['m-2']).toEqual({ reactions: [{ reaction: '🎉', count: 1, uids: ['ben'] }] });
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});

test('a retry keeps the reactions of a corrected message', async () => {
  const messages = [...MESSAGES, BAD].map(line).join('');
  await using here = await serviceHere({
    files: { ...FILES, 'messages.ndjson': messages, 'reactions.csv': `${ROWS}bad,ann,👍,\n` },
    rest: 'thresholds: { rejected: "<90%" }',
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect([result.entities.messages.rejected, result.entities.reactions?.blocked]).toEqual([1, 1]);
  const rejects = join(here.folder, '.chatferry/here/rejects/messages.ndjson');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll('"nobody"', '"ann"'));
  const retried = await jsonHere<Report>(['rejects', 'retry', here.pipeline, '--yes', '--json']);
  expect(retried.exitCode).toBe(0);
  expect((await source(here))['bad']).toEqual({ reactions: [{ reaction: '👍', count: 1, uids: ['ann'] }] });
});

test('a run of the messages alone keeps their reactions and pins, so that a later run of all changes none', async () => {
  const files = { ...FILES, 'reactions.csv': ROWS, 'pins.csv': 'muid,uid\nm-2,ben\n' };
  await using here = await serviceHere({ files, rest: 'sync: { onMissing: keep }' });
  await here.json('run', '--yes', '--only', 'users,groups,members');
  await here.json('run', '--yes', '--only', 'messages');
  expect((await source(here))['m-2']).toEqual({
    pinned: { by: 'ben' },
    reactions: [{ reaction: KISS, count: 1, uids: ['ann'] }],
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test('what messages keep is not read where no messages are: neither by a run of other rows nor by a retry', async () => {
  const files = { ...FILES, 'reactions.csv': ROWS, 'members.csv': 'guid,uid\nteam,ann\nteam,nobody\n' };
  await using here = await serviceHere({ files, rest: 'thresholds: { rejected: "<90%" }' });
  await here.json('run', '--yes');
  rmSync(join(here.folder, 'reactions.csv'));
  const rejects = join(here.folder, '.chatferry/here/rejects/members.csv');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll('nobody', 'ben'));
  const retried = await jsonHere<Report>(['rejects', 'retry', here.pipeline, '--yes', '--json']);
  expect([retried.exitCode, retried.result.error]).toEqual([0, undefined]);
  const other = await here.json<Report>('run', '--yes', '--only', 'users,members');
  expect([other.result.error, other.result.entities.members.read]).toEqual([undefined, 2]);
});
