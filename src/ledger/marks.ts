import { assertNever } from '../errors/assert-never.ts';
import { entities } from '../input/entities/entities.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { ORIGINS, UNCERTAIN } from './entry.ts';

const SENT = ORIGINS.indexOf('sent');
const CREATED = ORIGINS.indexOf('created');
export const EXISTS = ORIGINS.indexOf('exists');
export const LEAVING = ORIGINS.indexOf('leaving');

/**
 * Changes of a row's state that can be recorded, as SQL statements for one row. Logs have their places in this table: a new
 * one comes last, and none is ever moved.
 */
export const ledgerMarks = {
  /** A user is about to be deactivated. */
  retiring: (entity) => `UPDATE ${entity} SET content = -1, active = 2 WHERE row = ?`,
  /** A user was deactivated: its content is unknown, so that it is written again if it comes back. */
  deactivated: (entity) => `UPDATE ${entity} SET content = -1, active = 0 WHERE row = ?`,
  /** Its content is not known, so the next sync run compares and writes it. */
  unread: (entity) => `UPDATE ${entity} SET content = -1, fixed = -1, active = 2 WHERE row = ?`,
  /** A row that we created is about to be removed. */
  leaving: (entity) => `UPDATE ${entity} SET origin = ${LEAVING} WHERE row = ? AND origin = ${CREATED}`,
  /** It was not removed. */
  staying: (entity) => `UPDATE ${entity} SET origin = ${CREATED} WHERE row = ? AND origin = ${LEAVING}`,
  /** It is not in the service any more. */
  gone: (entity) => `DELETE FROM ${entity} WHERE row = ?`,
  /** The service has refused it: if there is such a row, others created it. */
  refused: (entity) => `DELETE FROM ${entity} WHERE row = ? AND origin = ${SENT}`,
  /** Change by which what we created ends, and with it comes back what others had there. */
  theirs: (entity) => `UPDATE ${entity} SET origin = ${EXISTS} WHERE row = ? AND origin = ${CREATED}`,
  /** It was not removed, because its user does not reach it now. Of a row that may not be there the content is unknown. */
  unreached: (entity) =>
    `UPDATE ${entity} SET content = CASE origin WHEN ${CREATED} THEN content ELSE -1 END, origin = ${CREATED}, active = 0
       WHERE row = ?`,
  /** Others have ended what was there before us, and we make it anew. */
  ours: (entity) => `UPDATE ${entity} SET origin = ${CREATED} WHERE row = ? AND origin = ${EXISTS}`,
} as const satisfies Readonly<Record<string, (entity: EntityName) => string>>;

/** Rows of an entity that depend on others, as an SQL condition and its values. */
export type DependentRows = { readonly where: string; readonly values: readonly string[] };

/**
 * The rows of an entity that the service removes together with the given groups and users (keys), without those that are
 * uncertain already; undefined for an entity of which it removes none.
 */
export function dependentsOf(
  entity: EntityName,
  groups: readonly string[],
  users: readonly string[],
): DependentRows | undefined {
  const { goesWith } = entities[entity];
  const [inGroups, ofUsers] = [JSON.stringify(groups), JSON.stringify(users)];
  switch (goesWith) {
    case 'nothing':
      return undefined;
    case 'membership':
      return { where: MEMBERSHIPS, values: [inGroups, ofUsers] };
    case 'conversation':
      return groups.length === 0 ? undefined : { where: GROUP_CONVERSATIONS, values: [inGroups] };
    case 'message':
      return attachedIn(entity, ofUsers, inGroups);
    case 'side':
      return { where: SIDES, values: [inGroups, ofUsers, ofUsers] };
    case 'users':
      return users.length === 0 ? undefined : { where: NAMED_USERS, values: [ofUsers, ofUsers] };
    default:
      return assertNever(goesWith);
  }
}

const MEMBERSHIPS = `origin NOT IN ${UNCERTAIN}
     AND (substr(key, 1, instr(key, '_member_') - 1) IN (SELECT value FROM json_each(?))
       OR substr(key, instr(key, '_member_') + 8) IN (SELECT value FROM json_each(?)))`;
const NAMED_USERS = `origin NOT IN ${UNCERTAIN}
     AND (substr(key, 1, instr(key, ' ') - 1) IN (SELECT value FROM json_each(?))
       OR substr(key, instr(key, ' ') + 1) IN (SELECT value FROM json_each(?)))`;
/** A conversation of two users has the lesser uid first. */
const SIDES = `origin NOT IN ${UNCERTAIN}
     AND (substr(key, 1, instr(key, ' ') - 1) IN (SELECT 'group_' || value FROM json_each(?))
       OR substr(key, instr(key, ' ') + 1) IN (SELECT value FROM json_each(?))
       OR EXISTS (SELECT 1 FROM json_each(?) WHERE substr(key, 1, instr(key, ' ') - 1) =
         min(value, substr(key, instr(key, ' ') + 1)) || '_user_' || max(value, substr(key, instr(key, ' ') + 1))))`;
/**
 * The muid in the key of a row that goes with a message, as an SQL expression: all of the key, or what stands behind the
 * second space of an `attachedKey`; its uid stands before the first.
 */
export const muidInKey = (entity: EntityName): string =>
  isKeyedByMessage(entity)
    ? 'key'
    : "substr(key, instr(key, ' ') + 1 + instr(substr(key, instr(key, ' ') + 1), ' '))";
const isKeyedByMessage = (entity: EntityName): boolean => entities[entity].keyFields.length === 1;

function attachedIn(entity: EntityName, ofUsers: string, inGroups: string): DependentRows {
  const inConversations = `${muidInKey(entity)} IN
         (SELECT key FROM messages WHERE conversation IN (SELECT 'g ' || value FROM json_each(?)))`;
  if (isKeyedByMessage(entity))
    return { where: `origin NOT IN ${UNCERTAIN} AND ${inConversations}`, values: [inGroups] };
  const byUsers = "substr(key, 1, instr(key, ' ') - 1) IN (SELECT value FROM json_each(?))";
  return {
    where: `origin NOT IN ${UNCERTAIN} AND (${byUsers} OR ${inConversations})`,
    values: [ofUsers, inGroups],
  };
}
const GROUP_CONVERSATIONS = `origin NOT IN ${UNCERTAIN}
     AND conversation IN (SELECT 'g ' || value FROM json_each(?))`;

export type LedgerMark = keyof typeof ledgerMarks;

/** The marks; the index is the number that is stored in a log. */
export const markNames = Object.keys(ledgerMarks) as readonly LedgerMark[];

/**
 * A row is about to be sent. If its content changes, the content in the service is unknown until the service has answered,
 * and so is `active`, unless it is true before and after. A row whose removal had begun may be created again with another
 * id, so its id is deleted. Parameters: the new content, the new `active`, and the row.
 */
export const sendingMark = (entity: EntityName): string =>
  `UPDATE ${entity} SET content = CASE content WHEN ?1 THEN content ELSE -1 END,
     active = CASE WHEN content = ?1 THEN active WHEN active = 1 AND ?2 THEN 1 ELSE 2 END,
     id = CASE origin WHEN ${LEAVING} THEN NULL ELSE id END WHERE row = ?3`;

/** A removal that is under way. */
export type OngoingRemoval = {
  /** Id of the plan that the user has confirmed. */
  readonly id: string;
  /** Scope that must not have changed for the confirmation to stay valid. */
  readonly scope: string;
};

/**
 * The service has acknowledged a row. Keeps who created it, and its id if the answer has none; if the row was uncertain,
 * replaces both. Parameters: the columns of an entry (`columnsOf`), and the row.
 */
export const acknowledgedMark = (entity: EntityName): string =>
  `UPDATE ${entity} SET content = ?1, fixed = ?2, origin = CASE WHEN origin IN ${UNCERTAIN} THEN ?3 ELSE origin END,
     active = ?4, id = CASE WHEN origin IN ${UNCERTAIN} THEN ?5 ELSE coalesce(?5, id) END, conversation = ?6,
     sentAt = ?7, parent = ?8 WHERE row = ?9`;

/**
 * The service has acknowledged a row with the values that are recorded. Parameters: who created it and its id, used as in
 * `acknowledgedMark`, and the row.
 */
export const plainAcknowledgedMark = (entity: EntityName): string =>
  `UPDATE ${entity} SET origin = CASE WHEN origin IN ${UNCERTAIN} THEN ?1 ELSE origin END,
     id = CASE WHEN origin IN ${UNCERTAIN} THEN ?2 ELSE coalesce(?2, id) END WHERE row = ?3`;
