import type { App } from '../app/app.ts';
import { type ApiRoute, type Call, failed, type RouteAnswer, routeOf } from '../app/route.ts';
import { IMPORTED_GROUP } from '../groups/group-input.ts';
import { IMPORTED_USER } from '../users/user-input.ts';
import { keyed } from '../wire/answer-schema.ts';
import { ApiError, type Details, INVALID_DATA, invalid } from '../wire/api-error.ts';
import type { Shape } from '../wire/field.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
import { jsonMap } from '../wire/json-text.ts';
import { type Fields, isObject } from '../wire/validation.ts';
import { IMPORTED_MESSAGE, importMessage } from './import-messages.ts';
import {
  IMPORTED_MEMBER,
  type ImportRow,
  importGroup,
  importMember,
  importUser,
  PoisonError,
} from './import-rows.ts';
import { parseKeyed } from './keyed-rows.ts';

const route = routeOf({ tag: 'Data Import' });

/** The most rows of one request. */
const MAX_ROWS = 50;

type Kind = {
  /** The name of the body's member, and the last path segment. */
  readonly name: 'users' | 'groups' | 'members' | 'messages';
  /** The code for a row that is no object or whose key is not its id. */
  readonly invalidCode: string;
  readonly importRow: ImportRow;
  readonly row: JsonSchema;
};

const kindOf = (name: Kind['name'], importRow: ImportRow, { schema }: { schema: JsonSchema }): Kind => ({
  name,
  invalidCode: `ERR_IMPORT_INVALID_${name.slice(0, -1).toUpperCase()}_FORMAT`,
  importRow,
  row: schema,
});

const KINDS: readonly Kind[] = [
  kindOf('users', importUser, IMPORTED_USER),
  kindOf('groups', importGroup, IMPORTED_GROUP),
  kindOf('members', importMember, IMPORTED_MEMBER),
  kindOf('messages', importMessage, IMPORTED_MESSAGE),
];

type Outcome = { readonly key: string } & ({ readonly json: string } | { readonly error: ApiError });

/** The body's rows are read one by one, so that a bad row fails alone. */
function bodyOf({ name, row }: Kind): Shape<undefined> {
  const rows = { type: 'object', minProperties: 1, maxProperties: MAX_ROWS, additionalProperties: row };
  return {
    schema: { type: 'object', properties: { [name]: rows }, required: [name] },
    read: () => undefined,
    parse: (text) => parseKeyed(text, name),
  };
}

/** The four calls of the bulk import. */
export const importRoutes: readonly ApiRoute[] = KINDS.map((kind) =>
  route(`POST /data_import/${kind.name}`, {
    summary: `Import up to ${MAX_ROWS} ${kind.name}, keyed by their ids; each has its own result`,
    rate: 'import',
    body: bodyOf(kind),
    answers: keyed('results by key'),
    answer: (call) => importBatch(kind, call),
  }),
);

function importBatch(kind: Kind, call: Pick<Call, 'app' | 'given'>): RouteAnswer {
  const rows = readRows(kind, call);
  const { poison, nested } = call.app.quirks;
  const importAll = () => {
    const all = rows.map(([key, row]) => importOne(kind, call.app, key, row));
    // The throw undoes the transaction, so nothing of the batch is stored.
    if (poison === 'batch400') refuseBatch(all);
    return all;
  };
  const { db } = call.app;
  const outcomes = poison === 'batch400' ? db.transaction(importAll) : db.shared(importAll);
  if (poison === 'batch500' && outcomes.some((one) => 'error' in one && one.error instanceof PoisonError)) {
    throw new ApiError('ERR_EXCEPTION', 'Something went wrong while processing the request.');
  }
  return { data: jsonMap(outcomes.map((one) => [one.key, outcomeJson(one, nested)])) };
}

/** Documented: a whole value of another form has a code of its own. Which rows it means besides is assumed. */
function readRows(
  { name, invalidCode }: Kind,
  { app, given }: Pick<Call, 'app' | 'given'>,
): readonly (readonly [key: string, row: unknown])[] {
  const rows = given[name];
  const required = [`The ${name} field is required.`];
  if (rows === undefined || rows === null) throw invalid({ [name]: required });
  if (!(rows instanceof Map)) {
    throw invalid({ [name]: [`The ${name} must be an object keyed by id.`] }, invalidCode);
  }
  if (rows.size === 0) throw invalid({ [name]: required });
  if (rows.size > MAX_ROWS) {
    const details = { [name]: [`The ${name} may not have more than ${MAX_ROWS} items.`] };
    throw new ApiError('ERR_BAD_REQUEST', INVALID_DATA, { details, status: app.quirks.rowLimitStatus });
  }
  if (name === 'messages' && app.quirks.importBody === 'fields') checkFields(given);
  const list = [...rows];
  return app.quirks.rowOrder === 'key' ? list.sort(([a], [b]) => (a < b ? -1 : 1)) : list;
}

/** `importbody=fields`: refuses a body without the fields that a published schema lists beside the rows. */
function checkFields(given: Fields): void {
  const missing = ['guid', 'name', 'type'].filter((field) => given[field] === undefined);
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((field) => [field, [`The ${field} field is required.`]])));
}

function importOne(kind: Kind, app: App, key: string, row: unknown): Outcome {
  try {
    if (!isObject(row)) throw invalid({ [key]: ['The row must be an object.'] }, kind.invalidCode);
    const json = kind.importRow(app, row, (id) => {
      const { rowKeys } = app.quirks;
      // Ids are case-insensitive, so a key may use the spelling of the caller's system.
      if (key === id || rowKeys === 'any' || (rowKeys === 'folded' && key.toLowerCase() === id)) return;
      throw invalid({ [key]: [`The key must be the row's own id, ${id}.`] }, kind.invalidCode);
    });
    return { key, json };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isFormat = error.code === kind.invalidCode && error.details !== undefined;
    return { key, error: isFormat && app.quirks.rowCode === 'request' ? invalid(error.details) : error };
  }
}

/** `poison=batch400`: refuses the whole batch if a row is bad. A row that already exists is not bad. */
function refuseBatch(outcomes: readonly Outcome[]): void {
  const details: [string, readonly string[]][] = [];
  for (const one of outcomes) {
    if (!('error' in one) || /_ALREADY_(?:EXISTS|JOINED)$/.test(one.error.code)) continue;
    details.push([one.key, [`${one.error.code}: ${one.error.message}`]]);
  }
  if (details.length > 0) throw invalid(Object.fromEntries(details) as Details);
}

function outcomeJson(outcome: Outcome, nested: boolean): string {
  if ('error' in outcome) return failed(outcome.error);
  return nested
    ? `{"success":true,"data":{"success":true,"data":${outcome.json}}}`
    : `{"success":true,"data":${outcome.json}}`;
}
