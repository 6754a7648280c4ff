import { RECORD_WORDS, type RecordHashReader } from './record-hash-file.ts';

/** How far ahead a record is looked for that does not stand where it is expected. */
const AHEAD = 1 << 17;
/** Records held: twice as many, so that the look-ahead is seldom built anew. */
const HELD = 2 * AHEAD;
const SLOTS = 4 * AHEAD;
/** Records in a row that are not found before the whole of the last night is searched for one of them; then so many times more. */
const LOST = 1 << 13;
const LOST_GROWTH = 4;
/** How many of them are searched for, the latest. */
const SOUGHT = 64;

/**
 * Finds the records of tonight among those of the last night, which mostly stand in the same order: a record is expected
 * behind the last one that was found; where two in a row are not there, it is looked for up to 131,072 records ahead, so it
 * is found again after insertions and deletions, and when it has moved a little. A record that is not found has to be read,
 * no more. Where many are not found in a row, more has gone or moved than that: they are searched for from the beginning to
 * the end. Memory does not depend on the number of records.
 */
export class Alignment {
  readonly #reader: RecordHashReader;
  /** Records from `#base` on. */
  readonly #words = new Uint32Array(HELD * RECORD_WORDS);
  #base = 0;
  #count = 0;
  /** The number of the record that is expected next. */
  #next = 0;
  /** Where the last record that was found elsewhere leads on; -1 for nowhere. */
  #branch = -1;
  /** Places by fingerprint, +1; of the records from `#indexed` on. */
  #index: Int32Array | undefined;
  #indexed = -1;
  /** Records in a row that were not found, and how many of them lead to a search. */
  #lost = 0;
  #lostMax = LOST;
  /** Records that were looked for since the last search and found. */
  #foundApart = 0;
  #searchedAt = 0;
  readonly #sought = new Map<number, number>();

  /** @param from the number of the record that is expected first */
  constructor(reader: RecordHashReader, from = 0) {
    this.#reader = reader;
    this.#base = from;
    this.#next = from;
    reader.seek(from);
    this.#count = reader.read(this.#words);
  }

  /** The shape of the record that most likely comes next; 0 where none is expected, or one that was linked with no row. */
  get expectedShape(): number {
    const at = (this.#expectedPlace() - this.#base) * RECORD_WORDS;
    const words = this.#words;
    if (at < 0 || at >= this.#count * RECORD_WORDS || words[at + 2] === 0) return 0;
    return words[at + 3] as number;
  }

  /** Whether that record has this fingerprint. */
  expects(lo: number, hi: number): boolean {
    return this.#is(this.#expectedPlace(), lo, hi);
  }

  #expectedPlace(): number {
    return this.#branch >= 0 ? this.#branch : this.#next + this.#lost;
  }

  /** The row of the ledger that the record was linked with in the last night; 0 where it was not there, or with none. */
  find(lo: number, hi: number): number {
    if (this.#next - this.#base > AHEAD) this.#slide();
    if (this.#is(this.#next, lo, hi)) {
      this.#lost = 0;
      return this.#rowAt(this.#next++);
    }
    if (this.#branch >= 0 && this.#is(this.#branch, lo, hi)) return this.#follow(this.#branch);
    // As many records have changed in their places, or a single one has gone.
    const behind = this.#next + Math.max(1, this.#lost);
    if (this.#is(behind, lo, hi)) return this.#follow(behind);
    // Most records that are not found have changed in their places: for one alone no index is made.
    const place = this.#lost === 0 ? -1 : this.#lookUp(lo, hi);
    if (place < 0) {
      this.#miss(lo, hi);
      return 0;
    }
    this.#lost = 0;
    this.#foundApart++;
    // One record alone may have moved; where the next one follows it, all of them have.
    this.#branch = place + 1;
    return this.#rowAt(place);
  }

  #follow(place: number): number {
    this.#next = place + 1;
    this.#branch = -1;
    this.#lost = 0;
    return this.#rowAt(place);
  }

  #is(place: number, lo: number, hi: number): boolean {
    const at = place - this.#base;
    if (at < 0 || at >= this.#count) return false;
    return this.#words[at * RECORD_WORDS] === lo && this.#words[at * RECORD_WORDS + 1] === hi;
  }

  #rowAt(place: number): number {
    return this.#words[(place - this.#base) * RECORD_WORDS + 2] as number;
  }

  #miss(lo: number, hi: number): void {
    this.#lost++;
    if (this.#lost <= this.#lostMax - SOUGHT) {
      this.#sought.clear();
      return;
    }
    this.#sought.set(lo, hi);
    if (this.#lost < this.#lostMax) return;
    const place = this.#search();
    this.#sought.clear();
    this.#lost = 0;
    // Only where much was found is the next search as near.
    this.#lostMax =
      this.#foundApart + this.#next - this.#searchedAt > AHEAD / 4 ? LOST : this.#lostMax * LOST_GROWTH;
    this.#moveTo(place < 0 ? this.#next : Math.max(0, place - AHEAD / 2));
    this.#foundApart = 0;
    this.#searchedAt = this.#next;
  }

  /** The first place of one of the records that are sought, from here to the end and then from the beginning; -1 for none. */
  #search(): number {
    this.#reader.seek(0);
    let first = -1;
    for (let base = 0; ; ) {
      const count = this.#reader.read(this.#words);
      for (let at = 0; at < count; at++) {
        const hi = this.#sought.get(this.#words[at * RECORD_WORDS] as number);
        if (hi === undefined || hi !== this.#words[at * RECORD_WORDS + 1]) continue;
        if (base + at >= this.#next) return base + at;
        if (first < 0) first = base + at;
      }
      base += count;
      if (count === 0) return first;
    }
  }

  #moveTo(place: number): void {
    this.#reader.seek(place);
    this.#base = place;
    this.#next = place;
    this.#count = this.#reader.read(this.#words);
    this.#branch = -1;
    this.#indexed = -1;
  }

  /** Drops what lies behind, and reads on. */
  #slide(): void {
    const behind = Math.min(this.#next - this.#base, this.#count);
    this.#words.copyWithin(0, behind * RECORD_WORDS, this.#count * RECORD_WORDS);
    this.#base += behind;
    this.#count -= behind;
    this.#count += this.#reader.read(this.#words.subarray(this.#count * RECORD_WORDS));
    this.#indexed = -1;
  }

  #lookUp(lo: number, hi: number): number {
    if (this.#indexed < 0 || this.#next - this.#indexed > AHEAD / 2) this.#build();
    const index = this.#index as Int32Array;
    for (let slot = lo & (SLOTS - 1); index[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const place = this.#indexed + (index[slot] as number) - 1;
      if (place >= this.#next && this.#is(place, lo, hi)) return place;
    }
    return -1;
  }

  #build(): void {
    this.#index ??= new Int32Array(SLOTS);
    this.#index.fill(0);
    this.#indexed = this.#next;
    const end = Math.min(this.#next + AHEAD, this.#base + this.#count);
    for (let place = this.#next; place < end; place++) {
      const at = (place - this.#base) * RECORD_WORDS;
      const [lo, hi] = [this.#words[at] as number, this.#words[at + 1] as number];
      let slot = lo & (SLOTS - 1);
      // Of equal records the first is enough: a long run of them would be walked along for each of them.
      while (this.#index[slot] !== 0 && !this.#is(this.#indexed + (this.#index[slot] as number) - 1, lo, hi))
        slot = (slot + 1) & (SLOTS - 1);
      if (this.#index[slot] === 0) this.#index[slot] = place - this.#indexed + 1;
    }
  }
}
