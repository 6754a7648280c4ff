import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { RecordPlace } from '../neutral.ts';

/** The words of a conversation, after its fingerprint: its number, and the source of its last copy. */
const [NUMBER, SOURCE, WORDS] = [2, 3, 4] as const;

/** A conversation with copies in several sources. */
type Copied = {
  last: number;
  readonly earlier: Set<number>;
  readonly earlierRoots: Set<number>;
  /** True if members stand beside the last copy: in its file, and anywhere in its export. */
  isListed: boolean;
  isListedInRoot: boolean;
};

/**
 * Knows which copies of a conversation members stand beside, in exports that overlap: the last copy says who is a member.
 * Whoever stands beside an earlier one alone has left since, and must not read what was written after that. A copy without
 * members says nothing. Memory: some 30 bytes for each conversation, and 16 for each member.
 */
export class ListedMembers {
  readonly #sources = new Map<string, number>();
  /** By source: the path of the pipeline that it is of. */
  readonly #roots: number[] = [];
  readonly #known = new FingerprintMap(WORDS);
  readonly #copied = new Map<number, Copied>();
  readonly #deleted = new Set<number>();
  /** By row of the table of members: its conversation, and its source. */
  readonly #conversations: number[] = [];
  readonly #from: number[] = [];

  /** Notes a copy of a conversation. */
  conversation(id: string, place: RecordPlace): void {
    const source = this.#sourceOf(place);
    const number = this.#numberOf(id);
    const { slots, at } = this.#known;
    const last = (slots[at + SOURCE] as number) - 1;
    slots[at + SOURCE] = source + 1;
    if (last >= 0 && last !== source) this.#copy(number, last, source);
  }

  #copy(number: number, before: number, last: number): void {
    const known = this.#copied.get(number);
    const copied = known ?? {
      last,
      earlier: new Set(),
      earlierRoots: new Set(),
      isListed: false,
      isListedInRoot: false,
    };
    if (!known) this.#copied.set(number, copied);
    copied.earlier.add(before);
    copied.earlierRoots.add(this.#roots[before] as number);
    copied.earlier.delete(last);
    copied.last = last;
  }

  /** Notes that a conversation was deleted: it has no members. */
  delete(id: string): void {
    this.#deleted.add(this.#numberOf(id));
  }

  /** Notes the row of a member. */
  member(row: number, conversation: string, place: RecordPlace): void {
    this.#conversations[row] = this.#numberOf(conversation);
    this.#from[row] = this.#sourceOf(place);
  }

  /** The rows of members who stand beside an earlier copy alone, or whose conversation was deleted. */
  *left(): Iterable<{ readonly row: number; readonly reason: 'left' | 'deleted' }> {
    if (this.#copied.size === 0 && this.#deleted.size === 0) return;
    for (const [row, source] of this.#from.entries()) {
      const of = this.#copiedOf(row);
      if (of?.last === source) of.isListed = true;
      if (of && this.#roots[of.last] === this.#roots[source]) of.isListedInRoot = true;
    }
    for (const [row, source] of this.#from.entries()) {
      const of = this.#copiedOf(row);
      if (this.#deleted.has(this.#conversations[row] as number)) yield { row, reason: 'deleted' };
      else if (of && this.#isEarlier(source, of)) yield { row, reason: 'left' };
    }
  }

  #isEarlier(source: number, { last, earlier, earlierRoots, isListed, isListedInRoot }: Copied): boolean {
    const root = this.#roots[source] as number;
    if (root !== this.#roots[last]) return isListedInRoot && earlierRoots.has(root);
    return source !== last && isListed && earlier.has(source);
  }

  #copiedOf(row: number): Copied | undefined {
    return this.#copied.get(this.#conversations[row] as number);
  }

  #numberOf(id: string): number {
    const { lo, hi } = fingerprint64(id);
    const known = this.#known;
    if (!known.find(lo, hi)) {
      known.add(lo, hi);
      known.slots[known.at + NUMBER] = known.size;
    }
    return known.slots[known.at + NUMBER] as number;
  }

  #sourceOf({ root = 0, file, partOf = file }: RecordPlace): number {
    const name = `${root}\n${partOf}`;
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    this.#sources.set(name, this.#roots.length);
    return this.#roots.push(root) - 1;
  }
}
