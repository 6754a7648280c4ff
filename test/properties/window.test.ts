import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batch } from '../../src/delivery/batch.ts';
import { InFlight } from '../../src/delivery/in-flight.ts';
import { lanes } from '../../src/delivery/lanes.ts';
import type { Item } from '../../src/input/entities/entity.ts';
import { WHOLE_ROWS } from '../../src/input/rows/owned-fields.ts';
import type { Row } from '../../src/input/rows/row.ts';
import {
  contentOf,
  FILE_UNKNOWN,
  KeyIndex,
  type KeyState,
  STAMP_BYTES,
  Stamps,
} from '../../src/keys/key-index.ts';
import type { Route } from '../../src/service/targets/target.ts';

const never = new AbortController().signal;
const rowAt = (row: number): Row => ({
  file: 0,
  row,
  line: row + 1,
  byte: row,
  endLine: row + 2,
  endByte: row + 1,
  values: {},
});
const runs = { numRuns: 300 };

describe('InFlight', () => {
  test('releases rows in file order, each once, whatever the chunks and the order of settling', () => {
    const step = fc.record({
      enter: fc.nat(8),
      settle: fc.array(fc.nat(99), { maxLength: 10 }),
      take: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.nat(5_000),
        fc.array(step, { maxLength: 40 }),
        (capacity, first, steps) => {
          let settles = 0;
          const window = new InFlight(capacity, first, () => settles++);
          const open: number[] = [];
          const left: number[] = [];
          let entered = 0;
          const leave = (): void => {
            const ready = window.ready;
            const rows = window.take();
            expect(rows.length).toBe(ready);
            for (const { row, outcome } of rows) {
              expect(outcome).toEqual({ status: 'skipped', rule: String(row.row) });
              left.push(row.row);
            }
          };
          const settle = (at: number): void => {
            const [seq] = open.splice(at % open.length, 1) as [number];
            window.settle(seq, { status: 'skipped', rule: String(seq - first) });
            expect(() => window.settle(seq, { status: 'created' })).toThrow(RangeError);
          };
          for (const { enter, settle: at, take } of steps) {
            for (let index = 0; index < enter && window.size < capacity; index++) {
              const seq = window.enter({ row: rowAt(entered), valid: true });
              expect(seq).toBe(first + entered++);
              open.push(seq);
            }
            for (const each of at) if (open.length > 0) settle(each);
            expect(window.head).toBe(first + left.length);
            expect(window.size).toBe(entered - left.length);
            expect(window.crowded).toBe(window.size * 2 > capacity);
            if (window.size === capacity)
              expect(() => window.enter({ row: rowAt(0), valid: true })).toThrow(RangeError);
            if (take) leave();
          }
          while (open.length > 0) settle(0);
          leave();
          expect(left).toEqual(Array.from({ length: entered }, (_, index) => index));
          expect(settles).toBe(entered);
        },
      ),
      runs,
    );
  });
});

function routeOf(maxItems: number, ordered: (item: Item) => string, batched: (item: Item) => string): Route {
  return {
    entity: 'messages',
    maxItems,
    carries: new Set(),
    orderKey: ordered,
    batchKey: batched,
    build: () => {
      throw new Error('nothing is sent here');
    },
    settle: () => undefined,
  };
}

type Load = { readonly conversation: number; readonly group: number; readonly invalid: boolean };

/** Sends every item through batch and lanes as a run does; a batch takes a few turns of the event loop. */
async function flow(
  load: readonly Load[],
  options: { capacity: number; chunk: number; width: number; maxItems: number; turns: readonly number[] },
) {
  const window = new InFlight(options.capacity, 0);
  const sent: Item[][] = [];
  const busy = new Set<string>();
  const lanesBusy = new Set<number>();
  const faults: string[] = [];
  const out: number[] = [];
  const leave = (): void => {
    for (const { row } of window.take()) out.push(row.row);
    window.wake();
  };
  async function* chunks(): AsyncGenerator<readonly Item[]> {
    for (let at = 0; at < load.length; at += options.chunk) {
      const items: Item[] = [];
      for (const [index, each] of load.slice(at, at + options.chunk).entries()) {
        const seq = window.enter({ row: rowAt(at + index), valid: !each.invalid });
        if (each.invalid) window.settle(seq, { status: 'skipped', rule: 'x' });
        else items.push({ key: `k${seq}`, data: each, json: '', seq, owned: WHOLE_ROWS });
      }
      setImmediate(leave);
      yield items;
    }
  }
  const conversation = ({ data }: Item): string => String(data['conversation']);
  const route = routeOf(options.maxItems, conversation, ({ data }) => String(data['group']));
  let turn = 0;
  await lanes(
    batch(chunks(), route, window, options.width, never),
    options.width,
    async ({ items, lanes: occupied }) => {
      for (const lane of occupied) if (lanesBusy.has(lane)) faults.push(`two batches use lane ${lane}`);
      for (const key of new Set(items.map(conversation)))
        if (busy.has(key)) faults.push(`two batches use conversation ${key}`);
      if (new Set(items.map(({ data }) => data['group'])).size !== 1)
        faults.push('a batch with two batch keys');
      if (items.length > options.maxItems) faults.push('a batch that is too large');
      for (const lane of occupied) lanesBusy.add(lane);
      for (const item of items) busy.add(conversation(item));
      sent.push([...items]);
      for (let hop = options.turns[turn++ % options.turns.length] ?? 0; hop > 0; hop--)
        await new Promise((resolve) => setImmediate(resolve));
      for (const item of items) busy.delete(conversation(item));
      for (const lane of occupied) lanesBusy.delete(lane);
      for (const { seq } of items) window.settle(seq, { status: 'created' });
      setImmediate(leave);
    },
  );
  leave();
  return { sent, faults, out };
}

const loads = fc.array(
  fc.record({
    conversation: fc.nat(12),
    group: fc.constantFrom(0, 0, 0, 1),
    invalid: fc.constantFrom(false, false, true),
  }),
  { maxLength: 120 },
);
const turns = fc.array(fc.nat(5), { minLength: 1, maxLength: 7 });

describe('batch and lanes', () => {
  test('send every item once, in order within a conversation, one batch of a lane at a time, without a deadlock', async () => {
    await fc.assert(
      fc.asyncProperty(
        loads,
        fc.integer({ min: 1, max: 12 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(1, 2, 5, 50),
        turns,
        async (load, chunk, spare, width, maxItems, hops) => {
          const { sent, faults, out } = await flow(load, {
            capacity: chunk * 2 + spare,
            chunk,
            width,
            maxItems,
            turns: hops,
          });
          expect(faults).toEqual([]);
          const seqs = sent.flat().map(({ seq }) => seq);
          expect([...seqs].sort((a, b) => a - b)).toEqual(
            load.flatMap(({ invalid }, seq) => (invalid ? [] : [seq])),
          );
          expect(out).toEqual(load.map((_, seq) => seq));
          const last = new Map<string, number>();
          for (const { seq, data } of sent.flat()) {
            const key = `${data['conversation']} ${data['group']}`;
            expect(last.get(key) ?? -1).toBeLessThan(seq);
            last.set(key, seq);
          }
        },
      ),
      { ...runs, timeout: 20_000 },
    );
  });

  test('fill every batch but the last if the window is never crowded', async () => {
    await fc.assert(
      fc.asyncProperty(
        loads,
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(1, 2, 5, 50),
        turns,
        async (load, width, maxItems, hops) => {
          const one = load.map((each) => ({ ...each, group: 0, invalid: false }));
          const { sent } = await flow(one, { capacity: 1_000, chunk: 20, width, maxItems, turns: hops });
          expect(sent.length).toBe(Math.ceil(one.length / maxItems));
        },
      ),
      runs,
    );
  });

  test('close the source and reject with the error when every worker has failed', async () => {
    let closed = false;
    async function* pulled() {
      try {
        for (;;) yield { lanes: [0] };
      } finally {
        closed = true;
      }
    }
    const failed = lanes(pulled(), 2, async () => {
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    expect(closed).toBe(true);
  });
});

describe('KeyIndex', () => {
  type Known = { readonly state: KeyState; readonly place: { content: number; line: number; file: number } };
  const states = fc.constantFrom<KeyState>('landed', 'invalid', 'refused');
  const op = fc.record({
    key: fc.oneof(fc.nat(400).map(String), fc.constantFrom('__proto__', 'constructor', '', 'é🙂')),
    state: states,
    content: fc.nat(0xffff_ffff).map(contentOf),
    file: fc.nat(FILE_UNKNOWN),
    set: fc.boolean(),
  });

  test('gives the same results as a map of full keys, also after it is written and read back', () => {
    fc.assert(
      fc.property(fc.array(op, { maxLength: 2_500, size: 'max' }), fc.nat(50), (ops, cut) => {
        const index = new KeyIndex();
        const model = new Map<string, Known>();
        const log = new Stamps(ops.length);
        ops.forEach(({ key, state, content, file, set }, at) => {
          const place = { content, line: at + 1, file };
          const before = model.get(key);
          const { first, stamp } = index.add(key, state, place);
          if (before && before.state !== 'invalid') {
            expect(first).toMatchObject(before.place);
            if (!set) return;
            index.set(stamp, state);
          } else expect(first).toBeUndefined();
          model.set(key, { state, place });
          log.add(stamp, state);
        });
        const back = new KeyIndex();
        const { bytes } = log;
        const at = Math.min(cut * STAMP_BYTES, bytes.length);
        back.restore(bytes.slice(0, at));
        back.restore(bytes.slice(at));
        for (const each of [index, back]) {
          expect(each.size).toBe(model.size);
          for (const [key, { state }] of model) expect(each.state(key)).toBe(state);
          expect(each.state('never seen')).toBeUndefined();
        }
      }),
      { numRuns: 60 },
    );
  });
});
