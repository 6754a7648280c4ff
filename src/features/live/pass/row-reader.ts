import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName, OwnedFields } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import { compileMapping, type Mapping } from '../../../input/rows/mapping.ts';
import { ledgerKeyOf } from '../../../ledger/ledger-key.ts';
import type { LiveRow } from './lane-writer.ts';

/** A valid row as the line reads it. */
export type ReadRow = { readonly key: string; readonly data: Data; readonly owned: OwnedFields };

/** Reads single rows as the line does, to compare them with the ledger before they are written. */
export class RowReader {
  readonly #policies: Policies;
  readonly #mappings = new Map<EntityName, Mapping>();

  constructor(policies: Policies) {
    this.#policies = policies;
  }

  /** The data of a row; undefined if it is not valid, or a policy leaves it out. */
  read(name: EntityName, row: LiveRow): ReadRow | undefined {
    const entity = entities[name];
    const mapping = this.#mappingOf(name);
    const { fields, problems } = mapping(row);
    const parsed = entity.schema().safeParse(entity.shape ? entity.shape(fields) : fields);
    if (problems.length > 0 || !parsed.success) return undefined;
    const data = entity.kept ? entity.kept(parsed.data, this.#policies) : parsed.data;
    if (!data) return undefined;
    return { key: ledgerKeyOf(entity, entity.key(parsed.data)), data, owned: mapping.owned(row) };
  }

  /** The key of a row, whatever else it has; undefined if it has none. */
  keyOf(name: EntityName, row: LiveRow): string | undefined {
    const entity = entities[name];
    const { fields } = this.#mappingOf(name)(row);
    const isWhole = entity.keyFields.every((field) => typeof fields[field] === 'string');
    return isWhole ? ledgerKeyOf(entity, entity.key(fields)) : undefined;
  }

  #mappingOf(name: EntityName): Mapping {
    const known = this.#mappings.get(name);
    if (known) return known;
    const { mapping } = compileMapping(entities[name], {}, undefined);
    this.#mappings.set(name, mapping);
    return mapping;
  }
}
