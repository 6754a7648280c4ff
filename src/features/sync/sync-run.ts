import { join } from 'node:path';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan, Step } from '../../delivery/plan.ts';
import type { Committed } from '../../delivery/run.ts';
import { RunError } from '../../errors/run-error.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import { type EntityName, entityRecord } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { KnownKeys } from '../../ledger/known-keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type ChangedFields, keptTexts } from '../../report/result/changed-fields.ts';
import type { Rename } from '../../report/result/rename-text.ts';
import {
  areCurrent,
  fingerprintsName,
  hasPublished,
  readShape,
  type Shape,
  saveShape,
} from '../../state/last-sync.ts';
import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import { type Changes, leavingOf } from './changes.ts';
import { compareStep } from './compare.ts';
import { type ComparedStep, fatesOf, ReturnedUsers } from './compared-step.ts';
import type { OnDeleted } from './deleted/deleted-rows.ts';
import type { FirstLook } from './first-look/first-look.ts';
import { LateMessages } from './late-messages.ts';
import { NewEntity, newFrom } from './new-entity.ts';
import { RecordHashReader, RecordHashWriter } from './records/record-hash-file.ts';
import { selectRows } from './select-rows.ts';
import { changedFieldsOf, fieldsBefore, keptOf } from './shape/field-changes.ts';
import { shapeNotices, shapesOf } from './shape/step-shape.ts';

/** Looks at files; the function that it returns tells `SOURCE.CHANGED` if one has changed since then. */
async function watchFiles(
  paths: Iterable<string>,
  files: Files,
): Promise<() => Promise<RunError | undefined>> {
  const stamps = await Promise.all(Array.from(new Set(paths), (path) => stampOf(files, path)));
  return async () => {
    for (const before of stamps) {
      const now = await stampOf(files, before.path);
      if (now.size !== before.size || now.mtimeMs !== before.mtimeMs)
        return new RunError('SOURCE.CHANGED', `${before.path} changed during the sync`);
    }
    return undefined;
  };
}

async function stampOf(files: Files, path: string) {
  const { size, mtimeMs } = await files.stat(path);
  return { path, size, mtimeMs };
}

type StepPart = ComparedStep & {
  readonly writer: RecordHashWriter;
  readonly step: Step;
  /** Set if it is compared while it is sent. */
  readonly isNew?: NewEntity;
};

/** Options of the comparison of a sync run. */
type ComparisonOptions = {
  /** True if the rows of new entities may be compared while they are sent: they are not counted before. */
  readonly atOnce?: boolean;
  /**
   * False for some of the rows: then a field that none of them has is not lost.
   * @default true
   */
  readonly isWhole?: boolean;
  readonly onDeleted: OnDeleted;
};

const NONE: ReadonlySet<string> = new Set();
const isOfMessages = ({ changes: { entity } }: StepPart): boolean => entity === 'messages';

type SyncRunDeps = {
  readonly ledger: Ledger;
  readonly plan: Plan;
  readonly parts: readonly StepPart[];
  /** Closes what writes the fingerprints. */
  readonly writers: Disposable;
  readonly changedFile: () => Promise<RunError | undefined>;
  readonly kept: StateStore;
  /** Rows of earlier sync runs that are treated otherwise because of rows of this one. */
  readonly waiting: { readonly late: LateMessages; readonly returned: ReturnedUsers };
  readonly shapeBefore: Shape | undefined;
  /** Kept only where replies may leave. */
  readonly users: KnownKeys | undefined;
};

/**
 * One sync run: the rows that have changed since the last one, and the fingerprints for the next one. Nothing is stored for
 * the next one before `publish`: after a sync run that did not finish, the next one compares again, with everything that
 * the service acknowledged until then.
 */
export class SyncRun implements Disposable {
  readonly #deps: SyncRunDeps;
  readonly #isShapeNew: boolean;

  private constructor(deps: SyncRunDeps) {
    this.#deps = deps;
    this.#isShapeNew = deps.shapeBefore === undefined && hasPublished(deps.kept);
  }

  /**
   * Compares every row of a plan with the ledger. Sends nothing.
   * @param state with the fingerprints of the last sync
   * @throws RunError `SOURCE.*`, `STATE.CORRUPT`
   */
  static async compare(
    plan: Plan,
    ledger: Ledger,
    { kept, paths }: Pick<State, 'kept' | 'paths'>,
    files: Files,
    signal: AbortSignal,
    { atOnce = false, isWhole = true, onDeleted }: ComparisonOptions,
  ): Promise<SyncRun> {
    ledger.markDependentsUncertain(ledger.leavingKeys('groups'), ledger.leavingKeys('users'));
    const keys = entityRecord((name) => new KnownKeys(ledger, name));
    const sources = plan.steps.flatMap((step) => step.files.map(({ path }) => path));
    const changedFile = await watchFiles(sources, files);
    const before = isWhole && !ledger.isEmpty ? readShape(kept) : undefined;
    const parts: StepPart[] = [];
    const removed = () => (onDeleted === 'keep' ? NONE : (parts.find(isOfMessages)?.deleted.keys ?? NONE));
    const waiting = { late: new LateMessages(ledger, plan.steps), returned: new ReturnedUsers(ledger) };
    using writers = new DisposableStack();
    using fates = fatesOf(plan, ledger, paths.sync, files);
    const newSteps = atOnce ? plan.steps.slice(await newFrom(plan.steps, ledger, signal)) : [];
    for (const step of plan.steps) {
      const { name } = step.entity;
      const fingerprints = fingerprintsName(name);
      const isCurrent = areCurrent(kept, name, ledger);
      const writer = writers.use(new RecordHashWriter(kept, fingerprints, isCurrent));
      const keysFile = join(paths.sync, 'keys-of-this-run.sqlite');
      using fields = fieldsBefore(step.entity, { folder: paths.sync, ledger, files });
      const last = {
        fields,
        shape: before?.get(name),
        open: () => RecordHashReader.open(kept, fingerprints, isCurrent),
      };
      if (newSteps.includes(step)) {
        const isNew = new NewEntity(step, writer, ledger);
        parts.push({ step, writer, isNew, ...(await isNew.begin(signal)) });
      } else {
        const compared = await compareStep(step, {
          ledger,
          last,
          plan,
          keys,
          writer,
          keysFile,
          files,
          signal,
          ...waiting,
          fates,
          removedMessages: removed(),
        });
        if (fields) compared.changes.had = fields.rowsWith(compared.changes.fields.emptied.keys());
        parts.push({ step, writer, ...compared });
      }
    }
    const users = waiting.late.hasReplies ? keys.users : undefined;
    return new SyncRun({
      ledger,
      plan,
      parts,
      writers: writers.move(),
      changedFile,
      kept,
      waiting,
      shapeBefore: before,
      users,
    });
  }

  /** Adds what a first sync run does with rows that the service has already. */
  add(look: FirstLook): void {
    for (const { changes } of this.#deps.parts) {
      const there = look.get(changes.entity);
      if (!there) continue;
      const { found, changed: foundChanged, fields, had } = there;
      Object.assign(changes, { found, foundChanged, fields, had });
    }
  }

  /** True if a user is deactivated, or will be when this run has written it. */
  isInactive(uid: string): boolean {
    return this.#deps.users?.isInactive(uid) ?? false;
  }

  get changes(): readonly Changes[] {
    return this.#deps.parts.map(({ changes }) => changes);
  }

  /** The plan, reduced to the rows that need work; it can be run once. */
  get plan(): Plan {
    const steps = this.#deps.parts.map((part) => ({
      ...part.step,
      whole: part.step.sources,
      sources: part.isNew?.sources ?? selectRows(part, this.#deps.ledger),
    }));
    return { ...this.#deps.plan, steps };
  }

  /** Adds the rows that need no work to the counts of a checkpoint. */
  count({ steps }: Checkpoint): void {
    for (const { changes, isNew } of this.#deps.parts) {
      const step = steps[changes.entity];
      if (!step) continue;
      const { duplicates, superseded, records, selected, files } = changes;
      const withoutRecord = files.reduce((sum, { rowsWithoutRecord }) => sum + rowsWithoutRecord, 0);
      if (!isNew) step.expected = { rows: records + withoutRecord, estimated: false };
      const read = records - selected.size;
      step.counts = {
        ...step.counts,
        read,
        unchanged: read - duplicates - superseded,
        skipped: duplicates + superseded,
      };
      step.skipped = {
        ...(duplicates > 0 ? { duplicate: duplicates } : {}),
        ...(superseded > 0 ? { superseded } : {}),
      };
    }
  }

  /** The version of the values that are fixed at creation, for a user or group with this `createdAt` in epoch seconds. */
  fixedAt(entity: EntityName, createdAt: number): number {
    const step = this.#part(entity)?.step;
    return step ? this.#deps.ledger.versions.of(step.entity, { createdAt }).fixed : -1;
  }

  /** True if the ledger had any row of an entity at the start of the sync. */
  hasRows(entity: EntityName): boolean {
    return (this.#part(entity)?.seen.lastRow ?? 0) > 0;
  }

  /** Links the record of a row that this sync sent with its row in the ledger. */
  onRecorded(entity: EntityName, ordinal: number, row: number): void {
    const part = this.#part(entity);
    if (!part?.changes.contradicted.has(ordinal)) part?.writer.link(ordinal, row);
  }

  /** Takes note of rows that have left the window. */
  observe(committed: Committed): void {
    this.#part(committed.entity)?.isNew?.observe(committed);
  }

  /** The messages of this sync run, as far as other rows depend on them. */
  get late(): LateMessages {
    return this.#deps.waiting.late;
  }

  /** Records before anything is written which receipts are to be written again, and which reactions can be removed now. */
  markReread(): void {
    const { late, returned } = this.#deps.waiting;
    this.#deps.ledger.mark('receipts', [...late.rows], 'unread');
    this.#deps.ledger.mark('reactions', [...returned.rows], 'unread');
  }

  /** True if any missing rows of an entity are to be removed. */
  mayRemove(entity: EntityName, onMissing: 'keep' | 'deactivate' | 'delete'): boolean {
    const changes = this.#part(entity)?.changes;
    return changes !== undefined && leavingOf(changes, onMissing) > 0;
  }

  /** True if a row of the ledger is older than this sync and in no source. */
  isMissing(entity: EntityName, row: number): boolean {
    const seen = this.#part(entity)?.seen;
    return seen !== undefined && row <= seen.lastRow && !seen.has(row);
  }

  /** State in the sources of a row of the ledger that is older than this sync; a refused row is not written. */
  standing(entity: EntityName, row: number): 'valid' | 'refused' | 'gone' {
    const part = this.#part(entity);
    if (!part || row > part.seen.lastRow || !part.seen.has(row) || part.deleted.rows.has(row)) return 'gone';
    return part.seen.file(row) < 0 ? 'refused' : 'valid';
  }

  /** True for a message that is refused or left out as too old if it is not in the service. */
  isTooOld(sentAt: number | undefined): boolean {
    const { retention } = this.plan;
    return (
      retention !== undefined &&
      retention.policy !== 'allow' &&
      sentAt !== undefined &&
      sentAt < retention.before
    );
  }

  /** The rows that this pipeline created and that are in no source any more. */
  *missing(entity: EntityName): Generator<LedgerEntry> {
    const part = this.#part(entity);
    if (!part) return;
    for (const entry of this.#deps.ledger.within(entity, part.seen.gaps()))
      if (entry.origin !== 'exists') yield entry;
  }

  /** The rows that this pipeline wrote and that were deleted at the source, and those that hang on them. */
  *deleted(entity: EntityName): Generator<LedgerEntry> {
    const part = this.#part(entity);
    if (part && part.deleted.rows.size > 0)
      yield* this.#deps.ledger.within(entity, part.deleted.ranges(part.seen.lastRow));
  }

  /** Users and groups that look as if their key had changed at the source. */
  get renames(): readonly Rename[] {
    return this.#deps.parts.flatMap(({ renames }) => renames);
  }

  /** True if a message that this pipeline wrote was deleted at the source. */
  isDeleted(muid: string): boolean {
    return this.#part('messages')?.deleted.keys.has(muid) ?? false;
  }

  /** `SOURCE.CHANGED` if a file has changed since it was compared. */
  changedFile(): Promise<RunError | undefined> {
    return this.#deps.changedFile();
  }

  /** The notices about columns and fields. */
  get notices(): readonly string[] {
    return [...shapeNotices(this.changes, this.#isShapeNew), ...keptTexts(keptOf(this.changes))];
  }

  /** The fields that it changes; undefined if it changes none. */
  get changedFields(): ChangedFields | undefined {
    return changedFieldsOf(this.changes);
  }

  /** Stores the fingerprints, and the columns and fields, that the next sync compares with. */
  async publish(signal: AbortSignal): Promise<void> {
    const shape = await shapesOf(this.#deps.parts, this.#deps.shapeBefore, signal);
    for (const { writer, changes, isNew } of this.#deps.parts) {
      if (writer.isUnchanged && !this.#deps.ledger.hasChanged(changes.entity)) {
        this.#deps.ledger.stayPublished(changes.entity);
        continue;
      }
      await this.#deps.ledger.publish(changes.entity, () => {
        isNew?.unlinkContradicted();
        writer.publish(this.#deps.ledger.stamp);
      });
    }
    // Last: until then, a field that is lost stops the next sync run again.
    await saveShape(this.#deps.kept, shape);
  }

  #part(entity: EntityName): StepPart | undefined {
    return this.#deps.parts.find(({ changes }) => changes.entity === entity);
  }

  [Symbol.dispose](): void {
    this.#deps.writers[Symbol.dispose]();
  }
}
