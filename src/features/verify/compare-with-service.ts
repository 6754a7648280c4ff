import type { DatabaseSync } from 'node:sqlite';
import type { Plan } from '../../delivery/plan.ts';
import {
  type CoreName,
  type EntityName,
  type EntityTable,
  entityRecord,
  entityTable,
  isCore,
} from '../../input/entities/entity.ts';
import type { Row, RowPlace } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { rowsAt } from '../../input/sources/rows-at.ts';
import type { Source } from '../../input/sources/source.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import { compareConversationEnds } from './compare/compare-conversation-ends.ts';
import {
  compareListed,
  compareMembers,
  compareMessages,
  type EntityDeps,
  TargetGroups,
} from './compare/compare-entities.ts';
import { compareOptional } from './compare/compare-optional.ts';
import { RowComparer } from './compare/compare-rows.ts';
import { nameDifferences } from './compare/form-difference.ts';
import { FoundDifferences } from './compare/found-differences.ts';
import { readWholeList, reasonOf, type TargetReader } from './compare/target-reader.ts';
import {
  type Expectations,
  type ExpectedStep,
  type ExpectOptions,
  MessageIds,
} from './expect/expect-plan.ts';
import type { RecordedCounts } from './expect/expect-recorded.ts';
import type { SourceCounts } from './expect/expect-rows.ts';
import { ThreadRoots } from './expect/thread-roots.ts';
import { DifferenceGroups } from './result/differences.ts';
import { type Difference, type MarkCounts, zeroMarks } from './result/verification-report.ts';

/** Comparison of a pipeline's rows with those in the service. */
export type VerificationOptions = ExpectOptions & {
  readonly oneWay: boolean;
  /** The owner of a group becomes a member of it without a row. */
  readonly ownersJoin: boolean;
  readonly concurrency: number;
};

/** Input of a comparison with the service, and the callbacks. */
export type VerificationDeps = {
  readonly expectations: Expectations;
  readonly plan: Plan;
  /** The scratch file with the expected rows. */
  readonly db: DatabaseSync;
  readonly reader: TargetReader;
  readonly options: VerificationOptions;
  /** Called for every row that is read. */
  readonly tick: (entity: EntityName) => void;
  /** Called for every difference, entity by entity. */
  readonly onDifference: (one: Difference) => Promise<void>;
};

/** The result of a comparison. */
export type Comparison = {
  readonly entities: Readonly<EntityTable<MarkCounts>>;
  readonly sources: Readonly<Partial<Record<EntityName, SourceCounts>>>;
  /** The contents of the record, and the number of acknowledged rows that were compared. */
  readonly acknowledged: Readonly<
    Partial<Record<EntityName, RecordedCounts & { readonly compared: number }>>
  >;
  readonly groups: DifferenceGroups;
  /** In how many rows an empty field keeps the value that the service has. */
  readonly kept: Readonly<Record<EntityName, ReadonlyMap<string, number>>>;
  /** Number of rows that the service has written by itself. */
  readonly written: number;
  /** Number of messages whose ids run against their times. */
  readonly againstTime: number;
};

/** Up to this many differing rows, each is read by its position; beyond that, the sources are read once from the start. */
const SEEKS_MAX = 5_000;

/**
 * Reads the service and compares it with the sources, in both directions.
 * @throws RunError if nothing can be read, or a source has changed
 */
export async function compareWithService(deps: VerificationDeps): Promise<Comparison> {
  const comparison = new ServiceComparison(deps);
  for (const step of deps.expectations.steps) await comparison.compare(step);
  return comparison.result();
}

class ServiceComparison {
  readonly #deps: VerificationDeps;
  readonly #found: FoundDifferences;
  readonly #targetGroups: TargetGroups;
  readonly #messageIds: MessageIds;
  readonly #threads: ThreadRoots;
  readonly #entities = entityRecord(zeroMarks);
  readonly #groups = new DifferenceGroups();
  readonly #kept = entityRecord(() => new Map<string, number>());
  #written = 0;
  #againstTime = 0;

  constructor(deps: VerificationDeps) {
    this.#deps = deps;
    this.#found = new FoundDifferences(deps.db);
    this.#targetGroups = new TargetGroups(deps.db);
    this.#messageIds = new MessageIds(deps.db);
    this.#threads = new ThreadRoots(deps.db);
  }

  /** Compares the rows of one entity and reports their differences. */
  async compare(step: ExpectedStep): Promise<void> {
    const { options } = this.#deps;
    const counts = this.#entities[step.rows.entity];
    const { rejected, blocked, skipped } = step.source.excluded;
    counts.notCompared = rejected + blocked + skipped;
    counts.pending = step.pending;
    await this.#compareRows(step);
    options.signal.throwIfAborted();
    await this.#nameDifferences(step);
  }

  result(): Comparison {
    const { steps } = this.#deps.expectations;
    return {
      entities: entityTable(
        (name) => this.#entities[name],
        (name) => steps.some(({ rows }) => rows.entity === name),
      ),
      sources: Object.fromEntries(steps.map(({ step, source }) => [step.entity.name, source])),
      acknowledged: Object.fromEntries(
        steps.map(({ rows, recorded, below }) => [
          rows.entity,
          { ...recorded, compared: rows.landedBelow(below) },
        ]),
      ),
      groups: this.#groups,
      kept: this.#kept,
      written: this.#written,
      againstTime: this.#againstTime,
    };
  }

  async #compareRows(step: ExpectedStep): Promise<void> {
    const { db, expectations, options } = this.#deps;
    const { entity } = step.rows;
    const deps = this.#entityDeps(step);
    const whole = { ...deps, counts: this.#entities[entity], found: this.#found };
    const { quick } = options;
    const byEntity: Readonly<Record<CoreName, () => Promise<void>>> = {
      users: () => compareListed('users', deps),
      groups: () => compareListed('groups', deps),
      members: () => (quick ? compareMemberCounts(whole) : compareMembers(deps)),
      messages: () =>
        quick
          ? compareConversationEnds({ ...whole, db })
          : compareMessages(deps, expectations.byConversation),
    };
    await (isCore(entity) ? byEntity[entity]() : compareOptional(entity, deps));
    this.#entities[entity].notCompared += deps.comparer.expired;
    step.source.excluded.expired += deps.comparer.expired;
  }

  #entityDeps({ step, comparison, rows, below }: ExpectedStep): EntityDeps {
    const { reader, options, tick } = this.#deps;
    const { oneWay, concurrency, sync, isLive, ownersJoin, quick, record } = options;
    const { entity, carries } = comparison;
    const mapped = new Set(step.mappings.flatMap(({ fields }) => fields.map(({ field }) => field)));
    const sent = record && { entity, carries, mapped, versionOf: record.ledger.versions.of, isLive };
    const isPending = (key: string): boolean => options.isPending(key, entity);
    const counts = this.#entities[rows.entity];
    return {
      reader,
      rows,
      below,
      oneWay,
      concurrency,
      ownersJoin,
      tick,
      comparer: new RowComparer({
        comparison,
        rows,
        counts,
        found: this.#found,
        oneWay,
        keysOnly: quick,
        sent,
        isPending,
        kept: this.#kept[rows.entity],
      }),
      groups: this.#targetGroups,
      messages: {
        idOf: this.#messageIds.find,
        keyOf: isLive ? this.#messageIds.keyOf : () => undefined,
        read: this.#messageIds.read,
        threads: this.#threads,
        ties: sync === undefined && !isLive,
        againstTime: () => {
          this.#againstTime++;
        },
      },
      missingDeactivated: sync?.onMissing === 'deactivate',
      written: () => {
        this.#written++;
      },
    };
  }

  async #nameDifferences({ step, comparison, rows }: ExpectedStep): Promise<void> {
    const { plan, options, onDifference } = this.#deps;
    const differences = nameDifferences({
      comparison,
      rows,
      found: this.#found,
      placeOf: step.placeOf,
      judge: { ...plan, ...step, keys: NO_KEYS, closed: NONE_CLOSED },
      rowsAt: rowsAgain(step.sources, this.#entities[rows.entity].differs, options.signal),
    });
    for await (const one of differences) {
      this.#groups.add(one);
      await onDifference(one);
    }
  }
}

/** The references of an expected row are not checked again: they were checked when it was read first. */
const NO_KEYS = { users: new KeyIndex(), groups: new KeyIndex() };
const NONE_CLOSED: ReadonlySet<EntityName> = new Set();

/** Reads rows of the sources again: a few by their position, many in one pass. */
function rowsAgain(
  sources: readonly Source[],
  count: number,
  signal: AbortSignal,
): (places: readonly RowPlace[]) => Promise<readonly (Row | undefined)[]> {
  if (count <= SEEKS_MAX) return (places) => rowsAt(sources, places, signal);
  const rows = eachRow(sources, signal);
  return async (places) => {
    const found: Row[] = [];
    for (const { file, byte } of places)
      for await (const row of { [Symbol.asyncIterator]: () => ({ next: () => rows.next() }) })
        if (row.file === file && row.byte === byte) {
          found.push(row);
          break;
        }
    return found;
  };
}

async function* eachRow(sources: readonly Source[], signal: AbortSignal): AsyncGenerator<Row> {
  for await (const chunk of readRows(sources, undefined, signal)) yield* chunk;
}

type MemberCountDeps = Pick<EntityDeps, 'rows' | 'reader' | 'groups' | 'oneWay' | 'tick'> & {
  readonly counts: MarkCounts;
  readonly found: FoundDifferences;
};

async function compareMemberCounts(deps: MemberCountDeps): Promise<void> {
  const { rows, groups, counts, found, oneWay } = deps;
  if (!groups.complete) {
    const failure = await readWholeList(deps.reader.groups(), (row) => groups.add(row));
    groups.complete = failure === undefined;
    if (failure) {
      counts.unread++;
      found.add({ entity: 'members', mark: '!', key: 'groups', message: reasonOf(failure) });
    }
  }
  const own = `SELECT part, sum(NOT banned) AS n FROM ${rows.table} WHERE content IS NOT NULL GROUP BY part`;
  const both = rows.rows<{ guid: string; n: number; members: number | null }>(
    `SELECT g.guid AS guid, g.members AS members, coalesce(e.n, 0) AS n FROM target_groups AS g
     LEFT JOIN (${own}) AS e ON e.part = g.guid`,
  );
  for (const { guid, n, members } of both) {
    deps.tick('members');
    if (members === null) {
      counts.unread++;
      found.add({ entity: 'members', mark: '!', key: guid, message: 'the service returns no member count' });
    } else if (members === n) counts.same++;
    else if (n === 0) {
      counts.onlyTarget++;
      if (!oneWay) found.add({ entity: 'members', mark: '-', key: guid, message: `${members} members` });
    } else {
      counts.differs++;
      const fields = [{ field: 'membersCount', source: n, target: members }];
      found.add({ entity: 'members', mark: '*', key: guid, fields });
    }
  }
  const lost = rows.rows<{ part: string; n: number }>(
    `SELECT part, n FROM (${own}) WHERE part NOT IN (SELECT guid FROM target_groups)`,
  );
  if (groups.complete)
    for (const { part, n } of lost) {
      counts.onlySource++;
      found.add({ entity: 'members', mark: '+', key: part, message: `${n} members` });
    }
}
