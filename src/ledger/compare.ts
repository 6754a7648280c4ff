import type { Data, Entity, Item, MaybeSent, OwnedFields, RemoteRow } from '../input/entities/entity.ts';
import { saysActive, statesActive } from '../input/entities/rights.ts';
import type { RowVersion, Versions } from '../input/entities/row-version.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import { isUncertain, type LedgerEntry } from './entry.ts';
import type { FieldMemory } from './field-digests.ts';
import type { PendingEntry } from './pending-entry.ts';

/** Difference of a version of a row from the row in the service; `fixed`: it would change a field that cannot change. */
export type RowDiff = 'new' | 'same' | 'changed' | 'fixed';

/** Things that rows are compared with, besides the entries of the ledger. */
export type ComparisonDeps = {
  readonly versions: Versions;
  /** Earlier fields of rows; undefined if nobody knows. */
  readonly fields?: FieldMemory | undefined;
};

/** A row with its version, and how it differs from the ledger's entry. */
export type ComparedRow = {
  /** That of the entry if the row says nothing else. */
  readonly version: RowVersion;
  readonly diff: RowDiff;
  /** The fields that differ, also those that the row does not own; undefined if that is not known. */
  readonly changed?: readonly string[] | undefined;
  /** True if the row differs in fields that its source has lost, and maybe in others: it is read before it is changed. */
  readonly isDoubtful?: boolean;
};

/** Compares a version with the ledger's entry; a row whose outcome is uncertain counts as new. */
export function diffOf(
  entity: Entity,
  data: Data | undefined,
  version: RowVersion,
  entry: LedgerEntry | undefined,
): RowDiff {
  if (!entry || isUncertain(entry)) return 'new';
  const { content, fixed } = entry.version;
  if (fixed !== -1 && fixed !== version.fixed) return 'fixed';
  const isSame = content === version.content && fixed === version.fixed;
  return isSame && !(entry.active === false && saysActive(entity, data ?? {})) ? 'same' : 'changed';
}

/**
 * True if the service has a row, so that its age does not matter any more.
 * @param data given where that is asked of a call for it: a row that has changed needs one; not a message, which is looked for
 * and edited by the app
 */
export function isHeldAs(
  entity: Entity,
  entry: LedgerEntry | undefined,
  data: Data | undefined,
  { of }: Pick<Versions, 'of'>,
): boolean {
  if (!entry || !data || entity.goesWith === 'conversation') return entry !== undefined;
  // Only the service knows whether it has the row, and which version.
  if (isUncertain(entry) || entry.version.content === -1) return true;
  return diffOf(entity, data, of(entity, data), entry) === 'same';
}

/**
 * Compares a row with the ledger's entry for its key. Fields that its source does not have, and rights that it does not
 * say in words, are no difference.
 */
export function compareRow(
  entity: Entity,
  data: Data,
  owned: OwnedFields,
  entry: LedgerEntry | undefined,
  { versions, fields }: ComparisonDeps,
): ComparedRow {
  const version = versionOf(entity, data, owned, entry, versions);
  const diff = diffOf(entity, data, version, entry);
  if (diff === 'fixed' && hasLostFixed(entity, owned)) return { version, diff: 'changed', isDoubtful: true };
  if (!entry || diff !== 'changed' || entry.version.content === -1) return { version, diff };
  const same = { version: { ...version, content: entry.version.content }, diff: 'same' } as const;
  if (version.content !== entry.version.content) {
    const { content } = entity.parts(data);
    const unsaid = (entity.unsaid?.(content, data) ?? []).find(
      (each) => versions.ofPart(each) === entry.version.content,
    );
    if (unsaid) {
      const isSame = diffOf(entity, data, same.version, entry) === 'same';
      const changed = Object.keys(unsaid).filter((name) => unsaid[name] !== content[name]);
      return isSame ? { ...same, changed } : { version, diff };
    }
  }
  const changed = fields?.changed(entry, fields.of(data));
  if (changed?.length && !owned.whole && !changed.some((field) => touches(entity, data, owned, field)))
    return { ...same, changed };
  // Nobody knows whether it is only what the source has lost.
  return { version, diff, changed, isDoubtful: changed === undefined && owned.lost.size > 0 };
}

/** The version of a row; what cannot change and the source does not have is as it was. */
function versionOf(
  entity: Entity,
  data: Data,
  owned: OwnedFields,
  entry: LedgerEntry | undefined,
  versions: Versions,
): RowVersion {
  const version = versions.of(entity, data);
  if (!entry || entry.version.fixed === -1 || version.fixed === entry.version.fixed) return version;
  const { fixed } = entity.parts(data);
  const isUnknown = Object.keys(fixed).every((field) => fixed[field] === undefined && !owned.has(field));
  return isUnknown ? { ...version, fixed: entry.version.fixed } : version;
}

/** True if a source has lost a field that may be one that cannot change, such as the attachments of messages. */
const hasLostFixed = ({ clearable }: Entity, { lost }: OwnedFields): boolean =>
  Array.from(lost).some((name) => !clearable.some((field) => name === field || name.startsWith(`${field}.`)));

/** True if a change of a row sends or empties a field that differs. */
function touches(entity: Entity, data: Data, owned: OwnedFields, field: string): boolean {
  if (field === 'deactivated') return statesActive(entity, data);
  return data[field] !== undefined || (owned.has(field) && entity.clearable.includes(field));
}

/** Instruction for a row: settle it with this outcome, or send it as an item with these properties. */
export type DiffResult = { readonly outcome: Outcome } | Pick<Item, 'remote' | 'maybeSent'>;

/** Decides what to do with a row that was compared with the ledger's entry for its key. Sets the row's ledger number in `pending`. */
export function diffRow(
  entity: Entity,
  data: Data,
  pending: PendingEntry,
  { diff, changed, isDoubtful }: ComparedRow,
  entry: LedgerEntry | undefined,
): DiffResult {
  if (entry) pending.row = entry.row;
  if (diff === 'new') return entry ? { maybeSent: maybeSent(entry, pending) } : {};
  if (diff === 'same') return { outcome: { status: 'unchanged' } };
  if (diff === 'changed') return { remote: remoteOf(entry as LedgerEntry, changed, isDoubtful) };
  const { fixed } = entity.parts(data);
  return { outcome: fixedField(undefined, fixed) };
}

/** The row in the service; its content is unknown if an earlier process may have changed it. */
function remoteOf(entry: LedgerEntry, changed: readonly string[] | undefined, isDoubtful = false): RemoteRow {
  const { version, active, origin, id } = entry;
  return {
    active,
    id,
    changed,
    ...(origin === 'exists' ? { foreign: true } : {}),
    ...(version.content === -1 || isDoubtful ? { inDoubt: true } : {}),
    // Only a user that no source had is recorded like this.
    ...(version.content === -1 && active === false ? { returns: true } : {}),
  };
}

/**
 * The outcome of a row that would change fields that cannot change after it is created.
 * @param names the fields; undefined if that is not known
 * @param now what the row has, of all such fields
 * @param before what the service has; absent if nobody has asked it
 */
export function fixedField(names: readonly string[] | undefined, now: Data, before?: Data): Outcome {
  const code = 'SYNC.FIXED_FIELD';
  const [only, ...others] = names ?? Object.keys(now);
  if (!names && others.length > 0) {
    const message = `one of ${[only, ...others].join(', ')} has changed, but ${STAYS}`;
    return { status: 'rejected', problems: [{ code, message }] };
  }
  const problems = (names ?? [only as string]).map((field) => ({
    code,
    field,
    value: now[field],
    message: before ? `was ${JSON.stringify(before[field])}, and ${STAYS}` : `has changed, but ${STAYS}`,
  }));
  return { status: 'rejected', problems };
}

const STAYS = 'the service does not allow that after the row was created';

function maybeSent(entry: LedgerEntry, { version }: PendingEntry): MaybeSent {
  const { version: recorded, origin, id, conversation, sentAt } = entry;
  const isFixedSame = recorded.fixed === version.fixed;
  const isSame = isFixedSame && recorded.content === version.content;
  return { isSame, isFixedSame, wasOurs: origin === 'leaving', id, conversation, sentAt };
}
