import type { StepChanges } from '../../delivery/row-change.ts';
import { entities } from '../../input/entities/entities.ts';
import { type EntityName, isReferredTo } from '../../input/entities/entity.ts';
import type { FieldDigests, FieldMemory } from '../../ledger/field-digests.ts';
import type { FinishedRun } from '../../session/finish-run.ts';
import { type FieldsPlace, fieldMemory } from './shape/fields-before.ts';
import type { SyncRun } from './sync-run.ts';

/**
 * Lists the changes of a sync run. The fields of users and groups are remembered as digests; of a member, the ledger knows
 * whether it was banned, so what differs else is its scope; of a message, nobody knows whether its text, metadata or tags
 * differ.
 */
export class SyncChanges implements Disposable {
  readonly #syncRun: SyncRun;
  readonly #place: FieldsPlace;
  readonly #trace: FinishedRun['trace'];
  readonly #memories = new Map<EntityName, FieldDigests>();

  constructor(syncRun: SyncRun, place: FieldsPlace, trace: FinishedRun['trace']) {
    this.#syncRun = syncRun;
    this.#place = place;
    this.#trace = trace;
  }

  of(entity: EntityName): StepChanges {
    return {
      // A new entity would double the state: its rows are only counted, as those of a migration.
      take: this.#syncRun.hasRows(entity) ? this.#trace.changes.add : undefined,
      fields: entity === 'members' ? MEMBER_FIELDS : this.#memoryOf(entity),
    };
  }

  #memoryOf(entity: EntityName): FieldMemory | undefined {
    if (!isReferredTo(entity)) return undefined;
    const known = this.#memories.get(entity);
    if (known) return known;
    const memory = fieldMemory(entities[entity], this.#place);
    this.#memories.set(entity, memory);
    return memory;
  }

  [Symbol.dispose](): void {
    for (const memory of this.#memories.values()) memory[Symbol.dispose]();
  }
}

/** A member has two fields that can change, and the ledger knows one of them. */
const MEMBER_FIELDS: FieldMemory = {
  of: (data) => Uint16Array.of(entities.members.isActive?.(data as never) === false ? 0 : 1),
  changed({ active, version }, [now]) {
    if (active === undefined || version.content === -1) return undefined;
    return active === (now === 1) ? ['scope'] : ['isBanned'];
  },
  put: () => {},
  putNew: () => {},
  flush: () => {},
};
