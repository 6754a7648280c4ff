import { isDeepStrictEqual } from 'node:util';
import { REMOVAL_SAMPLES_MAX } from '../../delivery/removal/removal-account.ts';
import { RefusalWatch } from '../../delivery/sending/refusal-watch.ts';
import { Sending } from '../../delivery/sending/sending.ts';
import { type Data, type EntityName, entityRecord } from '../../input/entities/entity.ts';
import type { Outcome, RemovalProblem } from '../../input/rows/outcome.ts';
import type { FormerRow, Held } from '../../ledger/former/former-row.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import { type MemberIds, memberOf } from '../../ledger/member-key.ts';
import { eachOf } from '../../service/each-of.ts';
import { heldIn } from '../../service/targets/former/held-in.ts';
import {
  changedRow,
  hindrance,
  isRejoining,
  type PutBack,
  putBackItem,
  rejoinedAt,
} from '../../service/targets/former/put-back.ts';
import { routesOf } from '../../session/connect.ts';
import type { UndoSession } from './open-undo.ts';
import {
  countedEntities,
  type NotPutBack,
  type PutBackCounts,
  type PutBackResult,
} from './put-back-counts.ts';

/** A row of others that is done. */
export type PutBackEvent = {
  readonly type: 'putBack';
  readonly entity: EntityName;
  readonly key: string;
  /** The fields that were put back. */
  readonly fields: readonly string[];
  readonly isFailed: boolean;
};

/** Time in which a request whose answer was lost may still take effect. */
const GRACE_MS = 2_000;

/**
 * Puts back what our changes have replaced in rows that were there before us, where the service still has what we wrote. It can
 * be stopped at any time and repeated: what is put back is not kept any more, or is found to be as it was.
 * @throws RunError if nothing more can be put back
 */
export async function putBackRows(
  former: FormerValues,
  session: UndoSession,
  observe: (event: PutBackEvent) => void,
): Promise<PutBackResult> {
  const putBack = new PuttingBack(former, session, observe);
  for (const rows of inOrder(former))
    await eachOf(rows, session.pipeline.limits.concurrency, (row) => putBack.row(row), session.signal);
  return putBack.result;
}

/**
 * Users first, because only active ones own groups and are members of them; those that were deactivated, last. Nothing refers to
 * the name of a role.
 */
function* inOrder(former: FormerValues): Generator<Iterable<FormerRow>> {
  const wasInactive = ({ fields }: FormerRow): boolean => fields['deactivatedAt']?.was?.length === 1;
  yield former.of('users').filter((row) => !wasInactive(row));
  for (const entity of ['groups', 'members', 'messages'] as const) yield former.of(entity);
  yield former.of('users').filter(wasInactive);
  yield former.of('roles');
}

/** Fields that name another row, which the service may not take any more. */
const NAMING: ReadonlySet<string> = new Set(['owner', 'role']);

class PuttingBack {
  readonly #former: FormerValues;
  readonly #session: UndoSession;
  readonly #observe: (event: PutBackEvent) => void;
  readonly #routes: ReturnType<typeof routesOf>;
  readonly #counts = entityRecord(
    (): PutBackCounts => ({ rows: 0, fields: 0, changed: 0, stays: 0, gone: 0, failed: 0 }),
  );
  readonly #left: NotPutBack[] = [];
  #leftCount = 0;
  readonly #problems = new Map<string, RemovalProblem>();

  constructor(former: FormerValues, session: UndoSession, observe: (event: PutBackEvent) => void) {
    this.#former = former;
    this.#session = session;
    this.#observe = observe;
    this.#routes = routesOf(session.pipeline);
  }

  get result(): PutBackResult {
    return {
      counts: countedEntities((entity) => this.#counts[entity]),
      left: { count: this.#leftCount, samples: this.#left },
      problems: [...this.#problems.values()],
    };
  }

  async row(row: FormerRow): Promise<void> {
    const { entity, key } = row;
    const { ledger, transport, signal } = this.#session;
    const counts = this.#counts[entity];
    const entry = ledger.find(entity, key);
    // A ban is ours, and what it has ended is not. Any other row was removed by somebody and made anew by us.
    const isOurs = entry !== undefined && entry.origin !== 'exists' && entry.active !== false;
    const ids = entity === 'members' ? memberOf(key, ledger) : undefined;
    if (entity === 'members' && !ids) return this.#failed(row, 'REMOVAL.AMBIGUOUS', AMBIGUOUS);
    const found = isOurs
      ? undefined
      : ((await changedRow(row, ids, transport, signal)) ?? this.#lifted(row, ids));
    if (!found) {
      counts.gone++;
      return this.#done(row, []);
    }
    const fields = this.#wanted(row, found);
    if (fields.size > 0) {
      // The next sync run must not take what it wrote for what is there.
      if (entry?.origin === 'exists') ledger.mark(entity, [entry.row], 'unread');
      await ledger.intentsSynced();
      if (ids && isRejoining(entity, fields)) {
        fields.set('joinedAt', await rejoinedAt(ids, fields.get('joinedAt') ?? [], transport, signal));
        await this.#former.undoing(row, 'isBanned', []);
      }
      const item = (part: PutBack) =>
        putBackItem(row, ids, part, found, Math.floor(this.#session.system.clock.now() / 1_000));
      const outcome = await this.#sent(entity, item(fields));
      if (outcome.status !== 'updated') {
        // Whom it names may be gone or deactivated: that is no reason to keep the rest from the row.
        const others = new Map([...fields].filter(([field]) => !NAMING.has(field)));
        if (outcome.status === 'rejected' && others.size > 0 && others.size < fields.size)
          await this.#sent(entity, item(others));
        const [problem] = 'problems' in outcome ? outcome.problems : [];
        return this.#failed(row, problem?.code ?? 'ROW.IN_DOUBT', problem?.message ?? outcome.status);
      }
      counts.rows++;
      fields.delete('joinedAt');
      counts.fields += fields.size;
    }
    this.#done(row, [...fields.keys()]);
  }

  /** A member whose ban an undo has lifted that was killed then: as if it still were. */
  #lifted({ fields: { isBanned } }: FormerRow, ids: MemberIds | undefined): Data | undefined {
    const isLifted = ids && isBanned && this.#former.wroteLast(isBanned, []);
    return isLifted ? { ...ids, isBanned: true } : undefined;
  }

  /** The fields to put back; counts the others that differ. */
  #wanted({ entity, key, fields }: FormerRow, found: Data): Map<string, Held> {
    const wanted = new Map<string, Held>();
    const leave = (what: 'changed' | 'stays', field: string, reason: string): void => {
      this.#counts[entity][what]++;
      this.#leftCount++;
      if (this.#left.length < REMOVAL_SAMPLES_MAX) this.#left.push({ entity, key, field, reason });
    };
    for (const [field, kept] of Object.entries(fields)) {
      // It is no field of its own: who joins again gets it.
      if (field === 'joinedAt') continue;
      const { was } = kept;
      const now = heldIn(entity, found, field);
      if (was && isDeepStrictEqual(now, was)) continue;
      const hindered = hindrance(entity, field, was);
      if (was === undefined) leave('stays', field, String(hindered));
      else if (!this.#former.wrote(kept, now)) leave('changed', field, 'somebody has changed it since then');
      else if (hindered !== undefined) leave('stays', field, hindered);
      else wanted.set(field, was);
    }
    const { joinedAt } = fields;
    if (isRejoining(entity, wanted) && joinedAt?.was) wanted.set('joinedAt', joinedAt.was);
    return wanted;
  }

  async #sent(entity: EntityName, item: Parameters<Sending['send']>[0][number]): Promise<Outcome> {
    const { connection, transport, ledger, system, signal } = this.#session;
    let outcome: Outcome | undefined;
    const sending = new Sending(
      {
        route: this.#routes[entity],
        transport,
        probe: connection.target.probe,
        ...system,
        doubt: {
          maybeSentBelow: 0,
          since: () => ledger.times.begunAt,
          uncertainSince: () => ledger.times.begunAt,
          graceMs: GRACE_MS,
          pastSettledAt: 0,
        },
        refusals: new RefusalWatch(entity, true),
        hostOf: () => Promise.reject(new RangeError('no changed row hangs on a message')),
        isOwnGroup: () => false,
        window: {
          settle: (_, settled) => {
            outcome = settled;
          },
        },
      },
      signal,
    );
    await sending.send([item]);
    return outcome as unknown as Outcome;
  }

  #done(row: FormerRow, fields: readonly string[]): void {
    this.#former.settle(row);
    this.#observe({ type: 'putBack', entity: row.entity, key: row.key, fields, isFailed: false });
  }

  #failed({ entity, key }: FormerRow, code: string, message: string): void {
    this.#counts[entity].failed++;
    const name = `${entity} ${code}`;
    const problem = this.#problems.get(name) ?? { entity, code, count: 0, samples: [] };
    problem.count++;
    if (problem.samples.length < REMOVAL_SAMPLES_MAX) problem.samples.push({ key, message });
    this.#problems.set(name, problem);
    this.#observe({ type: 'putBack', entity, key, fields: [], isFailed: true });
  }
}

const AMBIGUOUS = 'its key can be split into guid and uid in several ways';
