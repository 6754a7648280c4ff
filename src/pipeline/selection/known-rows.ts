import type { Plan } from '../../delivery/plan.ts';
import { type EntityName, isReferredTo } from '../../input/entities/entity.ts';
import { judge } from '../../input/rows/judge.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { TextNumbers } from '../../keys/fingerprint-map.ts';
import { KeyIndex } from '../../keys/key-index.ts';

/** The valid users and groups of a plan: some 30 bytes each, as a run has them in memory as well. */
export class KnownRows {
  readonly #keys = { users: new KeyIndex(), groups: new KeyIndex() };
  readonly #read: ReadonlySet<EntityName>;
  /** By guid: the number of its owner. */
  readonly #owners = new TextNumbers();
  readonly #ownerIds: string[] = [];
  readonly #ownerNumbers = new Map<string, number>();

  private constructor(plan: Plan) {
    this.#read = new Set(plan.steps.map(({ entity }) => entity.name));
  }

  /** Reads the users and groups of a plan, and judges them as a run does. */
  static async of(plan: Plan, signal: AbortSignal): Promise<KnownRows> {
    const known = new KnownRows(plan);
    for (const step of plan.steps) {
      const { name } = step.entity;
      if (!isReferredTo(name)) continue;
      const deps = { ...step, ...plan, keys: known.#keys };
      for await (const rows of readRows(step.sources, undefined, signal))
        for (const row of rows) {
          const { data, key } = judge(row, deps);
          if (!data || key === undefined) continue;
          known.#keys[name].add(key, 'landed', { content: 0, line: row.line, file: 0 });
          const { owner } = data;
          if (name === 'groups' && typeof owner === 'string') known.#own(key, owner);
        }
    }
    return known;
  }

  /** True if there is a valid row of this id; also true if no rows of the entity are read. */
  has(entity: 'users' | 'groups', id: string): boolean {
    return !this.#read.has(entity) || this.#keys[entity].state(id) === 'landed';
  }

  /** The owner of a group; undefined if it has none. */
  ownerOf(guid: string): string | undefined {
    return this.#ownerIds[this.#owners.get(guid) - 1];
  }

  #own(guid: string, owner: string): void {
    if (this.#owners.get(guid) > 0) return;
    const number = this.#ownerNumbers.get(owner) ?? this.#ownerIds.push(owner);
    this.#ownerNumbers.set(owner, number);
    this.#owners.set(guid, number);
  }
}
