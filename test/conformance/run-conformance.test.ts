import { describe, expect, test } from 'vitest';
import type { TestedService } from '../../src/conformance/check.ts';
import { type CheckResult, runConformance } from '../../src/conformance/run-conformance.ts';

describe('the runner', () => {
  const peer = {} as TestedService;
  const check = (run: () => Promise<void>) => ({ name: 'one', covers: [], needs: 'read' as const, run });

  test('gives up a check that does not end, and removes what it made', async () => {
    const removed: string[] = [];
    const endless = {
      ...check(async () => {}),
      run: async ({ later }: { later: (undo: () => Promise<unknown>) => void }) => {
        later(async () => void removed.push('first'));
        later(async () => void removed.push('second'));
        await new Promise(() => {});
      },
    };
    const [result] = await runConformance([endless], peer, () => {}, { checkMs: 50 });
    expect(result).toMatchObject({ status: 'failed', reason: 'no end within 0 s' });
    expect(removed).toEqual(['second', 'first']);
  });

  test('ends with its signal: what has not begun is skipped', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const checks = [check(async () => stop.abort()), check(async () => {})];
    const observe = ({ status }: CheckResult): void => void seen.push(status);
    const results = await runConformance(checks, peer, observe, { signal: stop.signal });
    expect(results[1]).toMatchObject({ status: 'skipped', reason: 'the suite was ended' });
    expect(seen).toHaveLength(2);
  });

  test('says what could not be removed', async () => {
    const leaving = {
      ...check(async () => {}),
      run: async ({ later }: { later: (undo: () => Promise<unknown>) => void }) =>
        later(() => Promise.reject(new Error('it stays'))),
    };
    const [result] = await runConformance([leaving], peer);
    expect(result).toMatchObject({ status: 'failed', reason: 'not everything could be removed: it stays' });
  });

  test.each([{ concurrency: 0 }, { concurrency: 9 }, { prefix: 'Upper Case' }])(
    'refuses %j',
    async (options) => {
      await expect(runConformance([], peer, () => {}, options)).rejects.toThrow(RangeError);
    },
  );
});
