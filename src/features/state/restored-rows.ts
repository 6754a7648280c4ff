import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { type Plan, type Step, withoutActors } from '../../delivery/plan.ts';
import {
  type Data,
  type EntityName,
  entityNames,
  entityRecord,
  isReferredTo,
} from '../../input/entities/entity.ts';
import { type JudgeDeps, type Judged, judge } from '../../input/rows/judge.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import type { AcknowledgedEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { pendingEntryOf } from '../../ledger/pending-entry.ts';
import { claimedKeys } from '../../state/claims.ts';
import type { State } from '../../state/state.ts';

export type RestoreDeps = {
  readonly ledger: Ledger;
  readonly landed: Readonly<Record<EntityName, LandedKeys>>;
  /** Restores only rows whose keys have landed; of rows with one key, the first. Else the one in the last file. */
  readonly onlyLanded: boolean;
  /** True if the service has what the sources have now. */
  readonly isContentKnown: boolean;
  /** True if the ledger had rows before. */
  readonly isOlder: boolean;
  /** Rows of unknown origin count as created by us. */
  readonly ours: boolean;
};

/** Rows in one transaction. */
const BATCH = 1_000;
const UNKNOWN = { content: -1, fixed: -1 };

/** Writes the rows of the sources into a ledger, as rows that the service has acknowledged. */
export class RestoredRows {
  readonly #plan: Plan;
  readonly #deps: RestoreDeps;
  readonly #keys = entityRecord(() => new KeyIndex());
  /** When each group of the sources was created: the service refuses members who joined before. */
  readonly #groupsSince = new Map<string, number>();
  #named = 0;
  #waiting: AcknowledgedEntry[] = [];

  constructor(plan: Plan, deps: RestoreDeps) {
    this.#plan = plan;
    this.#deps = deps;
  }

  /** The number of rows that have landed whose keys no source has. */
  get unnamed(): number {
    const { landed, onlyLanded } = this.#deps;
    const count = Object.values(landed).reduce((sum, keys) => sum + keys.count, 0);
    return onlyLanded ? Math.max(0, count - this.#named) : 0;
  }

  async restore(signal: AbortSignal): Promise<void> {
    for (const step of this.#plan.steps) {
      const { name } = step.entity;
      const taken = new KeyIndex();
      // What was written while its user was active is in the service.
      const deps: JudgeDeps = { ...this.#plan, ...withoutActors(step), keys: this.#keys };
      for await (const chunk of readRows(step.sources, undefined, signal))
        for (const row of chunk) {
          const judged = judge(row, deps);
          this.#claim(name, judged, row);
          if (judged.key !== undefined && this.#isWanted(name, judged.key, judged.data, row, taken))
            this.#add(step, judged.key, judged.data);
        }
      this.#flush(name);
    }
  }

  #isWanted(
    name: EntityName,
    key: string,
    data: Data | undefined,
    { file, line }: Row,
    taken: KeyIndex,
  ): boolean {
    const { onlyLanded, landed } = this.#deps;
    if (onlyLanded ? landed[name].index.state(key) !== 'landed' : !data || this.#isRefused(name, data))
      return false;
    const before = taken.find(key);
    if (before && (onlyLanded || before.file === file)) return false;
    if (!before) this.#named++;
    taken.add(key, 'invalid', { content: 0, line, file });
    return true;
  }

  #isRefused(name: EntityName, data: Data): boolean {
    if (name === 'groups') this.#groupsSince.set(String(data['guid']), Number(data['createdAt'] ?? 0));
    if (name !== 'members') return false;
    const joinedAt = Number(data['joinedAt'] ?? 0);
    return joinedAt > 0 && joinedAt <= (this.#groupsSince.get(String(data['guid'])) ?? 0);
  }

  /** As in a run, so that rows which refer to others are judged alike. */
  #claim(name: EntityName, judged: Judged, { line, file }: Row): void {
    if (!isReferredTo(name)) return;
    const key = judged.data ? judged.key : judged.claim?.key;
    if (key !== undefined)
      this.#keys[name].add(key, judged.data ? 'landed' : (judged.claim?.state ?? 'invalid'), {
        content: 0,
        line,
        file,
      });
  }

  #add({ entity }: Step, key: string, data: Data | undefined): void {
    const { ledger, isContentKnown } = this.#deps;
    const origin = this.#originOf(entity.name, key);
    const pending = data && pendingEntryOf(entity, key, data, ledger.versions.of);
    this.#waiting.push(
      pending && isContentKnown
        ? { ...pending, origin }
        : { ...(pending ?? { key }), version: UNKNOWN, active: undefined, origin },
    );
    if (this.#waiting.length >= BATCH) this.#flush(entity.name);
  }

  /** A row that may have been there before us must never be removed. */
  #originOf(name: EntityName, key: string): AcknowledgedEntry['origin'] {
    const { ledger, landed, isOlder, ours } = this.#deps;
    const before = isOlder ? ledger.find(name, key)?.origin : undefined;
    if (before === 'exists') return 'exists';
    if (before === 'created' || before === 'leaving' || ours) return 'created';
    const { index, isAnyForeign } = landed[name];
    return index.state(key) === 'landed' && !isAnyForeign ? 'created' : 'exists';
  }

  #flush(name: EntityName): void {
    this.#deps.ledger.acknowledge(name, this.#waiting.splice(0));
  }
}

/** The keys of the rows of one entity that the service has acknowledged. */
type LandedKeys = {
  readonly index: KeyIndex;
  count: number;
  /** Some of the rows were in the service before, and it is not known which. */
  isAnyForeign: boolean;
};

/** Reads the keys that checkpoints claim; those of a later one replace those of an earlier one. */
export function landedKeys(
  states: readonly (readonly [state: State, checkpoint: Checkpoint | undefined])[],
): Readonly<Record<EntityName, LandedKeys>> {
  const landed = entityRecord((): LandedKeys => ({ index: new KeyIndex(), count: 0, isAnyForeign: false }));
  for (const [own, checkpoint] of states)
    for (const entity of entityNames) {
      const step = checkpoint?.steps[entity];
      if (!step) continue;
      const keys = landed[entity];
      keys.isAnyForeign ||= step.counts.exists > 0;
      for (const { stamp, state } of claimedKeys(own, checkpoint, entity)) {
        if (keys.index.hasLanded(stamp.lo, stamp.hi)) keys.count--;
        keys.index.set(stamp, state);
        if (state === 'landed') keys.count++;
      }
    }
  return landed;
}
