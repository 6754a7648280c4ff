import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { kindOf, outcomes, summaryOf } from '../../exports/expected.ts';
import { serviceHere } from '../../support/service-here.ts';
import { type SmallMessage, sendbirdExport, sendbirdId } from './small-exports.ts';

const LIVE = 'policies: { threads: write, reactions: write, pins: write, sender: drop }';

/** The service of a run of an export whose threads are written, and what it holds: each message with its root. */
async function written(messages: readonly SmallMessage[]) {
  const here = await serviceHere({
    files: Object.fromEntries(
      Object.entries(sendbirdExport(messages)).map(([name, text]) => [`export/${name}`, text]),
    ),
    rest: `  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }\n${LIVE}`,
  });
  const { summary } = await summaryOf(here);
  const { exitCode, result } = await here.json('run', '--yes');
  const found: { id: string; muid: string; parentId: string | undefined; text: unknown }[] = [];
  for await (const { id, muid, parentId, data } of here.service.messages.list({ limit: 100 }))
    if (muid) found.push({ id: String(id), muid, parentId: parentId && String(parentId), text: data?.text });
  const muids = new Map(found.map(({ id, muid }) => [id, muid]));
  const number = (muid: string | undefined): number => Number(muid) - Number(sendbirdId(0));
  const roots = Object.fromEntries(
    found.map(({ muid, parentId }) => [number(muid), parentId ? number(muids.get(parentId)) : 0]),
  );
  return { here, summary, exitCode, result, roots };
}

test('written replies hang on the root of their thread; those without one are ordinary messages, and nothing is blocked', async () => {
  const { here, summary, exitCode, result, roots } = await written([
    { n: 1 },
    { n: 2, parent: 1 },
    // An answer to an answer, and one to that.
    { n: 3, parent: 2 },
    { n: 4, parent: 3 },
    // In no file.
    { n: 5, parent: 99 },
    // Removed by its author.
    { n: 6, deleted: true },
    { n: 7, parent: 6 },
    // Sent before its root.
    { n: 8, parent: 10 },
    { n: 9, parent: 8 },
    { n: 10 },
    // Answers to themselves and to each other.
    { n: 11, parent: 11 },
    { n: 12, parent: 13 },
    { n: 13, parent: 12 },
    { n: 14, parent: 13 },
  ]);
  await using _ = here;
  expect([exitCode, result.balanced, result.entities.messages]).toMatchObject([
    0,
    true,
    { read: 13, created: 13, blocked: 0, rejected: 0 },
  ]);
  expect(roots).toEqual({
    1: 0,
    2: 1,
    3: 1,
    4: 1,
    5: 0,
    7: 0,
    8: 10,
    9: 10,
    10: 0,
    11: 0,
    12: 0,
    13: 12,
    14: 12,
  });
  const replies = kindOf(summary, 'replies');
  expect([replies, outcomes(replies)]).toEqual([
    { read: 11, imported: 3, converted: 4, kept: 0, dropped: { rootMissing: 4 } },
    11,
  ]);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});

test('reactions to messages that are left out, and of people who are, block nothing', async () => {
  const { here, summary, exitCode, result } = await written([
    { n: 1, reactions: ['ben', 'nobody', 'cleo'] },
    { n: 2, deleted: true, reactions: ['ben'] },
    { n: 3, by: 'nobody', reactions: ['ben', 'cleo'] },
  ]);
  await using _ = here;
  expect([exitCode, result.entities.reactions]).toMatchObject([0, { read: 2, created: 2, blocked: 0 }]);
  const reactions = kindOf(summary, 'reactions');
  expect([reactions, outcomes(reactions)]).toEqual([
    { read: 6, imported: 2, converted: 0, kept: 0, dropped: { messageLeftOut: 3, unknownUser: 1 } },
    6,
  ]);
});
