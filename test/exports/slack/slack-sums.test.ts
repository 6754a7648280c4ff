import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { expectedOf, expectSums, exportHere, kindOf, summaryOf } from '../expected.ts';

const NAMES = ['slack/synthetic', 'slack/hfaran-testarchive', 'slack/zulip-test_slack_importer'] as const;

test.each(NAMES)('the sums of %s are those of another program, and every kind adds up', async (name) => {
  await using here = await exportHere(`${name}.zip`);
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf(name);
  expect(summary).toMatchObject({ system: 'slack', label: 'Slack' });
  expectSums({ summary, report }, expected);
  const { dropped } = kindOf(summary, 'messages');
  expect(dropped['system']).toBe(expected.by_kind['system']);
  expect(dropped['deleted'] ?? 0).toBe(expected.deleted);
  expect(dropped['unknownConversation'] ?? 0).toBe(expected.unknown_conversation);
});

test.each(NAMES)('a run lands %s, and verify finds all of it', async (name) => {
  await using here = await exportHere(`${name}.zip`);
  const { result } = await here.json('run', '--yes');
  const landed = Object.values(result.entities).reduce((sum, { created }) => sum + created, 0);
  const verified = await here.json<Verification>('verify');
  expect(verified.exitCode).toBe(0);
  expect(verified.result.verified).toEqual({ same: landed, of: landed });
});
