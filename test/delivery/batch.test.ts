import { expect, test } from 'vitest';
import { type Batch, batch } from '../../src/delivery/batch.ts';
import { InFlight } from '../../src/delivery/in-flight.ts';
import type { Item } from '../../src/input/entities/entity.ts';
import { importApi } from '../../src/service/targets/import-api.ts';
import { chunks, messageTo, rowAt } from './example-rows.ts';

const never = new AbortController().signal;
const budget = { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: 4 };
/** Messages of one conversation have one order key. */
const { messages: route } = importApi({ budget, itemsMax: 2 }).routes;

/** A window that contains the rows of these messages. */
function holding(items: readonly Item[], capacity = 100): InFlight {
  const window = new InFlight(capacity, 0);
  for (const { seq, key } of items) window.enter({ row: rowAt(seq), key, valid: true });
  return window;
}

const keysOf = ({ items }: Batch): string[] => items.map(({ key }) => key);

test('a full batch is released at once, a partial batch when the input ends', async () => {
  const items = [0, 1, 2].map((seq) => messageTo('ben', seq));
  const found: string[][] = [];
  for await (const each of batch(chunks(items), route, holding(items), 8, never)) found.push(keysOf(each));
  expect(found).toEqual([['m0', 'm1'], ['m2']]);
});

test('messages of one conversation stay in order and occupy one lane', async () => {
  const items = [0, 1, 2, 3].map((seq) => messageTo('ben', seq));
  const found: Batch[] = [];
  for await (const each of batch(chunks(items), route, holding(items), 8, never)) found.push(each);
  expect(found.map(keysOf)).toEqual([
    ['m0', 'm1'],
    ['m2', 'm3'],
  ]);
  expect(found[0]?.lanes).toHaveLength(1);
  expect(found[1]?.lanes).toEqual(found[0]?.lanes);
});

test('remaining messages of several conversations share a request, which occupies all their lanes', async () => {
  const items = [messageTo('ben', 0), messageTo('cy', 1)];
  const found: Batch[] = [];
  for await (const each of batch(chunks(items), route, holding(items), 1_000, never)) found.push(each);
  expect(found.map(keysOf)).toEqual([['m0', 'm1']]);
  expect(found[0]?.lanes).toHaveLength(2);
});

test('a partial batch is released when one of its rows blocks the window', async () => {
  const window = new InFlight(3, 0);
  const read: string[] = [];
  async function* input(): AsyncGenerator<readonly Item[]> {
    for (const item of ['ben', 'cy', 'dee'].map(messageTo)) {
      window.enter({ row: rowAt(item.seq), key: item.key, valid: true });
      read.push(item.key);
      yield [item];
    }
  }
  const batches = batch(input(), importApi({ budget, itemsMax: 50 }).routes.messages, window, 8, never);
  const first = (await batches.next()).value as Batch;
  expect(keysOf(first)).toEqual(['m0', 'm1']);
  expect(read, 'nothing more is read while the window is crowded').toEqual(['m0', 'm1']);
  await batches.return(undefined);
});

test('after an abort no batch is released', async () => {
  const stop = new AbortController();
  const items = [0, 1, 2].map((seq) => messageTo('ben', seq));
  const found: string[][] = [];
  for await (const each of batch(chunks(items), route, holding(items), 8, stop.signal)) {
    found.push(keysOf(each));
    stop.abort();
  }
  expect(found).toEqual([['m0', 'm1']]);
});
