import type { Plan } from '../../../delivery/plan.ts';
import { eachJudgedAlone } from '../../../delivery/sending/judged-alone.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { Data, EntityName, OwnedFields, ReferredName } from '../../../input/entities/entity.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import { KeyIndex } from '../../../keys/key-index.ts';
import { KeySet } from '../../../keys/key-table.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ChangedFields } from '../../../report/result/changed-fields.ts';
import { type FoundRow, listed, membersOf, PAGE_ROWS, totalOf } from '../../../service/listed-rows.ts';
import { remoteRow } from '../../../service/targets/change/remote-row.ts';
import { clearableIn, wouldChange } from '../../../service/targets/change/would-change.ts';
import type { Transport } from '../../../service/transport/transport.ts';
import { type Connection, connect } from '../../../session/connect.ts';
import { openTransport } from '../../../session/open-transport.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { changedFieldsOf, countFields, type FieldCounts, noFieldCounts } from '../shape/field-changes.ts';

/** The changes that a first sync run would make to rows of one entity that the service has already. */
type FoundChanges = {
  /** Rows of the sources that are there. */
  readonly found: number;
  /** Those of them that it would change. */
  readonly changed: number;
  readonly fields: FieldCounts;
  /** In how many of them each field that can be emptied has a value. */
  readonly had: ReadonlyMap<string, number>;
};

/** The same of each entity of which the service has rows of the sources. */
export type FirstLook = ReadonlyMap<EntityName, FoundChanges>;

export const NOTHING_FOUND: FirstLook = new Map();

/** Rows of the service that are compared together. */
const TOGETHER_MAX = 50_000;

type OwnRow = { readonly key: string; readonly data: Data; readonly owned: OwnedFields };
type Counting = { found: number; changed: number; fields: FieldCounts; had: Map<string, number> };

class FirstLooking {
  readonly found = new Map<EntityName, Counting>();
  readonly #plan: Plan;
  readonly #transport: Transport;
  readonly #signal: AbortSignal;
  /** The groups that are there. */
  readonly #guids = new Set<string>();

  constructor(plan: Plan, transport: Transport, signal: AbortSignal) {
    this.#plan = plan;
    this.#transport = transport;
    this.#signal = signal;
  }

  /** Looks for users or groups. */
  async at(entity: ReferredName): Promise<void> {
    if (!this.#has(entity)) return;
    const total = await totalOf(entity, this.#transport, this.#signal);
    if (total === 0) return;
    const keys = await this.#keysOf(entity);
    const pages = total === undefined ? 1 : Math.ceil(total / PAGE_ROWS);
    const found = keys.size < pages ? this.#single(entity) : this.#listed(entity, keys);
    await this.#compare(entity, found, (row, there) => {
      if (entity === 'groups') this.#guids.add(row.key);
      return { fields: wouldChange(entity, row, there), had: clearableIn(entity, there) };
    });
  }

  /** Looks for the members of the groups that are there. */
  async atMembers(): Promise<void> {
    if (!this.#has('members') || this.#guids.size === 0) return;
    await this.#compare('members', this.#members(), ({ data: { scope, isBanned } }, there) => {
      const fields = [
        ...(scope !== undefined && scope !== there['scope'] ? ['scope'] : []),
        ...(isBanned === true ? ['isBanned'] : []),
      ];
      return { fields: { changed: fields, emptied: [], kept: [] }, had: [] };
    });
  }

  #has(name: EntityName): boolean {
    return this.#plan.steps.some(({ entity }) => entity.name === name);
  }

  async #keysOf(entity: EntityName): Promise<KeySet> {
    const keys = new KeySet();
    await this.#rows(entity, ({ key }) => keys.add([key]));
    return keys;
  }

  /** Calls `each` with the valid rows of an entity. */
  async #rows(entity: EntityName, each: (row: OwnRow) => void): Promise<void> {
    const steps = this.#plan.steps.filter((step) => step.entity.name === entity);
    const keys = { users: new KeyIndex(), groups: new KeyIndex() };
    await eachJudgedAlone(steps, this.#plan, keys, this.#signal, ({ key, data }, row, step) => {
      if (!data || key === undefined) return;
      const owned = (step.mappings[row.file] as Mapping).owned(row.values);
      each({ key: key.toLowerCase(), data, owned });
    });
  }

  async *#listed(entity: ReferredName, keys: KeySet): AsyncGenerator<readonly [string, FoundRow]> {
    for await (const row of listed(entity, this.#transport, this.#signal)) {
      const key = String(row[entity === 'users' ? 'uid' : 'guid']).toLowerCase();
      if (keys.has([key])) yield [key, row];
    }
  }

  /** Reads the rows of a small file one by one. */
  async *#single(entity: ReferredName): AsyncGenerator<readonly [string, FoundRow]> {
    const keys = new Set<string>();
    await this.#rows(entity, ({ key }) => keys.add(key));
    for (const key of keys) {
      const row = await remoteRow(entity, key, this.#transport, this.#signal);
      if (row) yield [key, row];
    }
  }

  async *#members(): AsyncGenerator<readonly [string, FoundRow]> {
    const wanted = new Set<string>();
    await this.#rows('members', ({ data: { guid } }) => {
      const id = String(guid).toLowerCase();
      if (this.#guids.has(id)) wanted.add(id);
    });
    for (const guid of wanted)
      for await (const row of membersOf(guid, this.#transport, this.#signal))
        yield [`${guid}_member_${String(row['uid']).toLowerCase()}`, row];
  }

  /** Compares the rows of the sources with those that are there, some at a time: each time, the files are read once. */
  async #compare(
    entity: EntityName,
    found: AsyncIterable<readonly [string, FoundRow]>,
    compare: (
      row: OwnRow,
      there: FoundRow,
    ) => { readonly fields: Parameters<typeof countFields>[1]; readonly had: readonly string[] },
  ): Promise<void> {
    const counts: Counting = { found: 0, changed: 0, fields: noFieldCounts(), had: new Map() };
    const some = new Map<string, FoundRow>();
    const compareSome = async (): Promise<void> => {
      await this.#rows(entity, (row) => {
        const there = some.get(row.key);
        if (!there) return;
        // A row counts once, however many files have it.
        some.delete(row.key);
        const { fields, had } = compare(row, there);
        counts.found++;
        if (fields.changed.length + fields.emptied.length > 0) counts.changed++;
        countFields(counts.fields, fields, 1);
        for (const name of had) counts.had.set(name, (counts.had.get(name) ?? 0) + 1);
      });
      some.clear();
    };
    for await (const [key, row] of found) {
      some.set(key, row);
      if (some.size >= TOGETHER_MAX) await compareSome();
    }
    if (some.size > 0) await compareSome();
    if (counts.found > 0) this.found.set(entity, counts);
  }
}

/** The time that a plan waits for a service that may not be there. */
const PLAN_MS = 10_000;

/**
 * Looks which rows of the sources a service has before anything of them was written, and what a sync run would change of
 * them. Asks for the numbers of users and groups first; then reads their lists, or the rows one by one, whichever is
 * fewer requests, and the members of the groups that are there. Messages are not looked for: a first sync run leaves
 * those that are there as they are.
 * @throws RunError if the service or the files cannot be read
 */
export async function lookFirst(
  { limits }: Pipeline,
  plan: Plan,
  connection: Connection,
  { signal, system }: Pick<Runtime, 'system' | 'signal'>,
): Promise<FirstLook> {
  await using base = openTransport(connection, limits.timeoutSeconds * 1_000, () => {}, system);
  const look = new FirstLooking(plan, base.transport, signal);
  await look.at('users');
  await look.at('groups');
  await look.atMembers();
  return look.found;
}

/** The statements of a plan of a first sync run about rows that the service has already. */
type PlannedLook = {
  readonly look: FirstLook;
  /** The fields that the run changes; undefined if it changes none. */
  readonly changedFields: ChangedFields | undefined;
  readonly warnings: readonly string[];
};

const unseen = (warnings: readonly string[]): PlannedLook => ({
  look: NOTHING_FOUND,
  changedFields: undefined,
  warnings,
});

/** The same for a plan, which is also made where the service cannot be reached: then it says so. */
export async function lookForPlan(
  pipeline: Pipeline,
  plan: Plan,
  sandboxData: string,
  context: Runtime & Stderr,
): Promise<PlannedLook> {
  const { target } = pipeline;
  const { files, clock } = context.system;
  // A sandbox without data has no rows.
  if (target === undefined || (target === 'sandbox' && !files.existsSync(sandboxData))) return unseen([]);
  const late = new AbortController();
  using _waiting = clock.after(PLAN_MS, () => late.abort());
  try {
    await using connection = await connect(pipeline, sandboxData, context);
    const signal = AbortSignal.any([context.signal, late.signal]);
    const look = await lookFirst(pipeline, plan, connection, { ...context, signal });
    const fields = Array.from(look, ([entity, each]) => ({ entity, fields: each.fields }));
    return { look, changedFields: changedFieldsOf(fields), warnings: [] };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof RunError) && !late.signal.aborted) throw error;
    const why = error instanceof RunError ? error.message : 'no answer in time';
    return unseen([`${UNSEEN}: ${why}`]);
  }
}

const UNSEEN = 'the service was not read, so rows that it already has count as new; a run reads it first';
