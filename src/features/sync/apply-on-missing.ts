import { DEACTIVATED_AT_ONCE, isUnreachable, type RemovalRow } from '../../delivery/removal/remove-row.ts';
import {
  type RemovalDeps,
  type RemovalEvent,
  removalChange,
  removeRows,
} from '../../delivery/removal/remove-rows.ts';
import type { TakeChanges } from '../../delivery/row-change.ts';
import { onlyRunError, type RunError } from '../../errors/run-error.ts';
import { messageOf } from '../../input/entities/attached-key.ts';
import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { RemovalProblem } from '../../input/rows/outcome.ts';
import { isUnreached, type LedgerEntry } from '../../ledger/entry.ts';
import type { DeletedAtSource, Missing, MissingCounts } from '../../report/result/removed-counts.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { isOlder } from '../../service/targets/change/is-older.ts';
import { isRecord } from '../../service/transport/transport.ts';
import type { Delivery } from '../../session/deliver-plan.ts';
import { openTransport, stopSignal } from '../../session/open-transport.ts';
import { isAnswered } from '../../state/claims.ts';
import type { Runtime } from '../../terminal/context.ts';
import { type LeavingDeps, REVERSED, removeDeleted } from './deleted/remove-deleted.ts';
import type { LeavingFirst } from './leaving/leaving-first.ts';
import type { SyncRun } from './sync-run.ts';

/** The fate of the rows that are in no source any more or were deleted there, and the warnings for the report. */
export type AppliedOnMissing = {
  readonly missing: Missing;
  /** Absent if there are none. */
  readonly deletedAtSource?: DeletedAtSource;
  readonly warnings: readonly string[];
};

/** The same of rows that left before others were written, and what of it stays as it is until the next sync. */
export type LeftFirst = AppliedOnMissing & {
  /** The keys of messages that replies hang on, and that could not be removed: the replies are written on them again. */
  readonly roots: ReadonlySet<string>;
  /** The keys of replies that could not be removed. */
  readonly replies: readonly string[];
};

/** The means by which a sync run removes rows; `maxDurationMs` is what is left of `--max-duration`. */
export type RemovalPlace = Pick<
  Delivery,
  'session' | 'connection' | 'ledger' | 'maxDurationMs' | 'listeners'
>;

/** The fate of rows that left before others were written, and of those that left after that. */
export const both = (first: AppliedOnMissing, then: AppliedOnMissing): AppliedOnMissing => ({
  ...then,
  missing: Object.fromEntries(
    Object.entries(then.missing).map(([entity, counts]) => {
      const deleted = counts.deleted + (first.missing[entity as EntityName]?.deleted ?? 0);
      return [entity, { ...counts, deleted }];
    }),
  ),
  ...deletedOfBoth(first.deletedAtSource, then.deletedAtSource),
  warnings: [...first.warnings, ...then.warnings],
});

/** Those that stayed at first are found again. */
function deletedOfBoth(
  first: DeletedAtSource = {},
  then: DeletedAtSource = {},
): Pick<AppliedOnMissing, 'deletedAtSource'> {
  const removed = Object.entries(first).filter((each) => each[1].removed > 0);
  if (removed.length === 0) return Object.keys(then).length > 0 ? { deletedAtSource: then } : {};
  const before = removed.map(([entity, counts]) => {
    const { kept = 0, removed: later = 0, failed = 0 } = then[entity as EntityName] ?? {};
    return [entity, { kept, removed: counts.removed + later, failed }] as const;
  });
  return { deletedAtSource: Object.fromEntries([...Object.entries(then), ...before]) };
}

/** Removes what has to leave before anything is written; missing rows that stay are tried again with the others. */
export const removeFirst = (
  syncRun: SyncRun,
  { missing: rows, deleted, replies, refused }: LeavingFirst,
  place: RemovalPlace,
  take: TakeChanges,
  context: Pick<Runtime, 'signal'>,
): Promise<LeftFirst | RunError> =>
  removing(place, context, async (deps) => {
    const stayed = { roots: new Set<string>(), replies: [] as string[] };
    const onRemoval = (event: RemovalEvent): void => {
      const { entity, entry, outcome } = event;
      if (entity === 'messages' && outcome === 'failed') stayed.roots.add(entry.key);
      take(removalChange(event, 'delete'));
    };
    deps.ledger.mark(
      'messages',
      refused.map(({ row }) => row),
      'unread',
    );
    // Where they stay, they hang on an id that is gone: the next sync tries again, once their users are active.
    const kept: number[] = [];
    const again = await removeRows(
      replies.map((entry) => ({ entity: 'messages', entry })),
      {
        ...deps,
        how: 'delete',
        leaving: () => false,
        mayRemove: ({ entry }) => isWritable(entry, (uid) => syncRun.isInactive(uid), deps),
        observe({ entry, outcome }) {
          if (outcome === 'removed') deps.onRequest();
          if (outcome === 'failed') stayed.replies.push(entry.key);
          if (outcome === 'kept') kept.push(entry.row);
        },
      },
    );
    deps.ledger.mark('messages', kept, 'unread');
    const stated = await removeDeleted(syncRun, deleted.size > 0 ? 'remove' : 'keep', {
      ...deps,
      only: ({ entity, entry }) => deleted.has(messageIn(entity, entry.key)),
      onRemoval,
    });
    const { missing, problems } = await removeMissing(syncRun, 'delete', {
      ...deps,
      mayRemove: unlessOlder(syncRun, deps),
      only: ({ entity, entry }) => rows.get(entity)?.has(entry.row) ?? false,
      onRemoval,
    });
    const { deletedAtSource } = stated;
    const warnings = [
      ...again.problems.map(notRemoved('answering')),
      ...stated.problems.filter(isOfMessages).map(notRemoved('deleted')),
      ...problems.filter(isOfMessages).map(notRemoved('missing')),
    ];
    return { missing, ...(deletedAtSource ? { deletedAtSource } : {}), warnings, ...stayed };
  });

/** False for a reply that the service would not take again, because a user of it is deactivated. */
async function isWritable(
  { id }: LedgerEntry,
  isInactive: (uid: string) => boolean,
  { transport, signal }: Pick<RemovalDeps, 'transport' | 'signal'>,
): Promise<boolean> {
  if (id === undefined) return true;
  const { body } = await transport(endpointRequest(endpoints.getMessage, { params: { id } }), signal);
  const message = isRecord(body) && isRecord(body['data']) ? body['data'] : {};
  const { sender, receiver, receiverType } = message;
  return ![sender, receiverType === 'user' ? receiver : undefined].some(
    (uid) => typeof uid === 'string' && isInactive(uid),
  );
}

/** Other rows are tried again in the same run. */
const isOfMessages = ({ entity }: RemovalProblem): boolean => entity === 'messages';

/** The key of a message in that of a row that is one or hangs on one. */
const messageIn = (entity: EntityName, key: string): string =>
  entity === 'messages' ? key : messageOf(entities[entity], key);

/**
 * Applies the pipeline's `onDeleted` to the rows that were deleted at the source, and `onMissing` to those that are in no source
 * any more; returns the error that ended it early.
 * @param stay messages that stay until the next sync, with what hangs on them
 * @param take gets what was removed
 */
export function applyOnMissing(
  syncRun: SyncRun,
  stay: ReadonlySet<string>,
  place: RemovalPlace,
  take: TakeChanges,
  context: Pick<Runtime, 'signal'>,
): Promise<AppliedOnMissing | RunError> {
  const { onMissing = 'keep', onDeleted = 'remove' } = place.session.pipeline.sync ?? {};
  const only = ({ entity, entry }: RemovalRow): boolean => !stay.has(messageIn(entity, entry.key));
  return removing(place, context, async (deps) => {
    const stated = await removeDeleted(syncRun, onDeleted, {
      ...deps,
      only,
      onRemoval: (event) => take(removalChange(event, 'delete')),
    });
    const { missing, problems } = await removeMissing(syncRun, onMissing, {
      ...deps,
      only,
      mayRemove: unlessOlder(syncRun, deps),
      onRemoval: (event) => take(removalChange(event, onMissing)),
    });
    const warnings = [
      ...stated.problems.map(notRemoved('deleted')),
      ...problems.map(notRemoved('missing')),
      ...(onMissing === 'keep' ? [] : syncRun.changes.flatMap(keptAsUnreadable)),
    ];
    const { deletedAtSource } = stated;
    return { missing, ...(deletedAtSource ? { deletedAtSource } : {}), warnings };
  });
}

/** The means by which rows are removed, besides which rows they are. */
type Removing = Omit<LeavingDeps, 'mayRemove' | 'only' | 'onRemoval'>;

/** Opens what rows are removed with; returns the error that ended the work early. */
async function removing<T>(
  { session, connection, ledger, maxDurationMs, listeners = [] }: RemovalPlace,
  context: Pick<Runtime, 'signal'>,
  work: (deps: Removing) => Promise<T>,
): Promise<T | RunError> {
  const { pipeline, requests, system } = session;
  const { limits } = pipeline;
  using stop = stopSignal(context.signal, connection, maxDurationMs, system.clock);
  await using base = openTransport(
    connection,
    limits.timeoutSeconds * 1_000,
    (event) => {
      requests.observe(event);
      for (const listener of listeners) listener.follow?.(event);
    },
    system,
    isAnswered(ledger),
  );
  for (const listener of listeners) listener.control?.(base);
  return await work({
    ledger,
    transport: base.transport,
    signal: stop.signal,
    system,
    concurrency: limits.concurrency,
    since: Math.floor(system.clock.now() / 1_000) + connection.skew.seconds,
    onRequest: () => requests.countRemoved(),
  }).catch(onlyRunError);
}

/** After a lost answer the ledger alone does not say whether this pipeline created the row, or it existed before. */
function unlessOlder(
  syncRun: SyncRun,
  removal: Pick<RemovalDeps, 'ledger' | 'transport' | 'signal'>,
): NonNullable<RemovalDeps['mayRemove']> {
  const creation = {
    ...removal,
    fixedAt: (entity: EntityName, createdAt: number) => syncRun.fixedAt(entity, createdAt),
  };
  return async ({ entity, entry }) =>
    (entity !== 'users' && entity !== 'groups') || !(await isOlder(entity, entry, creation));
}

const notRemoved =
  (what: 'missing' | 'deleted' | 'answering') =>
  ({ entity, code, count, samples: [sample] }: RemovalProblem): string => {
    const first = sample ? `, first ${sample.key}: ${sample.message}` : '';
    const when = isUnreachable(entity, code)
      ? 'this is repeated when the user is back'
      : 'the next sync tries again';
    return `${count} ${what} ${entity} could not be removed (${code}${first}); ${when}`;
  };

/** If some rows of an entity cannot be read, it is uncertain which rows are missing. */
const keptAsUnreadable = ({ entity, withoutKey, missing }: SyncRun['changes'][number]): string[] =>
  withoutKey > 0 && missing > 0
    ? [
        `${missing} missing ${entity} are kept, because ${withoutKey} rows cannot be read and may be some of them`,
      ]
    : [];

/**
 * Applies `onMissing` to the rows that are in no source any more. Removes only rows that this pipeline created, and only
 * in entities whose rows all have a readable key.
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
async function removeMissing(
  syncRun: SyncRun,
  onMissing: 'keep' | 'deactivate' | 'delete',
  deps: LeavingDeps,
): Promise<{ readonly missing: Missing; readonly problems: readonly RemovalProblem[] }> {
  const missing = Object.fromEntries(
    syncRun.changes.map(({ entity, missing: created, missingOthers }) => [
      entity,
      { kept: created + missingOthers, deactivated: 0, deleted: 0, failed: 0 },
    ]),
  ) as Record<EntityName, MissingCounts>;
  const { only } = deps;
  const affected = REVERSED.filter((entity) => syncRun.mayRemove(entity, onMissing));
  if (onMissing === 'keep' || affected.length === 0) return { missing, problems: [] };
  const rows: Iterable<RemovalRow> = {
    *[Symbol.iterator]() {
      for (const entity of affected)
        for (const entry of syncRun.missing(entity))
          if (
            (onMissing === 'delete' ? !isUnreached(entity, entry) : entry.active !== false) &&
            only({ entity, entry })
          )
            yield { entity, entry };
    },
  };
  const { problems } = await removeRows(rows, {
    ...deps,
    how: onMissing,
    leaving: (entity, entry) =>
      affected.includes(entity) &&
      entry.origin !== 'exists' &&
      syncRun.isMissing(entity, entry.row) &&
      only({ entity, entry }),
    observe: (event) => {
      const { entity, outcome } = event;
      deps.onRemoval(event);
      const counts = missing[entity];
      if (outcome === 'kept') return;
      // One request deactivates many users.
      const isFirst = onMissing === 'delete' || counts.deactivated % DEACTIVATED_AT_ONCE === 0;
      if (outcome === 'removed' && isFirst) deps.onRequest();
      counts.kept--;
      if (outcome === 'failed') counts.failed++;
      else if (onMissing === 'delete') counts.deleted++;
      else counts.deactivated++;
    },
  });
  return { missing, problems };
}
