import type { Data, EntityName } from '../../../input/entities/entity.ts';
import type { Held } from '../../../ledger/former/former-row.ts';
import { membersIn, messageContent } from '../change/edit.ts';
import { isDeactivated } from '../change/would-change.ts';

const MEMBER = 'metadata.';

/** The name of a member of metadata as a field of its own. */
export const memberField = (member: string): string => MEMBER + member;

/** The member of metadata that a field is; undefined for every other field. */
export const memberOfField = (field: string): string | undefined =>
  field.startsWith(MEMBER) ? field.slice(MEMBER.length) : undefined;

/** The value of a field in a row as the service gives it, or as a source has it. */
export function heldIn(entity: EntityName, row: Data, field: string): Held {
  // Since when cannot be set, so only whether counts.
  if (field === 'deactivatedAt') return isDeactivated(row) ? [true] : [];
  if (field === 'isBanned') return row['isBanned'] === true ? [true] : [];
  const from = entity === 'messages' && field !== 'tags' ? messageContent(row) : row;
  const member = memberOfField(field);
  if (member === undefined) return heldValue(from[field]);
  const members = membersIn(from);
  return Object.hasOwn(members, member) ? [members[member]] : [];
}

/** A value of a field; the service leaves empty ones out. */
export const heldValue = (value: unknown): Held =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? []
    : [value];
