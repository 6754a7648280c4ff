import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { expectedOf, expectSums, exportHere, kindOf, summaryOf } from '../expected.ts';

describe.each([
  ['synthetic', '', '1 × export of an account'],
  ['chat-miner-batch', '', '1 × export of an account'],
  ['chat-miner-single', '', '1 × export of a chat'],
  ['open-chat-exporter', ', zone: UTC', '1 × export of a chat'],
])('telegram/%s', (name, options, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(`telegram/${name}`, { options });
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(`telegram/${name}`);
    expect(summary).toMatchObject({ system: 'telegram', label: 'Telegram', variant });
    expectSums({ summary, report }, expected);
    const { system = 0 } = expected.by_kind;
    const empty = expected.empty_text_no_file;
    expect(kindOf(summary, 'messages').dropped).toEqual({
      ...(system > 0 ? { system } : {}),
      ...(empty > 0 ? { empty } : {}),
    });
  });

  test('a run lands the export, verify finds all of it, and a second run sends nothing', async () => {
    await using here = await exportHere(`telegram/${name}`, { options });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.balanced, result.entities.messages.rejected]).toEqual([0, true, 0]);
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);
    const sent = here.requests.length;
    await here.json('run', '--yes');
    expect(here.requests.slice(sent).filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});
