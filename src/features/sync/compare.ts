import type { Plan, Step } from '../../delivery/plan.ts';
import { conversationOf } from '../../input/entities/conversation.ts';
import { type Data, type Entity, type EntityName, isReferredTo } from '../../input/entities/entity.ts';
import type { RowVersion } from '../../input/entities/row-version.ts';
import { type JudgeDeps, judge } from '../../input/rows/judge.ts';
import type { RowSink } from '../../input/rows/record.ts';
import type { Row } from '../../input/rows/row.ts';
import { PRIME_A, PRIME_B } from '../../keys/fingerprint64.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import { diffOf, type RowDiff } from '../../ledger/compare.ts';
import { isUncertain, type LedgerEntry } from '../../ledger/entry.ts';
import type { KnownKeys } from '../../ledger/known-keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Alignment } from './alignment.ts';
import { type Changes, CONVERSATIONS_MAX, noChanges } from './changes.ts';
import { type KeyedRow, KeysOfThisRun } from './keys-of-this-run.ts';
import { NextRecord } from './next-record.ts';
import { meaningOf, RecordHash } from './record-hash.ts';
import { RecordHashReader, type RecordHashWriter, shapeOf } from './record-hash-file.ts';
import { SeenEntries } from './seen-entries.ts';

/** What a step of a night is compared with. */
export type StepComparisonDeps = {
  readonly ledger: Ledger;
  readonly plan: Plan;
  readonly keys: Readonly<Record<EntityName, KnownKeys>>;
  /** Fingerprints of the last night; where tonight's are written. */
  readonly fingerprints: string;
  readonly writer: RecordHashWriter;
  /** A file for what is known only during the night. */
  readonly keysFile: string;
  readonly signal: AbortSignal;
};

/** What a night changes of one entity, and which rows of the ledger have been seen. */
export type ComparedStep = { readonly changes: Changes; readonly seen: SeenEntries };

/**
 * Compares the rows of a step with what the service is known to hold. A record whose very bytes stood in the files of the
 * last night is not looked at; any other becomes a row, and its key finds what was last acknowledged of it. Sends nothing.
 * Of the rows of one key in several files the last one counts; in one file they contradict each other, and the line says so.
 * @throws RunError `SOURCE.*`
 */
export async function compareStep(step: Step, deps: StepComparisonDeps): Promise<ComparedStep> {
  // A row that speaks for a key after another of the same file is only found when that one is past: once more, then.
  const contested = new Set<number>();
  for (let before = -1; contested.size > before; ) {
    before = contested.size;
    const found = await new StepComparison(step, deps, contested).run();
    if (contested.size === before) return found;
  }
  throw new RangeError('the comparison came to no end');
}

class StepComparison {
  readonly #step: Step;
  readonly #deps: StepComparisonDeps;
  readonly #judge: JudgeDeps;
  readonly #changes: Changes;
  readonly #seen: SeenEntries;
  /** Rows of the ledger that are looked at whatever their bytes: the service got another version of them since. */
  readonly #stale: Bitmap;
  readonly #contested: Set<number>;
  readonly #keys: KeysOfThisRun;
  /** By key: records of one file that say something else than the one which speaks for the key. */
  readonly #rivals = new Map<string, number[]>();

  constructor(step: Step, deps: StepComparisonDeps, contested: Set<number>) {
    const { ledger, plan, keys } = deps;
    const { name } = step.entity;
    this.#step = step;
    this.#deps = deps;
    this.#contested = contested;
    this.#judge = { ...step, ...plan, keys, carries: step.route.carries };
    this.#seen = new SeenEntries(ledger.lastRow(name));
    this.#stale = new Bitmap();
    for (const row of ledger.changedSincePublished(name)) this.#stale.add(row);
    this.#keys = new KeysOfThisRun(deps.keysFile);
    this.#changes = noChanges(name);
  }

  async run(): Promise<ComparedStep> {
    const { fingerprints, signal, ledger } = this.#deps;
    const { entity, sources } = this.#step;
    using _keys = this.#keys;
    using reader = new RecordHashReader(fingerprints);
    const alignment = new Alignment(reader);
    this.#deps.writer.restart();
    for (const [file, source] of sources.entries()) {
      this.#changes.files.push({ first: this.#changes.records, strays: 0 });
      await source.pass(this.#sink(file, alignment), signal);
      signal.throwIfAborted();
    }
    for (const entry of ledger.within(entity.name, this.#seen.gaps())) {
      this.#noteUnsure(entry);
      if (entry.origin === 'exists') this.#changes.missingOthers++;
      else {
        this.#changes.missing++;
        if (entry.active === false) this.#changes.missingInactive++;
      }
    }
    const { missing, missingOthers } = this.#changes;
    this.#changes.known = this.#seen.size + missing + missingOthers;
    return { changes: this.#changes, seen: this.#seen };
  }

  #sink(file: number, alignment: Alignment): RowSink {
    const changes = this.#changes;
    const { digest } = changes;
    const { writer, ledger } = this.#deps;
    const expected = new NextRecord(alignment, new RecordHash(ledger.secret, meaningOf(this.#step, file)));
    let offered = -1;
    return {
      expected,
      known: (bytes, start, end, innerLines) => {
        const hash = expected.hashed(bytes, start, end);
        const shape = shapeOf(end - start, innerLines);
        digest[0] = Math.imul(digest[0] ^ hash.lo, PRIME_A);
        digest[1] = Math.imul(digest[1] ^ hash.hi, PRIME_B);
        const row = alignment.find(hash.lo, hash.hi);
        if (row > 0 && !this.#seen.has(row) && !this.#stale.has(row) && !this.#contested.has(row)) {
          this.#seen.add(row, file);
          writer.add(hash.lo, hash.hi, row, shape);
          changes.unchanged++;
          changes.records++;
          return true;
        }
        writer.add(hash.lo, hash.hi, 0, shape);
        offered = changes.records++;
        return false;
      },
      row: (row) => {
        if (offered < 0) (changes.files.at(-1) as { strays: number }).strays++;
        this.#row(row, file, offered);
        offered = -1;
      },
    };
  }

  #row(row: Row, file: number, ordinal: number): void {
    const judged = judge(row, this.#judge);
    const { entity } = this.#step;
    const keys = this.#deps.keys[entity.name];
    if (!judged.data) {
      const { key, claim } = judged;
      if (claim) keys.add(claim.key, claim.state, { content: 0, line: row.line, file });
      const entry =
        key === undefined ? undefined : this.#deps.ledger.find(entity.name, ledgerKeyOf(entity, key));
      if (entry) this.#seen.addUnread(entry.row);
      this.#noteUnsure(entry);
      if (judged.tooOldAt !== undefined) this.#changes.tooOld++;
      this.#changes.refused++;
      if (key === undefined) this.#changes.nameless++;
      this.#select(ordinal);
      return;
    }
    if (isReferredTo(entity.name)) keys.add(judged.key, 'landed', { content: 0, line: row.line, file });
    if (this.#good(judged.key, judged.data, file, ordinal))
      for (const field of judged.notCarried ?? [])
        this.#changes.notCarried[field] = (this.#changes.notCarried[field] ?? 0) + 1;
  }

  /** True where the row is to be sent. */
  #good(key: string, data: Data, file: number, ordinal: number): boolean {
    const { ledger } = this.#deps;
    const { entity } = this.#step;
    const version = ledger.versionOf(entity, data);
    const entry = ledger.find(entity.name, key);
    this.#noteUnsure(entry);
    const before = this.#keys.find(key);
    const first = before ?? this.#fast(entry);
    if (first?.file === file && !same(first.version, version)) {
      this.#contradiction(key, first, entry, ordinal);
      return false;
    }
    if (entry) this.#seen.add(entry.row, file);
    if (first && same(first.version, version)) {
      this.#changes.duplicates++;
      if (first.file === file) return false;
      // From now on this file speaks for the key.
      const hadRivals = this.#dropRivals(key);
      if (hadRivals && diffOf(version, entry) === 'same') this.#changes.selected.delete(first.ordinal);
      if (before) this.#keys.put(key, { ...before, file });
      return false;
    }
    if (first) this.#supersede(key, first, entry, data);
    this.#keys.put(key, { file, ordinal, version });
    const standing = this.#count(version, entry, data, 1);
    if (standing === 'same') {
      if (ordinal >= 0) this.#deps.writer.link(ordinal, (entry as LedgerEntry).row);
      return false;
    }
    this.#select(ordinal);
    return standing !== 'fixed';
  }

  #noteUnsure(entry: LedgerEntry | undefined): void {
    if (entry && isUncertain(entry)) this.#changes.isAnyUnsure = true;
  }

  /** Counts a row that speaks for its key, or does no more. */
  #count(version: RowVersion, entry: LedgerEntry | undefined, data: Data, by: 1 | -1): RowDiff {
    const changes = this.#changes;
    const standing = diffOf(version, entry);
    if (standing === 'same') changes.unchanged += by;
    else if (standing === 'fixed') {
      changes.refused += by;
      changes.fixed += by;
    } else {
      if (standing === 'new') changes.created += by;
      else changes.updated += by;
      if (standing === 'changed' && entry?.version.content === -1) changes.unread += by;
      if (changes.entity === 'messages') this.#noteConversation(conversationOf(data), standing, by);
    }
    return standing;
  }

  #noteConversation(name: string, standing: 'new' | 'changed', by: 1 | -1): void {
    const { conversations } = this.#changes;
    const counts = conversations.get(name) ?? { new: 0, changed: 0 };
    counts[standing] += by;
    if (conversations.size < CONVERSATIONS_MAX || conversations.has(name)) conversations.set(name, counts);
  }

  /** The record of an earlier place that was known by its bytes. */
  #fast(entry: LedgerEntry | undefined): KeyedRow | undefined {
    const file = entry ? this.#seen.file(entry.row) : -1;
    return entry && file >= 0 ? { file, ordinal: -1, version: entry.version } : undefined;
  }

  /** Two versions in one file: both go into the line, which takes the first and refuses the second. */
  #contradiction(
    key: string,
    { ordinal: first }: KeyedRow,
    entry: LedgerEntry | undefined,
    ordinal: number,
  ): void {
    if (entry) this.#contested.add(entry.row);
    if (first >= 0) {
      this.#changes.contradicted.add(first);
      this.#changes.selected.add(first);
      this.#deps.writer.link(first, 0);
    }
    if (ordinal >= 0) this.#changes.contradicted.add(ordinal);
    this.#rivals.set(key, [...(this.#rivals.get(key) ?? []), ordinal]);
    this.#changes.refused++;
    this.#select(ordinal);
  }

  /** A later file speaks for the key: what contradicts itself in an earlier one is of no account. */
  #dropRivals(key: string): boolean {
    const rivals = this.#rivals.get(key) ?? [];
    this.#rivals.delete(key);
    for (const rival of rivals) this.#changes.selected.delete(rival);
    this.#changes.refused -= rivals.length;
    this.#changes.superseded += rivals.length;
    return rivals.length > 0;
  }

  /** An earlier file has another version: this one takes its place. */
  #supersede(key: string, { ordinal, version }: KeyedRow, entry: LedgerEntry | undefined, data: Data): void {
    this.#dropRivals(key);
    this.#changes.superseded++;
    const standing = this.#count(version, entry, data, -1);
    this.#changes.selected.delete(ordinal);
    if (standing !== 'same') return;
    // Known by its bytes it must not be again, after the service has got the later version.
    if (ordinal < 0) this.#contested.add((entry as LedgerEntry).row);
    else this.#deps.writer.link(ordinal, 0);
  }

  #select(ordinal: number): void {
    if (ordinal >= 0) this.#changes.selected.add(ordinal);
  }
}

const same = (a: RowVersion, b: RowVersion): boolean => a.content === b.content && a.fixed === b.fixed;

/** As the ledger has a key: ids are lower-cased, the key of a message is as it was written. */
const ledgerKeyOf = ({ keyCase }: Entity, key: string): string =>
  keyCase === 'written' ? key : key.toLowerCase();
