import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step } from '../../../src/delivery/plan.ts';
import {
  BiggestConversations,
  ConversationTable,
} from '../../../src/features/validate/conversations/conversation-table.ts';
import { type DryRun, dryRun } from '../../../src/features/validate/dry-run.ts';
import { openPlan } from '../../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../../src/pipeline/pipeline.ts';
import { routesOf } from '../../../src/session/connect.ts';
import { realFiles } from '../../../src/system/files.ts';
import { seeded } from '../../support/random.ts';

const NOW = 1_772_000_000;
const ROWS = 400;

/** Exports that differ in what messages may be checked against, and in how odd the messages are. */
const exports = fc.record({
  seed: fc.nat(),
  sources: fc.subarray(['users', 'groups', 'members']),
  odd: fc.constantFrom(0, 0.02, 0.3),
  membersOnly: fc.boolean(),
  before: fc.constantFrom(0, NOW - 300, NOW - 100),
  policy: fc.constantFrom('allow', 'reject'),
});
type Exported = typeof exports extends fc.Arbitrary<infer T> ? T : never;

/** Messages of few users, so that conversations grow: later ones, replies, some for unknown ids, early, late or twice. */
function messages({ seed, odd }: Exported): string {
  const random = seeded(seed);
  const any = <T>(...each: readonly T[]): T => each[Math.floor(random() * each.length)] as T;
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const isOdd = random() < odd;
    const toGroup = random() < 0.6;
    const sender = isOdd ? any('ann', 'nobody', 'bad', 'Ben') : any('ann', 'ben', 'cyd');
    const receiver = toGroup
      ? any('team', 'yard', isOdd ? 'nowhere' : 'team')
      : any('ann', 'ben', isOdd ? 'bad' : 'cyd');
    const sentAt = NOW - ROWS + row + (isOdd ? any(0, 1, -50, 2 * ROWS) : 0);
    const muid = isOdd ? `m-${Math.floor(random() * row)}` : `m-${row}`;
    const parent = random() < 0.1 ? `m-${Math.floor(random() * ROWS * 1.1)}` : '';
    const mentioned = any(
      '',
      '',
      '',
      '<@uid:Ann>',
      '<@uid:ann> <@uid:ben',
      isOdd ? '<@uid:bad>' : '<@uid:nobody>',
    );
    const text = `text ${row} ${mentioned}`;
    return [muid, sender, receiver, toGroup ? 'group' : 'user', sentAt, text, parent].join(',');
  });
  return ['muid,sender,receiver,receiverType,sentAt,text,parentMuid', ...lines, ''].join('\n');
}

const FILES = {
  users: 'uid,name\nann,Ann\nben,Ben\ncyd,Cyd\nbad,\n',
  groups: 'guid,name,owner\nteam,Team,ann\nyard,Yard,ben\n',
  members: 'guid,uid\nteam,ann\nteam,ben\nyard,cyd\nyard,ann\n',
};

async function found(exported: Exported, folder: string, threads: number): Promise<DryRun> {
  const sources = [...exported.sources, 'messages'].map((name) => `  ${name}: { path: ${name}.csv }`);
  const text = ['version: 1', 'name: ordinary', 'target: sandbox', 'sources:', ...sources].join('\n');
  const pipeline = parsePipeline(text, join(folder, 'pipeline.yaml'), {});
  const plan = await openPlan(pipeline, {
    routes: routesOf(pipeline),
    nowMs: NOW * 1_000,
    strict: false,
    files: realFiles,
  });
  const { before, policy, membersOnly } = exported;
  return dryRun(
    {
      ...plan,
      steps: plan.steps.map(withReplies),
      retention: { before, policy: policy as 'allow', days: 183, hosted: true },
    },
    {
      requestsPerMinute: 60,
      signal: new AbortController().signal,
      access: { ownersJoin: membersOnly, membersOnly },
      threads,
    },
  );
}

/** As through an API that carries replies: a message with a field that is lost is never ordinary. */
const withReplies = (step: Step): Step => ({
  ...step,
  route: { ...step.route, carries: new Set([...step.route.carries, 'parentMuid']) },
});

test('messages that are accounted for many at once are counted like those that are one by one', async () => {
  let ready = 0;
  await fc.assert(
    fc.asyncProperty(exports, async (exported) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'ordinary-'));
      const files = { ...FILES, messages: messages(exported) };
      for (const [name, text] of Object.entries(files))
        await writeFile(join(folder.path, `${name}.csv`), text);
      const many = await found(exported, folder.path, 1);
      expect(many).toEqual(await found(exported, folder.path, 0));
      ready += many.steps.messages?.counts.pending ?? 0;
    }),
    { numRuns: 60 },
  );
  expect(ready).toBeGreaterThan(ROWS);
});

test('a conversation is named when it begins or grows, but not again as long as its name is kept', () => {
  const table = new ConversationTable();
  const biggest = new BiggestConversations();
  const named: number[] = [];
  for (let messages = 1; messages <= 64; messages++) {
    table.add(1, 2, messages);
    if (!biggest.needsName(table)) continue;
    named.push(messages);
    // As if the name had been dropped for larger conversations.
    if (messages > 1) biggest.name(1, 2, 'group_team', table);
    if (messages === 16) table.setNamed(1, 2, false);
  }
  expect(named).toEqual([1, 16, 32]);
  expect(table.find(1, 2)).toEqual({ messages: 64, firstAt: 1, lastAt: 64 });
  expect(biggest.profile(table)).toEqual([{ id: 'group_team', messages: 64, firstAt: 1, lastAt: 64 }]);
});
