import { conversationOf } from '../../../input/entities/conversation.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName, OwnedFields } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import type { Versions } from '../../../input/entities/row-version.ts';
import { defined } from '../../../input/json/defined.ts';
import { compileMapping, type Mapping } from '../../../input/rows/mapping.ts';
import { compareRow } from '../../../ledger/compare.ts';
import { isUncertain, type LedgerEntry } from '../../../ledger/entry.ts';
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

/** True if the side has what a row says, whatever the times say that cannot change: each side may have times of its own. */
export function isHeld(
  name: EntityName,
  { data, owned }: ReadRow,
  entry: LedgerEntry,
  versions: Versions,
): boolean {
  const { content } = entry.version;
  if (isUncertain(entry) || content === -1) return false;
  const { fixed } = versions.of(entities[name], data);
  const alike = { ...entry, version: { content, fixed } };
  return compareRow(entities[name], data, owned, alike, { versions }).diff === 'same';
}

/** The place of a message, by which it is found: that of its row, else the known one. */
export function placeIn(
  entity: EntityName,
  read: ReadRow | undefined,
  before: LedgerEntry | undefined,
): Pick<LedgerEntry, 'conversation' | 'sentAt' | 'parent'> {
  if (entity !== 'messages') return {};
  if (!read) {
    const { conversation, sentAt, parent } = before ?? {};
    return defined({ conversation, sentAt, parent });
  }
  const { sentAt, parentMuid } = read.data as { readonly sentAt: number; readonly parentMuid?: string };
  return defined({ conversation: conversationOf(read.data), sentAt, parent: parentMuid });
}
