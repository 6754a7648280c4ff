import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';
import { at, BAD, FILES, line, MESSAGES } from './reacted-history.ts';

const OLD = { ...MESSAGES[0], muid: 'old', sentAt: 1_500_000_000 };
const DELETED = { ...MESSAGES[0], muid: 'gone', sentAt: at + 3, deletedAt: at + 4 };
const DRAFT = { ...MESSAGES[1], muid: 'draft', sentAt: at + 5, kind: 'draft' };
const HANGING = {
  ...FILES,
  'messages.ndjson': [...MESSAGES, OLD, DELETED, DRAFT].map(line).join(''),
  'reactions.csv': 'muid,uid,reaction\nm 1,ben,👍\nold,ben,👍\ngone,ben,👍\ndraft,ann,👍\n',
  'pins.csv': 'muid,uid\nm-2,\nold,ann\ngone,ann\ndraft,ben\n',
};
const RULES = 'retention: { messagesOlderThanDays: 1000, policy: skip }';

/** A pipeline whose messages that are drafts are left out. */
async function historyHere(files: Readonly<Record<string, string>>, rest: string) {
  const here = await serviceHere({ files, rest });
  const path = 'path: messages.ndjson';
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace(path, `${path}, where: { kind: { not: draft } }`));
  return here;
}

test('reactions and pins of messages that a rule leaves out are left out with them, and the run is no failure', async () => {
  await using here = await historyHere(HANGING, RULES);
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ read: 4, skipped: 4, blocked: 0 });
  expect(result.skipped).toEqual({
    'messages.deleted': 1,
    'messages.retention': 1,
    'messages.where': 1,
    'reactions.metadata': 1,
    'reactions.messageLeftOut': 3,
    'pins.metadata': 1,
    'pins.messageLeftOut': 3,
  });
  expect([exitCode, result.balanced]).toEqual([0, true]);
});

test('so it is where they are written live, also in a later sync that reads the messages no more', async () => {
  await using here = await historyHere(
    HANGING,
    `${RULES}\npolicies: { reactions: write, pins: write }\nsync: { onMissing: keep }`,
  );
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ created: 1, skipped: 3, blocked: 0 });
  expect(result.entities.pins).toMatchObject({ created: 1, skipped: 3, blocked: 0 });
  expect(result.skipped['pins.messageLeftOut']).toBe(3);
  expect([exitCode, result.balanced]).toEqual([0, true]);
  const again = await here.json<Report>('run', '--yes');
  expect(again.result.entities.reactions).toMatchObject({ unchanged: 1, skipped: 3, blocked: 0 });
  expect([again.exitCode, (await here.json('verify', '--one-way')).exitCode]).toEqual([0, 0]);
});

test('what hangs on a message that was rejected, or that no source has, is blocked', async () => {
  await using here = await historyHere(
    {
      ...HANGING,
      'messages.ndjson': HANGING['messages.ndjson'] + line(BAD),
      'reactions.csv': 'muid,uid,reaction\nbad,ann,👍\nnowhere,ann,👍\ngone,ann,👍\n',
      'pins.csv': 'muid,uid\nbad,ben\nold,ben\n',
    },
    `${RULES}\nthresholds: { rejected: "<90%" }`,
  );
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect(result.entities.reactions).toMatchObject({ skipped: 1, blocked: 2 });
  expect(result.entities.pins).toMatchObject({ skipped: 1, blocked: 1 });
  expect(exitCode).toBe(4);
});

test('nothing is kept in a message that was there before the run, and the counts say so', async () => {
  const [first = {}, second = {}] = MESSAGES;
  const files = {
    ...FILES,
    'messages.ndjson': line(first),
    'reactions.csv': 'muid,uid,reaction\nm 1,ben,👍\nm-2,ben,👍\n',
    'pins.csv': 'muid,uid\nm 1,ben\n',
  };
  await using here = await serviceHere({ files });
  await here.json('run', '--yes', '--only', 'users,groups,members,messages');
  rmSync(join(here.folder, '.chatferry'), { recursive: true });
  const messages = line({ ...first, editedAt: at + 9 }) + line(second);
  writeFileSync(join(here.folder, 'messages.ndjson'), messages);
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 1, exists: 1 });
  expect(result.skipped).toEqual({
    'reactions.metadata': 1,
    'reactions.messageExists': 1,
    'pins.messageExists': 1,
  });
  expect(result.kept).toEqual({ 'messages.reactions': 1 });
  expect(result.notCarried).toEqual({
    'messages.editedAtOfExisting': 1,
    'messages.pinnedOfExisting': 1,
    'messages.reactionsOfExisting': 1,
  });
});
