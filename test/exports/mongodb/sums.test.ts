import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { expectedOf, expectSums, exportHere, summaryOf } from '../expected.ts';

describe.each([
  ['mongodb/json', 'JSON, 3 files'],
  ['mongodb/bson', 'BSON, 3 files'],
])('%s', (path, variant) => {
  test('the sums are those of another program, and every kind adds up', async () => {
    await using here = await exportHere(path);
    const { summary, report } = await summaryOf(here);
    expect(summary).toMatchObject({ system: 'mongodb', variant });
    expectSums({ summary, report }, expectedOf(path));
  });
});

test.each(['mongodb/json', 'mongodb/bson'])(
  '%s: a run lands every message, verify finds all of it, and a second run sends nothing',
  async (path) => {
    await using here = await exportHere(path);
    const { result, exitCode } = await here.json('run', '--yes');
    expect(exitCode).toBe(4);
    const stored = await Array.fromAsync(here.service.messages.list({ limit: 1000 }));
    expect(stored).toHaveLength(result.entities.messages?.created ?? 0);
    expect(result.entities.messages).toMatchObject({ rejected: 1 });
    expect(result.problems.map(({ code, count }) => [code, count])).toEqual([
      ['EXPORT.CONVERSATION_UNKNOWN', 1],
    ]);
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);
    const sent = here.requests.length;
    await here.json('run', '--yes');
    expect(here.requests.slice(sent).filter((request) => !request.startsWith('GET'))).toEqual([]);
  },
);
