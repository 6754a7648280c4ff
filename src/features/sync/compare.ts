import { isDerivedOnly, type Plan, type Step } from '../../delivery/plan.ts';
import { isSentAlone, judgeHanging } from '../../delivery/sending/hanging-rows.ts';
import { type Data, isReferredTo } from '../../input/entities/entity.ts';
import { isInactiveUser, saysActive } from '../../input/entities/rights.ts';
import { isSameVersion } from '../../input/entities/row-version.ts';
import { partMuid } from '../../input/rows/forms/ids.ts';
import type { Judged } from '../../input/rows/judge.ts';
import type { RowSink } from '../../input/rows/record.ts';
import type { Row } from '../../input/rows/row.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { standingOf } from '../../keys/standing.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import { compareRow, diffOf, isHeldAs } from '../../ledger/compare.ts';
import { isUncertain, type LedgerEntry } from '../../ledger/entry.ts';
import { ledgerKeyOf } from '../../ledger/ledger-key.ts';
import { type Changes, countMissing, countTooOld, countUncarried, noChanges } from './changes.ts';
import type { ComparedStep, StepComparisonDeps } from './compared-step.ts';
import { asRowOfKey, DELETED, DeletedRows, hangingOn, isDeleted } from './deleted/deleted-rows.ts';
import { countKey, type KeyedRow, KeysOfThisRun, RivalRows } from './keys-of-this-run.ts';
import { Alignment, recordSink } from './records/alignment.ts';
import { RecordHash, recordMeaning } from './records/record-hash.ts';
import { LikelyRenames } from './renames/likely-renames.ts';
import { SeenEntries } from './seen-entries.ts';
import { countedRow } from './shape/field-changes.ts';
import { StepShape } from './shape/step-shape.ts';

/**
 * Compares the rows of a step with the ledger. A record with the same bytes as in the last sync is not parsed; any other
 * is, and compared with the version last acknowledged for its key. Sends nothing. If several files have a row with the same
 * key, the row of the last file counts. Different rows of one key in one file are a contradiction; the delivery rejects it.
 * @throws RunError `SOURCE.*`
 */
export async function compareStep(step: Step, deps: StepComparisonDeps): Promise<ComparedStep> {
  // A contradiction may be found after the first of its rows was taken as unchanged by its bytes: then compare again.
  const contested = new Set<number>();
  const shape = new StepShape(step, deps.last.shape);
  for (;;) {
    const before = contested.size;
    shape.restart();
    const found = await new StepComparison(step, deps, contested, shape).run();
    if (contested.size > before) continue;
    // What rows own may turn out to be less, once all of them are read.
    const change = await shape.settle(deps.signal);
    if (change) return { ...found, changes: Object.assign(found.changes, change), shape: shape.result() };
  }
}

class StepComparison {
  readonly #step: Step;
  readonly #deps: StepComparisonDeps;
  readonly #judged: (row: Row) => Judged;
  readonly #shape: StepShape;
  readonly #changes: Changes;
  readonly #seen: SeenEntries;
  readonly #deleted = new DeletedRows();
  readonly #renames: LikelyRenames;
  /** Rows of the ledger that are compared even if their bytes are the same: the service got another version since. */
  readonly #stale: Bitmap;
  /** Rows of the ledger that a pass has found to need comparison even if their bytes are the same. */
  readonly #contested: Set<number>;
  readonly #keys: KeysOfThisRun;
  readonly #rivals: RivalRows;

  constructor(step: Step, deps: StepComparisonDeps, contested: Set<number>, shape: StepShape) {
    const { ledger, plan, keys } = deps;
    const { name } = step.entity;
    this.#step = step;
    this.#shape = shape;
    this.#deps = deps;
    this.#contested = contested;
    const isHeld = (key: string, data?: Data): boolean =>
      isHeldAs(step.entity, ledger.find(name, ledgerKeyOf(step.entity, key)), data, ledger.versions);
    this.#judged = judgeHanging({ ...step, ...plan, keys, isHeld }, deps.fates);
    this.#seen = new SeenEntries(ledger.lastRow(name));
    this.#stale = new Bitmap();
    for (const row of ledger.changedSincePublished(name)) this.#stale.add(row);
    for (const row of deps.late.near(step.entity)) this.#stale.add(row);
    this.#keys = new KeysOfThisRun(deps.keysFile, deps.files);
    this.#changes = noChanges(name, isDerivedOnly(step), step.mayBeEmpty);
    this.#rivals = new RivalRows(step, { changes: this.#changes, writer: deps.writer, contested });
    this.#renames = new LikelyRenames(step, ledger);
    for (const entry of hangingOn(deps.removedMessages, step.entity, ledger)) {
      this.#stale.add(entry.row);
      this.#seen.addUnread(entry.row);
      this.#deleted.add(entry);
    }
  }

  async run(): Promise<ComparedStep> {
    const { last, signal, ledger } = this.#deps;
    const { entity, sources } = this.#step;
    using _keys = this.#keys;
    using reader = last.open();
    const alignment = new Alignment(reader);
    this.#deps.writer.restart();
    for (const [file, source] of sources.entries()) {
      this.#changes.files.push({ first: this.#changes.records, rowsWithoutRecord: 0 });
      await source.pass(this.#sink(file, alignment), signal);
      signal.throwIfAborted();
    }
    this.#addDeletedParts();
    for (const entry of ledger.within(entity.name, this.#seen.gaps())) {
      this.#changes.isAnyUncertain ||= isUncertain(entry);
      countMissing(this.#changes, this.#deps.returned.entryOf(entity, entry));
      this.#deps.late.missing(entity, entry);
      this.#renames.missing(entry);
    }
    this.#changes.known = this.#seen.size + this.#changes.missing + this.#changes.missingOthers;
    this.#deleted.count(this.#changes);
    this.#shape.end(reader.records);
    return { changes: this.#changes, seen: this.#seen, deleted: this.#deleted, renames: this.#renames.found };
  }

  #sink(file: number, alignment: Alignment): RowSink {
    const { writer, ledger } = this.#deps;
    return recordSink({
      changes: this.#changes,
      writer,
      alignment,
      shape: this.#shape,
      hash: new RecordHash(ledger.secret, recordMeaning(this.#step, file)),
      takeUnchanged: (row) => {
        const isRead = this.#seen.has(row) || this.#stale.has(row) || this.#contested.has(row);
        this.#shape.takeSame(file, isRead);
        if (!isRead) this.#seen.add(row, file);
        return !isRead;
      },
      take: (row, ordinal) => this.#row(row, file, ordinal),
    });
  }

  #row(row: Row, file: number, ordinal: number): void {
    const judged = this.#judged(row);
    const { entity } = this.#step;
    const keys = this.#deps.keys[entity.name];
    if (!judged.data) {
      const { key, claim, outcome, deletes, hostMuid } = judged;
      if (deletes !== undefined) {
        this.#deletedRow(deletes, row, ordinal);
        return;
      }
      // A row that a rule of the source leaves out is in no source: what the service has of it is missing.
      const isLeftOut = outcome.status === 'skipped' && key === undefined;
      if (isLeftOut || (hostMuid !== undefined && this.#deps.removedMessages.has(hostMuid))) {
        this.#leftOut(ordinal);
        return;
      }
      if (claim) keys.add(claim.key, claim.state, { content: 0, line: row.line, file });
      const entry = key === undefined ? undefined : this.#entryOf(key);
      if (entry) {
        const found = this.#keys.find(entry.key);
        if (found && isDeleted(found.version) && found.file !== file) this.#deleted.takeBack(entry);
        this.#seen.addUnread(entry.row);
      }
      countTooOld(this.#changes, judged.tooOldAt);
      this.#changes.refused++;
      this.#shape.takeRefused(row);
      if (key === undefined) this.#changes.withoutKey++;
      this.#rivals.select(ordinal);
      return;
    }
    if (entity.goesWith === 'message' && this.#deps.removedMessages.has(judged.data['muid'] as string)) {
      this.#leftOut(ordinal);
      return;
    }
    if (isReferredTo(entity.name)) keys.add(judged.key, 'landed', { content: 0, line: row.line, file });
    if (!this.#validRow(judged.key, judged.data, row, ordinal)) return;
    this.#renames.added(judged.key, judged.data, row);
    countTooOld(this.#changes, judged.tooOldAt);
    if (isSentAlone(judged)) this.#changes.alone++;
    countUncarried(this.#changes, judged.notCarried, () => !this.#entryOf(judged.key));
  }

  /** Compares a valid row; true if it is to be sent. */
  #validRow(key: string, data: Data, row: Row, ordinal: number): boolean {
    const { ledger, last } = this.#deps;
    const { file } = row;
    const owned = this.#shape.take(row, data);
    const { entity } = this.#step;
    const entry = this.#deps.late.entryOf(entity, data, this.#entryOf(key));
    const compared = compareRow(entity, data, owned, entry, {
      versions: ledger.versions,
      fields: last.fields,
    });
    const { version } = compared;
    const found = this.#keys.find(key);
    const first = found ?? this.#byBytes(entry);
    const standing = standingOf({ file, isDeleted: false }, first && asRowOfKey(first), () =>
      isSameVersion((first as KeyedRow).version, version),
    );
    if (standing === 'superseded') {
      this.#changes.superseded++;
      return false;
    }
    if (entity.name === 'messages') this.#deps.fates?.landKey(key, row);
    if (first && standing === 'contradicts') {
      this.#rivals.contradict(key, first, entry, ordinal);
      return false;
    }
    if (entry) this.#seen.add(entry.row, file);
    if (first && standing === 'repeats') {
      this.#changes.duplicates++;
      if (first.file === file) return false;
      // From now on this file has the current row of the key.
      const hadRivals = this.#rivals.drop(key);
      const isSame = hadRivals && diffOf(entity, data, version, entry) === 'same';
      if (isSame) this.#changes.selected.delete(first.ordinal);
      if (found) this.#keys.put(key, { ...found, file });
      return false;
    }
    if (first && standing === 'replaces') this.#rivals.supersede(key, first, entry, data);
    // A later file has the row again.
    else if (first && entry) this.#deleted.takeBack(entry);
    if (entity.name === 'users') this.#noteActive(key, data, row, entry);
    const counted = countedRow(entity, data, owned, compared, entry);
    this.#keys.put(key, { file, ordinal, version, ...counted });
    const diff = countKey(this.#step, this.#changes, { version, ...counted }, { entry, data }, 1);
    this.#deps.late.compared(entity, data, entry, diff);
    if (diff === 'same') {
      if (ordinal >= 0) this.#deps.writer.link(ordinal, (entry as LedgerEntry).row);
      return false;
    }
    if (diff === 'new') this.#deps.late.added(entity, data);
    if (diff !== 'fixed') this.#deps.returned.sent(entity, data, entry);
    this.#rivals.select(ordinal);
    return diff !== 'fixed';
  }

  /** Takes note of whether the user of a row that counts is active when this run has written it. */
  #noteActive(key: string, data: Data, { line, file }: Row, entry: LedgerEntry | undefined): void {
    const { entity } = this.#step;
    const { users } = this.#deps.keys;
    const isInactive = isInactiveUser(entity, data);
    users.set({ ...fingerprint64(key), content: 0, line, file }, isInactive ? 'inactive' : 'landed');
    // One whom no source had is back, or the row says so in words.
    const isBack = entry?.active === false && (entry.version.content === -1 || saysActive(entity, data));
    users.wake(key, !isInactive && isBack);
  }

  /** A row whose source says that it was deleted there: it replaces those with its key in this file and in earlier ones. */
  #deletedRow(key: string, { file, line }: Row, ordinal: number): void {
    const entry = this.#entryOf(key);
    const first = this.#keys.find(key) ?? this.#byBytes(entry);
    const standing = standingOf({ file, isDeleted: true }, first && asRowOfKey(first), () => false);
    if (first && standing === 'replaces') this.#rivals.supersede(key, first, entry);
    this.#deps.fates?.takeBack(key, { file, line });
    this.#keys.put(key, { file, ordinal, version: DELETED });
    this.#leftOut(ordinal);
    if (!entry) return;
    this.#seen.add(entry.row, file);
    this.#deleted.add(entry);
  }

  /** Marks as deleted what a deleted message became besides the message with its key, if no row stands for it. */
  #addDeletedParts(): void {
    const unseen = (key: string): LedgerEntry | undefined => {
      const entry = this.#entryOf(key);
      return entry && !this.#seen.has(entry.row) ? entry : undefined;
    };
    for (const key of this.#keys.withContent(DELETED.content))
      for (const entry of partsOf(key, this.#step, this.#deps.plan, unseen)) {
        this.#seen.addUnread(entry.row);
        this.#deleted.add(entry);
      }
  }

  /** The entry of a key as a row has it. */
  #entryOf(key: string): LedgerEntry | undefined {
    const { entity } = this.#step;
    const entry = this.#deps.ledger.find(entity.name, ledgerKeyOf(entity, key));
    this.#changes.isAnyUncertain ||= entry !== undefined && isUncertain(entry);
    return entry;
  }

  #leftOut(ordinal: number): void {
    this.#changes.leftOut++;
    this.#rivals.select(ordinal);
  }

  /** The current row of a key if it was found unchanged by its bytes. */
  #byBytes(entry: LedgerEntry | undefined): KeyedRow | undefined {
    const file = entry ? this.#seen.file(entry.row) : -1;
    return entry && file >= 0 ? { file, ordinal: -1, version: entry.version } : undefined;
  }
}

/** The most messages that one text of an export, at most 1 MiB, is divided into. */
const PARTS_MAX = 250;

/**
 * The further messages that a message became when it was sent: those with its files (`split` of attachments), and the parts of
 * a long text of an export. A row that says that it was deleted need not have them any more.
 * @param find the entry of a key that no row has
 */
function* partsOf(
  key: string,
  { mappings }: Step,
  { exported }: Plan,
  find: (key: string) => LedgerEntry | undefined,
): Generator<LedgerEntry> {
  if (mappings.some(({ parts }) => parts)) yield* found((part) => `${key}-f${part}`, 1, find);
  if (!exported) return;
  for (let of = 2; of <= PARTS_MAX; of++) {
    const entry = find(partMuid(key, 2, of));
    if (!entry) continue;
    yield entry;
    yield* found((part) => partMuid(key, part, of), 3, find);
    return;
  }
}

/** The entries of keys with ascending numbers, until one has none. */
function* found(
  keyOf: (part: number) => string,
  first: number,
  find: (key: string) => LedgerEntry | undefined,
): Generator<LedgerEntry> {
  for (let part = first; ; part++) {
    const entry = find(keyOf(part));
    if (!entry) return;
    yield entry;
  }
}
