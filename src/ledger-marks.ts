import type { EntityName } from './entity.ts';
import { ORIGINS } from './landed.ts';

/** What can be noted of rows of the ledger beside what they say, as statements for one row each. */
export const ledgerMarks = {
  /** A change is about to be sent: what a row says is not known until the service has answered. */
  changing: (entity) =>
    `UPDATE ${entity} SET content = -1, active = CASE active WHEN 1 THEN 1 ELSE 2 END WHERE row = ?`,
  /** So, and a user is to be deactivated by it, or a member banned. */
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

export type LedgerMark = keyof typeof ledgerMarks;

const CREATED = ORIGINS.indexOf('created');
const LEAVING = ORIGINS.indexOf('leaving');
