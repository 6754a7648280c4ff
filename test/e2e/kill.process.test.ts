import { expect, test } from 'vitest';
import { sized } from '../support/long-form.ts';
import { faultless } from './checker.ts';
import { type KillLoopOptions, killLoop } from './kill-loop.ts';

const cases: readonly (readonly [string, KillLoopOptions])[] = [
  [
    'the import API',
    {
      messages: sized(10_000, 20_000),
      users: 200,
      groups: 20,
      kills: sized(4, 8),
      faults: '429=0:3%,503:4%,reset-after:2%@/data_import',
      // Between two of them thousands of rows leave the window without a save.
      bad: 5_000,
      killAfterMs: [350, 1_300],
      api: 'import',
      seed: 11,
    },
  ],
  [
    'the import API that answers 500 for a whole batch with a bad row in it',
    {
      messages: 6_000,
      users: 200,
      groups: 20,
      kills: 5,
      faults: '500-after:4%@/data_import,delay=40',
      quirks: 'poison=batch500,nested',
      bad: 500,
      killAfterMs: [350, 1_300],
      api: 'import',
      seed: 12,
    },
  ],
  [
    'the ordinary REST calls, which refuse no message twice',
    {
      messages: 900,
      users: 60,
      groups: 6,
      kills: 4,
      faults: 'reset-after:1%@/messages,503:1%',
      bad: 200,
      killAfterMs: [500, 2_500],
      api: 'rest',
      seed: 13,
    },
  ],
];

test.each(cases)(
  'killed again and again through %s: every valid row once, every reject once, counts exact',
  async (_, options) => {
    const { verdict, report, rejects, badMessages, users, groups, kills } = await killLoop(options);
    expect(verdict).toEqual(faultless(options.messages - badMessages));
    expect(kills).toBeGreaterThan(0);
    expect([users, groups]).toEqual([options.users, options.groups]);
    expect(rejects.size).toBe(badMessages);
    expect([...rejects.values()].every((times) => times === 1)).toBe(true);
    expect(report.balanced).toBe(true);
    expect(report.entities.messages).toMatchObject({
      read: options.messages,
      created: options.messages - badMessages,
      exists: 0,
      rejected: badMessages,
      blocked: 0,
    });
    expect(report.exitCode).toBe(4);
  },
);
