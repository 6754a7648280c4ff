import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachOf } from '../../src/service/each-of.ts';

/** Takes items one by one, and counts how many were taken, are under way and are done. */
function watched(count: number) {
  const state = { taken: 0, underWay: 0, most: 0, ahead: 0, done: [] as number[], isClosed: false };
  async function* items(): AsyncGenerator<number> {
    try {
      for (let item = 0; item < count; item++) {
        state.taken++;
        state.ahead = Math.max(state.ahead, state.taken - state.done.length);
        yield item;
      }
    } finally {
      state.isClosed = true;
    }
  }
  const work = async (item: number): Promise<void> => {
    state.most = Math.max(state.most, ++state.underWay);
    for (let turns = 0; turns < 1 + (item % 3); turns++) await turn();
    state.underWay--;
    state.done.push(item);
  };
  return { state, items: items(), work };
}

test.each([1, 3, 50])('does the work for each, %i at once, and takes at most one more', async (width) => {
  const { state, items, work } = watched(40);
  await eachOf(items, width, work);
  expect(state.done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, item) => item));
  expect(state.most).toBe(Math.min(width, 40));
  expect(state.ahead).toBeLessThanOrEqual(width + 1);
});

test('takes items that are there at once, and none', async () => {
  const done: string[] = [];
  await eachOf(new Set(['a', 'b']), 2, async (item) => void done.push(item));
  await eachOf([], 2, () => Promise.reject(new Error('nothing to do')));
  expect(done).toEqual(['a', 'b']);
});

test('takes no more after the first error, and throws it when all under way has ended', async () => {
  const { state, items, work } = watched(40);
  const ended = eachOf(items, 3, async (item) => {
    if (item === 5) throw new Error('five');
    await work(item);
    if (item === 4) throw new Error('four, later');
  });
  await expect(ended).rejects.toThrow('five');
  expect(state).toMatchObject({ underWay: 0, isClosed: true });
  expect(state.taken).toBeLessThanOrEqual(8);
});

test('an error that is thrown at once is one, too', async () => {
  const ended = eachOf([1], 1, () => {
    throw new Error('at once');
  });
  await expect(ended).rejects.toThrow('at once');
});

test('an error of the items is thrown when all under way has ended', async () => {
  const { state, work } = watched(0);
  async function* items(): AsyncGenerator<number> {
    yield* [0, 1];
    throw new Error('no more can be read');
  }
  await expect(eachOf(items(), 4, work)).rejects.toThrow('no more can be read');
  expect(state.done.toSorted()).toEqual([0, 1]);
});

test('aborted, it takes no more, does what it has taken, and throws the reason', async () => {
  const { state, items, work } = watched(40);
  const stop = new AbortController();
  const ended = eachOf(
    items,
    2,
    async (item) => {
      if (item === 6) stop.abort(new Error('enough'));
      await work(item);
    },
    stop.signal,
  );
  await expect(ended).rejects.toThrow('enough');
  expect(state.isClosed).toBe(true);
  expect(state.done).toHaveLength(state.taken);
  expect(state.taken).toBeLessThanOrEqual(9);
  await expect(eachOf([1], 1, work, stop.signal)).rejects.toThrow('enough');
  expect(state.done).toHaveLength(state.taken);
});
