import { isDerivedOnly, type Plan, type Step } from '../../delivery/plan.ts';
import { type Data, type EntityName, isReferredTo } from '../../input/entities/entity.ts';
import { isSameVersion } from '../../input/entities/row-version.ts';
import { type JudgeDeps, judge } from '../../input/rows/judge.ts';
import type { RowSink } from '../../input/rows/record.ts';
import type { Row } from '../../input/rows/row.ts';
import { PRIME_A, PRIME_B } from '../../keys/fingerprint64.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import { compareRow, diffOf } from '../../ledger/compare.ts';
import { isUncertain, type LedgerEntry, ledgerKeyOf } from '../../ledger/entry.ts';
import type { FieldMemory } from '../../ledger/field-digests.ts';
import type { KnownKeys } from '../../ledger/known-keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { SourceShape } from '../../session/kept/kept-shape.ts';
import type { Files } from '../../system/files.ts';
import { Alignment } from './alignment.ts';
import { type Changes, countTooOld, countUncarried, noChanges } from './changes.ts';
import { countRow } from './count-rows.ts';
import { type KeyedRow, KeysOfThisRun, unchangedRow } from './keys-of-this-run.ts';
import { NextRecord } from './next-record.ts';
import { meaningOf, RecordHash } from './record-hash.ts';
import { type RecordHashReader, type RecordHashWriter, shapeOf } from './record-hash-file.ts';
import { SeenEntries } from './seen-entries.ts';
import { fieldChangesOf } from './shape/field-changes.ts';
import { StepShape } from './shape/step-shape.ts';

/** What the rows of a step are compared with. */
export type StepComparisonDeps = {
  readonly ledger: Ledger;
  /** What the fields of its rows were; undefined if nobody knows. */
  readonly fields: FieldMemory | undefined;
  /** What the last sync run has remembered of the sources. */
  readonly shapeBefore: readonly SourceShape[] | undefined;
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
export type ComparedStep = {
  readonly changes: Changes;
  readonly seen: SeenEntries;
  /** What the next sync run is to remember of its sources; undefined if its rows were not read. */
  readonly shape?: readonly SourceShape[];
};

/**
 * Compares the rows of a step with the ledger. A record with the same bytes as in the last sync is not parsed; any other
 * is, and compared with the version last acknowledged for its key. Sends nothing. If several files have a row with the same
 * key, the row of the last file counts. Different rows of one key in one file are a contradiction; the delivery rejects it.
 * @throws RunError `SOURCE.*`
 */
export async function compareStep(step: Step, deps: StepComparisonDeps): Promise<ComparedStep> {
  // A contradiction may be found after the first of its rows was taken as unchanged by its bytes: then compare again.
  const contested = new Set<number>();
  const shape = new StepShape(step, deps.shapeBefore);
  for (;;) {
    const before = contested.size;
    shape.restart();
    const { unmatched, ...found } = await new StepComparison(step, deps, contested, shape).run();
    if (contested.size > before) continue;
    // What rows own may turn out to be less, once all of them are read.
    const change = await shape.settle(unmatched, deps.signal);
    if (!change) continue;
    Object.assign(found.changes, change);
    return { ...found, shape: shape.shape(unmatched) };
  }
}

class StepComparison {
  readonly #step: Step;
  readonly #deps: StepComparisonDeps;
  readonly #judge: JudgeDeps;
  readonly #shape: StepShape;
  readonly #changes: Changes;
  readonly #seen: SeenEntries;
  /** Rows of the ledger that are compared even if their bytes are the same: the service got another version since. */
  readonly #stale: Bitmap;
  /** Rows of the ledger that a pass has found to need comparison even if their bytes are the same. */
  readonly #contested: Set<number>;
  readonly #keys: KeysOfThisRun;
  /** Records that are the same as in the last sync run. */
  #matched = 0;
  /** By key: records that contradict the current row of the key, in the same file. */
  readonly #rivals = new Map<string, number[]>();

  constructor(step: Step, deps: StepComparisonDeps, contested: Set<number>, shape: StepShape) {
    const { ledger, plan, keys } = deps;
    const { name } = step.entity;
    this.#step = step;
    this.#shape = shape;
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

  async run(): Promise<Omit<ComparedStep, 'shape'> & { readonly unmatched: number }> {
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
    this.#changes.known = this.#seen.size + this.#changes.missing + this.#changes.missingOthers;
    const unmatched = Math.max(0, reader.records - this.#matched);
    return { changes: this.#changes, seen: this.#seen, unmatched };
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
          this.#matched++;
          this.#shape.takeUnchanged(file);
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
      countTooOld(this.#changes, judged.tooOldAt);
      this.#changes.refused++;
      if (key === undefined) this.#changes.withoutKey++;
      this.#select(ordinal);
      return;
    }
    if (isReferredTo(entity.name)) keys.add(judged.key, 'landed', { content: 0, line: row.line, file });
    if (!this.#validRow(judged.key, judged.data, row, ordinal)) return;
    countTooOld(this.#changes, judged.tooOldAt);
    const isNew = (): boolean => !this.#deps.ledger.find(entity.name, judged.key);
    countUncarried(this.#changes, judged.notCarried, isNew);
  }

  /** Compares a valid row; true if it is to be sent. */
  #validRow(key: string, data: Data, row: Row, ordinal: number): boolean {
    const { ledger, fields } = this.#deps;
    const { file } = row;
    const owned = this.#shape.take(row, data);
    const { entity } = this.#step;
    const entry = ledger.find(entity.name, key);
    const compared = compareRow(entity, data, owned, entry, { versions: ledger.versions, fields });
    const { version, isDoubtful = false } = compared;
    this.#checkUncertain(entry);
    const before = this.#keys.find(key);
    const first = before ?? this.#byBytes(entry);
    if (first?.file === file && !isSameVersion(first.version, version)) {
      this.#contradiction(key, first, entry, ordinal);
      return false;
    }
    if (entry) this.#seen.add(entry.row, file);
    if (first && isSameVersion(first.version, version)) {
      this.#changes.duplicates++;
      if (first.file === file) return false;
      // From now on this file has the current row of the key.
      const hadRivals = this.#dropRivals(key);
      if (hadRivals && diffOf(entity, data, version, entry) === 'same')
        this.#changes.selected.delete(first.ordinal);
      if (before) this.#keys.put(key, { ...before, file });
      return false;
    }
    if (first) this.#supersede(key, first, entry, data);
    const touched = fieldChangesOf(entity, data, owned, compared, entry);
    const current = { ...{ file, ordinal, version, isDoubtful }, fields: touched };
    this.#keys.put(key, current);
    const diff = countRow(entity, this.#changes, current, { data, entry }, 1);
    if (diff === 'same') {
      if (ordinal >= 0) this.#deps.writer.link(ordinal, (entry as LedgerEntry).row);
      return false;
    }
    this.#select(ordinal);
    return diff !== 'fixed';
  }

  #checkUncertain(entry: LedgerEntry | undefined): void {
    this.#changes.isAnyUncertain ||= entry !== undefined && isUncertain(entry);
  }

  /** The current row of a key if it was found unchanged by its bytes. */
  #byBytes(entry: LedgerEntry | undefined): KeyedRow | undefined {
    const file = entry ? this.#seen.file(entry.row) : -1;
    return entry && file >= 0 ? unchangedRow(file, entry.version) : undefined;
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
  #supersede(key: string, row: KeyedRow, entry: LedgerEntry | undefined, data: Data): void {
    const { ordinal } = row;
    this.#dropRivals(key);
    this.#changes.superseded++;
    const diff = countRow(this.#step.entity, this.#changes, row, { data, entry }, -1);
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
