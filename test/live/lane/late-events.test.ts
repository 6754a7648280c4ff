import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeChange } from '../../../src/features/live/lane/changes/compare-changes.ts';
import { foldHints, type Hint } from '../../../src/features/live/lane/changes/fold.ts';
import { GONE_DIGEST, type SideState } from '../../../src/features/live/lane/links/link.ts';
import type { LiveChange } from '../../../src/origin/live/live-origin.ts';

/** A thing that happened to a message: its text from then on, undefined if it was deleted; several may be of one second. */
type Happened = { readonly text: string | undefined; readonly second: number };

const changeOf = ({ text, second }: Happened, at: number): LiveChange => ({
  entity: 'messages',
  key: 'm',
  kind: text === undefined ? 'gone' : 'upsert',
  isNew: at === 0,
  version: second * 1_000_000,
  rows: [{ list: 'messages', row: { text } }],
  isWhole: true,
});

/**
 * Takes the events of a message in an order, some in each pass, as a direction does; the side knows what is there now.
 * @returns the text on the other side in the end, and how often the side was asked
 */
function taken(history: readonly Happened[], order: readonly number[], passes: readonly number[]) {
  const now = history.at(-1)?.text ?? GONE_DIGEST;
  let state: SideState | undefined;
  let there: string | undefined;
  let asked = 0;
  let writes = 0;
  const take = (hint: Hint, isAsked: boolean): void => {
    const { change } = hint;
    const digest = isAsked ? now : change.kind === 'gone' ? GONE_DIGEST : String(change.rows[0]?.row['text']);
    const judgement = judgeChange(
      { ...change, isNew: change.isNew && !isAsked, digest, isAsked },
      state,
      false,
    );
    if (judgement === 'unsure') {
      asked++;
      take(hint, true);
      return;
    }
    const version = Math.max(change.version, state?.version ?? 0);
    if (judgement === 'same') return;
    state = { version, digest };
    if (judgement !== 'changed') return;
    there = digest;
    writes++;
  };
  let from = 0;
  for (const size of passes) {
    const hints = order.slice(from, from + size).map((event, at) => ({
      change: changeOf(history[event] as Happened, event),
      seq: from + at,
      receivedAt: 0,
    }));
    from += size;
    for (const { hint, isUnsure } of foldHints(hints)) {
      if (isUnsure) asked++;
      take(hint, isUnsure);
    }
  }
  return { there: there === undefined ? undefined : there, now, asked, writes };
}

function* permutations(items: readonly number[]): Generator<readonly number[]> {
  if (items.length <= 1) yield items;
  for (const [at, item] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
}

/** All ways to divide events among passes. */
function* divisions(count: number): Generator<readonly number[]> {
  if (count === 0) yield [];
  for (let first = 1; first <= count; first++)
    for (const rest of divisions(count - first)) yield [first, ...rest];
}

/** Histories of a message: each thing is of the same second as the one before, or of the next. */
function* histories(texts: readonly (string | undefined)[]): Generator<readonly Happened[]> {
  for (let ties = 0; ties < 2 ** (texts.length - 1); ties++) {
    let second = 1;
    yield texts.map((text, at) => {
      if (at > 0 && (ties & (1 << (at - 1))) === 0) second++;
      return { text, second };
    });
  }
}

describe('events of one message, in any order and any passes', () => {
  test.each([
    [['a']],
    [['a', 'b']],
    [['a', 'b', 'a']],
    [['a', undefined]],
    [['a', 'b', undefined]],
    [['a', 'b', 'c', 'd']],
    [['a', 'b', 'a', undefined]],
    [['a', 'b', 'c', 'b', undefined]],
  ])('%j', (texts) => {
    for (const history of histories(texts))
      for (const order of permutations([...history.keys()]))
        for (const passes of divisions(order.length)) {
          const { there, now } = taken(history, order, passes);
          if (there !== now && !(there === undefined && now === GONE_DIGEST))
            expect.fail(`${JSON.stringify({ history, order, passes })}: ${there}, and it is ${now}`);
        }
  });

  test('six of them, some twice', () => {
    const history = fc
      .tuple(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
      )
      .map(([texts, isDeleted]) => {
        let second = 1;
        const happened: Happened[] = texts.map(([text, isLater]) => {
          if (isLater) second++;
          return { text, second };
        });
        return isDeleted ? [...happened, { text: undefined, second }] : happened;
      });
    const given = history.chain((happened) =>
      fc.record({
        history: fc.constant(happened),
        order: fc.array(fc.nat({ max: happened.length - 1 }), { maxLength: 3 }).chain((again) =>
          fc.shuffledSubarray([...happened.keys(), ...again], {
            minLength: happened.length + again.length,
          }),
        ),
        sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 10, maxLength: 10 }),
      }),
    );
    fc.assert(
      fc.property(given, ({ history: happened, order, sizes }) => {
        const { there, now } = taken(happened, order, sizes);
        return there === now || (there === undefined && now === GONE_DIGEST);
      }),
      { numRuns: 2_000 },
    );
  });

  test('without others of its second, nothing is asked', () => {
    const history = ['a', 'b', 'c', undefined].map((text, second) => ({ text, second: second + 1 }));
    for (const passes of divisions(4)) expect(taken(history, [0, 1, 2, 3], passes).asked).toBe(0);
  });

  test('in one pass, what is over in the end is written once', () => {
    const history = ['a', 'b', 'c'].map((text, second) => ({ text, second: second + 1 }));
    expect(taken(history, [2, 0, 1], [3])).toMatchObject({ there: 'c', writes: 1 });
  });
});

describe('reactions', () => {
  const reaction = (kind: LiveChange['kind'], seq: number, version: number): Hint => ({
    change: {
      entity: 'reactions',
      key: '["m","ann","x"]',
      kind,
      isNew: true,
      version,
      rows: [],
      isWhole: true,
    },
    seq,
    receivedAt: 0,
  });

  test('one that is taken back belongs to the one that was given', () => {
    for (const [first, second] of [
      [reaction('upsert', 1, 5), reaction('gone', 2, 5)],
      [reaction('gone', 1, 5), reaction('upsert', 2, 5)],
    ] as const)
      expect(foldHints([first, second])[0]?.hint.change.kind).toBe('gone');
  });

  test('one that is given again is newer', () => {
    const hints = [reaction('upsert', 3, 9), reaction('upsert', 1, 5), reaction('gone', 2, 5)];
    expect(foldHints(hints)[0]?.hint.change).toMatchObject({ kind: 'upsert', version: 9 });
  });
});
