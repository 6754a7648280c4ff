import { expect, test } from 'vitest';
import { exportKinds } from '../../../../src/input/exports/neutral.ts';
import type { Verification } from '../../../../src/report/result/verification.ts';
import { expectedOf, exportHere, kindOf, outcomes, summaryOf, sumsOf } from '../expected.ts';

const NAMES = ['slack/synthetic', 'slack/hfaran-testarchive', 'slack/zulip-test_slack_importer'] as const;

test.each(NAMES)('the sums of %s are those of another program, and every kind adds up', async (name) => {
  await using here = await exportHere(`${name}.zip`);
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf(name);
  expect(summary).toMatchObject({ system: 'slack', label: 'Slack' });
  expect(expected).toMatchObject(sumsOf(summary));
  const reactions = kindOf(summary, 'reactions');
  expect(reactions.read).toBe(expected.reactions_named + expected.reactions_unnamed);
  for (const kind of exportKinds)
    expect(outcomes(kindOf(summary, kind)), kind).toBe(kindOf(summary, kind).read);
  const { dropped } = kindOf(summary, 'messages');
  expect(dropped['system']).toBe(expected.by_kind['system']);
  expect(dropped['deleted'] ?? 0).toBe(expected.deleted);
  expect(dropped['unknownConversation'] ?? 0).toBe(expected.unknown_conversation);
  expect(report.balanced).toBe(true);
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual(
    expected.unknown_conversation > 0 ? [['EXPORT.CONVERSATION_UNKNOWN', 1]] : [],
  );
});

test.each(NAMES)('a run lands %s, and verify finds all of it', async (name) => {
  await using here = await exportHere(`${name}.zip`);
  const { result } = await here.json('run', '--yes');
  const landed = Object.values(result.entities).reduce((sum, { created }) => sum + created, 0);
  const verified = await here.json<Verification>('verify');
  expect(verified.exitCode).toBe(0);
  expect(verified.result.verified).toEqual({ same: landed, of: landed });
});
