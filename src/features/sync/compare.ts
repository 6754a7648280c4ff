import { isDerivedOnly, type Plan, type Step } from '../../delivery/plan.ts';
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
import type { Files } from '../../system/files.ts';
import { Alignment } from './alignment.ts';
import { type Changes, countConversation, countUncarried, noChanges } from './changes.ts';
import { type KeyedRow, KeysOfThisRun } from './keys-of-this-run.ts';
import { NextRecord } from './next-record.ts';
import { countParted } from './parted-notes.ts';
import { meaningOf, RecordHash } from './record-hash.ts';
import { type RecordHashReader, type RecordHashWriter, shapeOf } from './record-hash-file.ts';
import { SeenEntries } from './seen-entries.ts';

/** What the rows of a step are compared with. */
export type StepComparisonDeps = {
  readonly ledger: Ledger;
  readonly plan: Plan;
  readonly keys: Readonly<Record<EntityName, KnownKeys>>;
  /** Opens the fingerprints of the last sync. */
  readonly openLast: () => RecordHashReader;
  /** Writes the fingerprints of this sync. */
  readonly writer: RecordHashWriter;
  /** Path of a file that exists only during the comparison. */
  readonly keysFile: string;
  readonly files: Files;
  readonly signal: AbortSignal;
};

/** What a sync changes in one entity, and which rows of the ledger the sources have. */
export type ComparedStep = { readonly changes: Changes; readonly seen: SeenEntries };

/**
 * Compares the rows of a step with the ledger. A record with the same bytes as in the last sync is not parsed; any other
 * is, and compared with the version last acknowledged for its key. Sends nothing. If several files have a row with the same
 * key, the row of the last file counts. Different rows of one key in one file are a contradiction; the delivery rejects it.
 * @throws RunError `SOURCE.*`
 */
export async function compareStep(step: Step, deps: StepComparisonDeps): Promise<ComparedStep> {
  // A contradiction may be found after the first of its rows was taken as unchanged by its bytes: then compare again.
  const contested = new Set<number>();
  for (let before = -1; contested.size > before; ) {
    before = contested.size;
    const found = await new StepComparison(step, deps, contested).run();
    if (contested.size === before) return found;
  }
  throw new RangeError('the comparison does not end');
}

class StepComparison {
  readonly #step: Step;
  readonly #deps: StepComparisonDeps;
  readonly #judge: JudgeDeps;
  readonly #changes: Changes;
  readonly #seen: SeenEntries;
  /** Rows of the ledger that are compared even if their bytes are the same: the service got another version since. */
  readonly #stale: Bitmap;
  /** Rows of the ledger that a pass has found to need comparison even if their bytes are the same. */
  readonly #contested: Set<number>;
  readonly #keys: KeysOfThisRun;
  /** By key: records that contradict the current row of the key, in the same file. */
  readonly #rivals = new Map<string, number[]>();

  constructor(step: Step, deps: StepComparisonDeps, contested: Set<number>) {
    const { ledger, plan, keys } = deps;
    const { name } = step.entity;
    this.#step = step;
    this.#deps = deps;
    this.#contested = contested;
    const isHeld = (key: string): boolean => ledger.find(name, ledgerKeyOf(step.entity, key)) !== undefined;
    this.#judge = { ...step, ...plan, keys, carries: step.route.carries, isHeld };
    this.#seen = new SeenEntries(ledger.lastRow(name));
    this.#stale = new Bitmap();
    for (const row of ledger.changedSincePublished(name)) this.#stale.add(row);
    this.#keys = new KeysOfThisRun(deps.keysFile, deps.files);
    this.#changes = noChanges(name, isDerivedOnly(step));
  }

  async run(): Promise<ComparedStep> {
    const { openLast, signal, ledger } = this.#deps;
    const { entity, sources } = this.#step;
    using _keys = this.#keys;
    using reader = openLast();
    const alignment = new Alignment(reader);
    this.#deps.writer.restart();
    for (const [file, source] of sources.entries()) {
      this.#changes.files.push({ first: this.#changes.records, rowsWithoutRecord: 0 });
      await source.pass(this.#sink(file, alignment), signal);
      signal.throwIfAborted();
    }
    for (const entry of ledger.within(entity.name, this.#seen.gaps())) {
      this.#checkUncertain(entry);
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
        if (offered < 0) (changes.files.at(-1) as { rowsWithoutRecord: number }).rowsWithoutRecord++;
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
      const { key, claim, outcome } = judged;
      // A row that a rule of the source leaves out is in no source: what the service has of it is missing.
      if (outcome.status === 'skipped' && key === undefined) {
        this.#changes.leftOut++;
        this.#select(ordinal);
        return;
      }
      if (claim) keys.add(claim.key, claim.state, { content: 0, line: row.line, file });
      const entry =
        key === undefined ? undefined : this.#deps.ledger.find(entity.name, ledgerKeyOf(entity, key));
      if (entry) this.#seen.addUnread(entry.row);
      this.#checkUncertain(entry);
      this.#countTooOld(judged.tooOldAt);
      this.#changes.refused++;
      if (key === undefined) this.#changes.withoutKey++;
      this.#select(ordinal);
      return;
    }
    if (isReferredTo(entity.name)) keys.add(judged.key, 'landed', { content: 0, line: row.line, file });
    if (!this.#validRow(judged.key, judged.data, file, ordinal)) return;
    this.#countTooOld(judged.tooOldAt);
    const isNew = (): boolean => !this.#deps.ledger.find(entity.name, judged.key);
    countUncarried(this.#changes, judged.notCarried, isNew);
  }

  #countTooOld(at: number | undefined): void {
    if (at === undefined) return;
    const { tooOld } = this.#changes;
    tooOld.count++;
    tooOld.oldest = Math.min(tooOld.oldest, at);
  }

  /** Compares a valid row; true if it is to be sent. */
  #validRow(key: string, data: Data, file: number, ordinal: number): boolean {
    const { ledger } = this.#deps;
    const { entity } = this.#step;
    const version = ledger.versions.of(entity, data);
    const entry = ledger.find(entity.name, key);
    this.#checkUncertain(entry);
    const before = this.#keys.find(key);
    const first = before ?? this.#byBytes(entry);
    if (first?.file === file && !same(first.version, version)) {
      this.#contradiction(key, first, entry, ordinal);
      return false;
    }
    if (entry) this.#seen.add(entry.row, file);
    if (first && same(first.version, version)) {
      this.#changes.duplicates++;
      if (first.file === file) return false;
      // From now on this file has the current row of the key.
      const hadRivals = this.#dropRivals(key);
      if (hadRivals && diffOf(version, entry) === 'same') this.#changes.selected.delete(first.ordinal);
      if (before) this.#keys.put(key, { ...before, file });
      return false;
    }
    if (first) this.#supersede(key, first, entry, data);
    this.#keys.put(key, { file, ordinal, version });
    const diff = this.#count(version, entry, data, 1);
    if (diff === 'same') {
      if (ordinal >= 0) this.#deps.writer.link(ordinal, (entry as LedgerEntry).row);
      return false;
    }
    this.#select(ordinal);
    return diff !== 'fixed';
  }

  #checkUncertain(entry: LedgerEntry | undefined): void {
    if (entry && isUncertain(entry)) this.#changes.isAnyUncertain = true;
  }

  /** Counts the current row of a key; with -1, a row that no longer is. */
  #count(version: RowVersion, entry: LedgerEntry | undefined, data: Data, by: 1 | -1): RowDiff {
    const changes = this.#changes;
    const diff = diffOf(version, entry);
    if (diff === 'same') changes.unchanged += by;
    else if (diff === 'fixed') {
      changes.refused += by;
      changes.fixed += by;
      if (entry && changes.entity === 'messages') countParted(changes.parted, entry, data, by);
    } else {
      if (diff === 'new') changes.created += by;
      else changes.updated += by;
      if (diff === 'changed' && entry?.version.content === -1) changes.unread += by;
      if (changes.entity === 'messages') countConversation(changes, conversationOf(data), diff, by);
    }
    return diff;
  }

  /** The current row of a key if it was found unchanged by its bytes. */
  #byBytes(entry: LedgerEntry | undefined): KeyedRow | undefined {
    const file = entry ? this.#seen.file(entry.row) : -1;
    return entry && file >= 0 ? { file, ordinal: -1, version: entry.version } : undefined;
  }

  /** Two versions in one file: both are selected, and the delivery takes the first and rejects the second. */
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

  /** A later file has the key: contradictions in an earlier one no longer count. */
  #dropRivals(key: string): boolean {
    const rivals = this.#rivals.get(key) ?? [];
    this.#rivals.delete(key);
    for (const rival of rivals) this.#changes.selected.delete(rival);
    this.#changes.refused -= rivals.length;
    this.#changes.superseded += rivals.length;
    return rivals.length > 0;
  }

  /** This row replaces the version of an earlier file. */
  #supersede(key: string, { ordinal, version }: KeyedRow, entry: LedgerEntry | undefined, data: Data): void {
    this.#dropRivals(key);
    this.#changes.superseded++;
    const diff = this.#count(version, entry, data, -1);
    this.#changes.selected.delete(ordinal);
    if (diff !== 'same') return;
    // The service gets the later version, so this row must not be taken as unchanged by its bytes.
    if (ordinal < 0) this.#contested.add((entry as LedgerEntry).row);
    else this.#deps.writer.link(ordinal, 0);
  }

  #select(ordinal: number): void {
    if (ordinal >= 0) this.#changes.selected.add(ordinal);
  }
}

const same = (a: RowVersion, b: RowVersion): boolean => a.content === b.content && a.fixed === b.fixed;

/** The key as the ledger stores it: ids in lower case, the key of a message as written. */
const ledgerKeyOf = ({ keyCase }: Entity, key: string): string =>
  keyCase === 'written' ? key : key.toLowerCase();
