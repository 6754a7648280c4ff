import type { ExportObject } from '../../files/export-rows.ts';
import { textValue, textValues } from '../../files/values.ts';
import type { SourceMember } from '../../neutral.ts';

/** Permissions that make an administrator of a conversation, and a moderator. */
const ADMIN = new Set(['deleteConversation', 'destroyChannel']);
const MODERATOR = new Set([
  'removeParticipant',
  'removeMember',
  'editAnyMessage',
  'deleteAnyMessage',
  'editAnyParticipantAttributes',
]);
/** Roles in the whole service say nothing of a conversation. */
const OF_SERVICE = new Set(['service', 'deployment']);

type Scope = SourceMember['scope'];

/** The roles of conversations, by what each may do. */
export class Roles {
  readonly #scopes = new Map<string, Scope>();

  add(row: ExportObject): void {
    const sid = textValue(row['sid']);
    if (sid !== undefined && !OF_SERVICE.has(textValue(row['type']) ?? ''))
      this.#scopes.set(sid, scopeFrom(row));
  }

  /** The scope of a participant: of a role that is not in the files, nobody knows what it may do. */
  scopeOf(row: ExportObject): Scope {
    return this.#scopes.get(textValue(row['role_sid']) ?? '');
  }
}

function scopeFrom(row: ExportObject): Scope {
  const permissions = textValues(row['permissions']);
  if (permissions.some((permission) => ADMIN.has(permission))) return 'admin';
  return permissions.some((permission) => MODERATOR.has(permission)) ? 'moderator' : undefined;
}
