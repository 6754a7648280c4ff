import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExportSummary } from '../../../src/exports/export-summary.ts';
import {
  type SmallMessage,
  sendbirdExport,
  sendbirdId,
  slackExport,
} from '../../features/exports/small-exports.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { expectBalanced } from './landed.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';

/** A pipeline over some exports, each in a folder. */
const exported = (
  nights: readonly (readonly SmallMessage[])[],
  {
    rules = '',
    rest = '',
    make = sendbirdExport,
  }: { rules?: string; rest?: string; make?: typeof slackExport } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(
      nights.flatMap((messages, night) =>
        Object.entries(make(messages)).map(([name, text]) => [`exports/${night}/${name}`, text]),
      ),
    ),
    rest: `  export: { system: auto, path: exports/*/${rules} }\n${OLD}\n${rest}`,
  });

async function landed({ service }: ServiceHere): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { muid, data, deletedAt } of service.messages.list({ limit: 100 }))
    if (muid && deletedAt === undefined) found[muid] = data?.text;
  return found;
}

const summaryOf = async (here: ServiceHere): Promise<ExportSummary> => {
  const summary = (await here.json('run', '--yes')).result.export as ExportSummary;
  expectBalanced(summary);
  return summary;
};

test('a message that a copy outside of the window says was deleted is never published', async () => {
  await using here = await exported([[{ n: 1, text: 'secret' }, { n: 2 }], []], {
    rules: ', until: 2026-01-01T00:00:10Z',
  });
  const later = sendbirdExport([{ n: 1, deleted: true }])['messages.json'] as string;
  writeFileSync(
    join(here.folder, 'exports/1/messages.json'),
    later.replace(/"created_at":\d+/, `"created_at":${Date.UTC(2027, 0, 1)}`),
  );
  const { kinds } = await summaryOf(here);
  expect(await landed(here)).toEqual({ [sendbirdId(2)]: 'text 2' });
  expect(kinds.messages?.dropped).toEqual({ outside: 1, repeated: 1 });
});

test('a reply whose root is outside of the window is an ordinary message where replies are written', async () => {
  await using here = await exported([[{ n: 1 }, { n: 20, parent: 1 }, { n: 21, parent: 20 }]], {
    rules: ', since: 2026-01-01T00:00:10Z',
    rest: 'policies: { threads: write }',
  });
  const { result } = await here.json('validate');
  expect((result.export as ExportSummary).kinds).toMatchObject({
    messages: { read: 3, imported: 2, dropped: { outside: 1 } },
    replies: { read: 2, dropped: { rootMissing: 1 } },
  });
});

test.each([
  ['sendbird', sendbirdExport, 'ben'],
  ['slack', slackExport, 'UBEN'],
] as const)(
  '%s: the reactions of excluded users are left out, those of others stay',
  async (_, make, ben) => {
    const reactions = ['ann', 'ben', 'cleo'];
    await using here = await exported(
      [
        [
          { n: 1, edited: 1, reactions },
          { n: 2, by: 'ben', reactions },
        ],
      ],
      {
        make: (messages) => make(messages),
        rules: `, exclude: { users: [${ben}, "[cC]*", "*le*", "*LE*"] }`,
      },
    );
    const { kinds } = await summaryOf(here);
    expect(kinds.reactions).toMatchObject({ read: 6, kept: 1, dropped: { excluded: 2, messageLeftOut: 3 } });
    expect(kinds.messages?.dropped).toEqual({ excluded: 1 });
  },
);

describe('names that nothing has', () => {
  test.each([
    [
      'exclude: { conversations: [Qay] }',
      'exclude.conversations: the export has no conversation "Qay"',
      'did you mean "quay"?',
    ],
    ['include: { users: [CLEA] }', 'include.users: the export has no user "CLEA"', 'did you mean "cleo"?'],
    ['owner: bem', 'owner: the export has no user "bem"', 'did you mean "ben"?'],
    ['owner: ben, exclude: { users: [ben] }', 'owner: "ben" is excluded', 'include, exclude'],
  ])('%s', async (rules, message, hint) => {
    await using here = await exported([[{ n: 1 }]], { rules: `, ${rules}` });
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`EXPORT.NAME_UNKNOWN\nsources.export.${message}`);
    expect(stderr).toContain(hint);
  });

  test('a name with * that nothing has is a note', async () => {
    await using here = await exported([[{ n: 1 }]], { rules: ', exclude: { users: ["z*"] }' });
    const { notes } = await summaryOf(here);
    expect(notes).toEqual(['exclude.users: no user of the export is z*']);
  });

  test('rules without anything in them are refused', async () => {
    await using here = await exported([[{ n: 1 }]], { rules: ', exclude: {}' });
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('name conversations, users or types')]);
  });
});

test('a sync removes what is chosen no more, and brings what is chosen again', async () => {
  await using here = await exported([[{ n: 1 }, { n: 2, by: 'ben' }]], {
    rules: ', include: { users: [ann, ben, cleo] }',
    rest: 'sync: { onMissing: delete, maxDelete: 5 }',
  });
  const choose = async (users: string): Promise<void> => {
    writeFileSync(
      here.pipeline,
      readFileSync(here.pipeline, 'utf8').replace(/users: \[.*?\]/, `users: [${users}]`),
    );
  };
  await summaryOf(here);
  expect(Object.keys(await landed(here))).toEqual([sendbirdId(1), sendbirdId(2)]);
  await choose('ann, cleo');
  const narrowed = await here.json('run', '--yes');
  expect([narrowed.exitCode, narrowed.result.missing]).toMatchObject([
    0,
    { users: { deleted: 1 }, messages: { deleted: 1 } },
  ]);
  expect(Object.keys(await landed(here))).toEqual([sendbirdId(1)]);
  await choose('ann, ben, cleo');
  const widened = await here.json('run', '--yes');
  expect([widened.exitCode, widened.result.entities]).toMatchObject([0, { messages: { created: 1 } }]);
  expect(Object.keys(await landed(here))).toEqual([sendbirdId(1), sendbirdId(2)]);
});
