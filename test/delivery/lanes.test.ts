import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lanes } from '../../src/delivery/lanes.ts';
import { chunks } from './example-rows.ts';

type Work = { readonly name: string; readonly lanes: readonly number[] };

/** Processes each batch when the test says so, and records what began and ended. */
function workshop() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    log,
    work: async ({ name }: Work): Promise<void> => {
      log.push(`begin ${name}`);
      await new Promise<void>((end) => ends.set(name, end));
      log.push(`end ${name}`);
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await turn();
    },
  };
}

test('batches of other lanes are under way at once, as many as the width allows', async () => {
  const { log, work, end } = workshop();
  const done = lanes(
    chunks({ name: 'a', lanes: [1] }, { name: 'b', lanes: [2] }, { name: 'c', lanes: [3] }),
    2,
    work,
  );
  await turn();
  expect(log).toEqual(['begin a', 'begin b']);
  await end('a');
  expect(log).toEqual(['begin a', 'begin b', 'end a', 'begin c']);
  await end('b');
  await end('c');
  await done;
});

test('batches that share a lane run one after the other, in order', async () => {
  const { log, work, end } = workshop();
  const done = lanes(chunks({ name: 'a', lanes: [1, 2] }, { name: 'b', lanes: [2] }), 4, work);
  await turn();
  expect(log).toEqual(['begin a']);
  await end('a');
  expect(log).toEqual(['begin a', 'end a', 'begin b']);
  await end('b');
  await done;
});

test('after an error the batches under way finish, no new one begins, and the input is closed', async () => {
  const { log, work, end } = workshop();
  let closed = false;
  async function* input(): AsyncGenerator<Work> {
    try {
      yield { name: 'bad', lanes: [1] };
      yield { name: 'good', lanes: [2] };
      await turn();
    } finally {
      closed = true;
    }
  }
  const done = lanes(input(), 2, async (batch) => {
    if (batch.name === 'bad') throw new Error('the service is gone');
    await work(batch);
  });
  const failed = expect(done).rejects.toThrow('the service is gone');
  await turn();
  await end('good');
  await failed;
  expect(log).toEqual(['begin good', 'end good']);
  expect(closed).toBe(true);
});
