import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { KeyLog, type LoggedKey } from '../../../src/features/validate/key-log.ts';
import { fingerprint64 } from '../../../src/keys/fingerprint64.ts';

/** More keys than are kept in memory, so that most are written to disk. */
const KEYS = 600_000;

const folders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`chatferry-keys-${process.pid}-`));

test('finds every repeated key and every reference among more keys than are kept in memory, and leaves no file', async () => {
  const repeated = new Map<number, { first: LoggedKey; again: LoggedKey }>();
  const referred = new Map<number, LoggedKey | undefined>();
  {
    using log = new KeyLog();
    for (let row = 0; row < KEYS; row++) {
      // Every 1,000th row has the key of the row 500 before it, every 1,500th refers to a later one or to none.
      const { lo, hi } = fingerprint64(`m-${row % 1_000 === 999 ? row - 500 : row}`);
      const place = { file: row % 3, line: row + 2, byte: row * 100_000 };
      log.add(lo, hi, row % 7, row + 1, place, row % 128);
      if (row % 1_500 !== 0) continue;
      const parent = fingerprint64(row % 3_000 === 0 ? `m-${row + 1_234}` : `nobody-${row}`);
      log.refer(parent.lo, parent.hi, row + 1, place, 0);
    }
    expect(log.size).toBe(KEYS);
    expect(await folders()).toHaveLength(1);
    log.resolve({
      repeated: (first, again) => repeated.set(again.line - 2, { first, again }),
      referred: (from, to) => referred.set(from.line - 2, to),
    });
  }
  expect(await folders()).toEqual([]);
  expect(repeated.size).toBe(KEYS / 1_000);
  expect(referred.size).toBe(KEYS / 1_500);
  for (let row = 999; row < KEYS; row += 1_000) {
    const keyAt = (at: number): LoggedKey => ({
      file: at % 3,
      line: at + 2,
      byte: at * 100_000,
      content: at % 7,
      sentAt: at + 1,
      marks: at % 128,
    });
    expect(repeated.get(row)).toEqual({ first: keyAt(row - 500), again: keyAt(row) });
  }
  for (const [row, to] of referred) {
    const target = row + 1_234;
    expect(to?.line).toBe(row % 3_000 === 0 && target < KEYS ? target + 2 : undefined);
  }
});
