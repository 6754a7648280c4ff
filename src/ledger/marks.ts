import { assertNever } from '../errors/assert-never.ts';
import { entities } from '../input/entities/entities.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { ORIGINS, UNCERTAIN } from './entry.ts';

const CREATED = ORIGINS.indexOf('created');
export const EXISTS = ORIGINS.indexOf('exists');
export const LEAVING = ORIGINS.indexOf('leaving');

/** What can be noted of rows of the ledger beside what they say, as statements for one row each. */
export const ledgerMarks = {
  /** A user is about to be deactivated. */
  retiring: (entity) => `UPDATE ${entity} SET content = -1, active = 2 WHERE row = ?`,
  /** A user was deactivated: it says nothing any more, so it is written again when it comes back. */
  deactivated: (entity) => `UPDATE ${entity} SET content = -1, active = 0 WHERE row = ?`,
  /** A row of ours is about to be taken away. */
  leaving: (entity) => `UPDATE ${entity} SET origin = ${LEAVING} WHERE row = ? AND origin = ${CREATED}`,
  /** It was not taken away. */
  staying: (entity) => `UPDATE ${entity} SET origin = ${CREATED} WHERE row = ? AND origin = ${LEAVING}`,
  /** The service holds it no longer. */
  gone: (entity) => `DELETE FROM ${entity} WHERE row = ?`,
} as const satisfies Readonly<Record<string, (entity: EntityName) => string>>;

/** Rows of an entity, as a condition and the values it takes. */
export type Carried = { readonly where: string; readonly values: readonly string[] };

/** The sure rows of an entity that go with groups and users, given by their keys; undefined where none do. */
export function carriedWith(
  entity: EntityName,
  groups: readonly string[],
  users: readonly string[],
): Carried | undefined {
  const { goesWith } = entities[entity];
  const [inGroups, ofUsers] = [JSON.stringify(groups), JSON.stringify(users)];
  switch (goesWith) {
    case 'nothing':
      return undefined;
    case 'membership':
      return groups.length + users.length === 0
        ? undefined
        : { where: MEMBERSHIPS, values: [inGroups, ofUsers] };
    case 'conversation':
      return groups.length === 0 ? undefined : { where: GROUP_CONVERSATIONS, values: [inGroups] };
    default:
      return assertNever(goesWith);
  }
}

const MEMBERSHIPS = `origin NOT IN ${UNCERTAIN}
     AND (substr(key, 1, instr(key, '_member_') - 1) IN (SELECT value FROM json_each(?))
       OR substr(key, instr(key, '_member_') + 8) IN (SELECT value FROM json_each(?)))`;
const GROUP_CONVERSATIONS = `origin NOT IN ${UNCERTAIN}
     AND conversation IN (SELECT 'g ' || value FROM json_each(?))`;

export type LedgerMark = keyof typeof ledgerMarks;

/**
 * A row is about to be sent that says `content`, and is active or not after that: unless it said so before, what it says is
 * not known until the service has answered, nor whether it is active where that may change on the way. One that was
 * leaving may be created anew, under another id. Takes `content`, whether it is active, and the row.
 */
export const sendingMark = (entity: EntityName): string =>
  `UPDATE ${entity} SET content = CASE content WHEN ?1 THEN content ELSE -1 END,
     active = CASE WHEN content = ?1 THEN active WHEN active = 1 AND ?2 THEN 1 ELSE 2 END,
     id = CASE origin WHEN ${LEAVING} THEN NULL ELSE id END WHERE row = ?3`;

/** A removal that is under way. */
export type OngoingRemoval = {
  /** What was shown and agreed to. */
  readonly id: string;
  /** What must still be so for it to mean the same. */
  readonly scope: string;
};

/**
 * The service has acknowledged a row. Whose it is stays noted; an id that is known is not forgotten. Takes the columns of an
 * entry (`columnsOf`), and the row.
 */
export const acknowledgedMark = (entity: EntityName): string =>
  `UPDATE ${entity} SET content = ?1, fixed = ?2, origin = CASE WHEN origin IN ${UNCERTAIN} THEN ?3 ELSE origin END,
     active = ?4, id = CASE WHEN origin IN ${UNCERTAIN} THEN ?5 ELSE coalesce(?5, id) END, conversation = ?6,
     sentAt = ?7 WHERE row = ?8`;
