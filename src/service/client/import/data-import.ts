import { ServiceError } from '../../../errors/service-error.ts';
import { jsonObject, jsonOf } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { isRecord } from '../../transport/transport.ts';
import { type ApiPromise, prepared } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';
import type { ImportedGroup, ImportedMember, ImportedMessage, ImportedUser } from './import-rows.ts';

/** The documented maximum of rows in one call. */
const ROWS_MAX = 50;

/**
 * The Data Import API: up to 50 rows in a call, each with its own outcome by its key. Times in the past are kept, and no
 * action messages are written. A row whose key exists is refused, so a call can be repeated.
 */
export const dataImport = (call: Caller) => ({
  /** Imports users. Resolves to the results by uid. */
  users: (rows: readonly ImportedUser[], options?: AsApp): ApiPromise<RowResults> =>
    prepared(() => {
      const json = keyed('users', rows, ({ uid }) => uid);
      return call.read(endpoints.importUsers, rowResults, { json }, options, rowResultsOf);
    }),

  /** Imports groups. Resolves to the results by guid. */
  groups: (rows: readonly ImportedGroup[], options?: AsApp): ApiPromise<RowResults> =>
    prepared(() => {
      const json = keyed('groups', rows, ({ guid }) => guid);
      return call.read(endpoints.importGroups, rowResults, { json }, options, rowResultsOf);
    }),

  /** Imports members. Resolves to the results by `<guid>_member_<uid>`. */
  members: (rows: readonly ImportedMember[], options?: AsApp): ApiPromise<RowResults> =>
    prepared(() => {
      checkRows('members', rows);
      const named = rows.map((row) => ({ memberId: `${row.guid}_member_${row.uid}`, ...row }));
      const json = keyed('members', named, ({ memberId }) => memberId);
      return call.read(endpoints.importMembers, rowResults, { json }, options, rowResultsOf);
    }),

  /** Imports messages. Resolves to the results by muid. */
  messages: (rows: readonly ImportedMessage[], options?: AsApp): ApiPromise<RowResults> =>
    prepared(() => {
      const json = keyed('messages', rows, ({ muid }) => muid);
      return call.read(endpoints.importMessages, rowResults, { json }, options, rowResultsOf);
    }),
});

/** Writes `{<name>: {<key>: row, …}}`; two rows with the same key would become one. */
function keyed<T>(name: string, rows: readonly T[], keyOf: (row: T) => string): string {
  checkRows(name, rows);
  if (rows.some((row) => typeof keyOf(row) !== 'string')) throw invalid(`one of the ${name} has no key`);
  const byKey = new Map(rows.map((row) => [keyOf(row), jsonOf(row)]));
  if (rows.length === 0 || rows.length > ROWS_MAX)
    throw invalid(`one call accepts 1 to ${ROWS_MAX} ${name}, not ${rows.length}`);
  if (byKey.size < rows.length) throw invalid(`two of the ${name} have the same key`);
  return `{${JSON.stringify(name)}:${jsonObject(byKey)}}`;
}

function checkRows(name: string, rows: unknown): void {
  if (!Array.isArray(rows) || !rows.every(isRecord)) throw invalid(`${name} must be a list of objects`);
}

const invalid = (message: string): ServiceError => new ServiceError('REQUEST.INVALID', message);
