import type { LiveChange } from '../../../origin/live/live-origin.ts';
import type { Clock } from '../../../system/clock.ts';
import type { Side } from '../side.ts';

/** So long an echo is expected. */
const EXPECTED_MS = 600_000;
/** The most records with expected echoes; those written first go first. */
const RECORDS_MAX = 50_000;

type Expected = { readonly kind: LiveChange['kind']; readonly at: number };
const nameOf = ({ entity, key }: Pick<About, 'entity' | 'key'>): string => `${entity} ${key}`;

type About = Pick<LiveChange, 'entity' | 'key' | 'kind'>;

/**
 * Members, reactions and pins have no version by which late echoes could be told: each of our writes is remembered and swallows
 * one equal event of the side that it went to. Both directions share it.
 */
export class ExpectedEchoes {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #bySide: Readonly<Record<Side, Map<string, readonly Expected[]>>> = {
    old: new Map(),
    new: new Map(),
  };

  /** When members were removed from a side, milliseconds of its clock. */
  readonly #removed: Readonly<Record<Side, Map<string, number>>> = { old: new Map(), new: new Map() };

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Takes note that a record was written to a side, or removed there. */
  wrote(side: Side, about: About): void {
    const expected = this.#bySide[side];
    const id = nameOf(about);
    const before = this.#at(side, id);
    expected.delete(id);
    expected.set(id, [...before, { kind: about.kind, at: this.#clock.elapsed() }]);
    const removed = this.#removed[side];
    removed.delete(id);
    if (about.kind === 'gone') removed.set(id, this.#clock.elapsed());
    for (const records of [expected, removed]) {
      const [first] = records.size > RECORDS_MAX ? records.keys() : [];
      if (first !== undefined) records.delete(first);
    }
  }

  /** True if a record was removed from a side a while ago: what came along with an event may still have it. */
  hasRemoved(side: Side, about: Pick<About, 'entity' | 'key'>): boolean {
    const at = this.#removed[side].get(nameOf(about));
    return at !== undefined && at > this.#clock.elapsed() - EXPECTED_MS;
  }

  /** True if the echo of a write has not come yet. */
  expects(side: Side, about: About): boolean {
    return this.#at(side, nameOf(about)).some(({ kind }) => kind === about.kind);
  }

  /** True if an event of a side is the echo of a write; that one, and those before it, are expected no longer. */
  swallow(side: Side, about: About): boolean {
    const id = nameOf(about);
    const before = this.#at(side, id);
    const place = before.findIndex(({ kind }) => kind === about.kind);
    if (place < 0) return false;
    const rest = before.slice(place + 1);
    if (rest.length > 0) this.#bySide[side].set(id, rest);
    else this.#bySide[side].delete(id);
    return true;
  }

  #at(side: Side, id: string): readonly Expected[] {
    const since = this.#clock.elapsed() - EXPECTED_MS;
    return (this.#bySide[side].get(id) ?? []).filter(({ at }) => at > since);
  }
}
