import { RunError } from '../../errors/run-error.ts';
import { type ApiResponse, apiError } from '../../service/transport/transport.ts';
import type { RawRequest, TestedService } from '../check.ts';
import { CANARY_CALLS, type CanaryCall, canaryId, type ImportKind } from './canaries.ts';
import { type OwnIds, PROBE_PREFIX } from './own-ids.ts';
import { fateIn, type Seen } from './seen.ts';

/** The service that a probe asks, and what it has answered so far. */
export type Asking = Pick<TestedService, 'send'> & {
  readonly own: OwnIds;
  readonly seen: Seen;
  readonly signal: AbortSignal;
};

type Rows = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Sends a request and keeps its answer under a name. */
export async function ask(
  { send, seen, signal }: Asking,
  name: string,
  request: RawRequest,
): Promise<ApiResponse> {
  const answer = await send(request, signal);
  seen.answers.set(name, answer);
  return answer;
}

function importRows(asking: Asking, name: string, kind: ImportKind, rows: Rows): Promise<ApiResponse> {
  const { seen, own } = asking;
  const isFull = kind === 'messages' && seen.needsFields === true;
  const body = { ...(isFull ? besideRows(own) : {}), [kind]: rows };
  seen.importCalls++;
  return ask(asking, name, {
    method: 'POST',
    path: `/data_import/${kind}`,
    body: JSON.stringify(body),
  });
}

/** Fields that a published schema of the import of messages lists as required. */
const besideRows = ({ guid }: OwnIds) => ({ guid, name: 'chatferry probe', type: 'private' });

/** Ids of rows that no service takes, because of the `!`, and that nobody else has. */
const badId = ({ token }: OwnIds, n: number): string => `${PROBE_PREFIX}${token}-!${n}`;

const badUsers = (own: OwnIds, count: number, more: Readonly<Record<string, unknown>> = {}): Rows =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [badId(own, n), { uid: badId(own, n), ...more }]),
  );

/** The largest row that is documented, of which a request may have fifty. */
const ROW_BYTES = 10_000;
const ROWS_MAX = 50;

/**
 * Step 0: import calls that no service takes anything of.
 * @throws RunError `AUTH.REFUSED` if the key or the app may not import
 */
export async function askEmpty(asking: Asking): Promise<void> {
  const { own } = asking;
  mayImport(await importRows(asking, 'no users', 'users', {}));
  const bad = await importRows(asking, 'bad user', 'users', badUsers(own, 1));
  keepFate(asking.seen, 'bad user', bad, badId(own, 0));
  await importRows(asking, 'no messages', 'messages', {});
  await importRows(asking, '51 users', 'users', badUsers(own, ROWS_MAX + 1));
  await importRows(asking, 'large body', 'users', badUsers(own, ROWS_MAX, { name: 'x'.repeat(ROW_BYTES) }));
}

const CLOSED = /^(?:AUTH_ERR_|ERR_PLAN_|ERR_SUBSCRIPTION_|ERR_API_NOT_FOUND|ERR_INVALID_API_VERSION)/;

function mayImport({ status, body }: ApiResponse): void {
  const error = apiError(body);
  const isClosed = [401, 402, 403, 404, 405].includes(status) || CLOSED.test(error?.code ?? '');
  if (!isClosed) return;
  const reason = error ? `${error.code}: ${error.message}` : `status ${status}`;
  throw new RunError('AUTH.REFUSED', `the service refuses an import call: ${reason}`, {
    hint: 'use a key of the app with scope fullAccess; if it is one, ask the support of the service to open data import for this app',
  });
}

function keepFate({ fates }: Seen, name: string, answer: ApiResponse, key: string): boolean {
  const fate = fateIn(answer, key);
  if (fate) fates.set(name, fate);
  return fate !== undefined;
}

/** Step 1: writes the rows of the probe. */
export async function writeCanaries(asking: Asking): Promise<void> {
  for (const call of CANARY_CALLS) await writeCall(asking, call);
  await ask(asking, 'existing user', {
    method: 'POST',
    path: '/users',
    body: JSON.stringify({ uid: asking.own.uid('ann'), name: 'chatferry probe' }),
  });
}

async function writeCall(asking: Asking, { name, kind, rows }: CanaryCall): Promise<void> {
  const { own, seen } = asking;
  const keyed = rows.map(({ name: row, fields, key = (id: string) => id }) => {
    const made = fields(own);
    return { row, key: key(canaryId(kind, made)), made };
  });
  const all = Object.fromEntries(keyed.map(({ key, made }) => [key, made]));
  let answer = await importRows(asking, name, kind, all);
  if (kind === 'messages' && seen.needsFields === undefined) {
    seen.needsFields = asksForFields(answer);
    if (seen.needsFields) answer = await importRows(asking, name, kind, all);
  }
  if (answer.status < 300) {
    for (const { row, key } of keyed) keepFate(seen, row, answer, key);
    return;
  }
  // One row has had all refused, or the service failed at it: alone, each shows its own fate.
  const isRefused = answer.status < 500;
  if (isRefused && keyed.length > 1) seen.isSingle = true;
  for (const { row, key, made } of keyed) {
    const alone =
      keyed.length === 1 ? answer : await importRows(asking, `${name}, ${row}`, kind, { [key]: made });
    if (!keepFate(seen, row, alone, key)) seen.fates.set(row, refusalIn(alone));
    // Those that were imported before the service failed are there already.
    else if (!isRefused && /_ALREADY_(?:EXISTS|JOINED)$/.test(seen.code(row) ?? ''))
      seen.fates.set(row, { taken: true, row: {}, isNested: false });
  }
}

function asksForFields({ status, body }: ApiResponse): boolean {
  if (status < 400 || status >= 500) return false;
  return /\b(?:guid|name|type) field is required/.test(JSON.stringify(body ?? ''));
}

/** The fate of a row whose whole request was refused: the code of the row, where the details name it. */
function refusalIn({ status, body }: ApiResponse): { readonly taken: false; readonly code: string } {
  const error = apiError(body);
  const named = /\b(ERR_[A-Z_]+):/.exec(error?.message ?? '')?.[1];
  return { taken: false, code: named ?? error?.code ?? `status ${status}` };
}

/** A page that is long enough for everything that a probe writes. */
const ALL = 'limit=100';

/** Step 2, as far as it can be asked of any app: only reads. */
export async function readService(asking: Asking): Promise<void> {
  const { seen } = asking;
  const get = (name: string, path: string, key?: RawRequest['key']): Promise<ApiResponse> =>
    ask(asking, name, { method: 'GET', path, ...(key ? { key } : {}) });
  await get('unknown key', '/users?perPage=1', 'unknown');
  await get('some users', '/users?perPage=2');
  await get('some messages', '/messages?affix=append&limit=2');
  await get('default page', '/messages?affix=append');
  await get('direct messages', '/messages?receiverType=user&limit=1');
  const boundary = seen.rows('some messages').at(-1);
  if (!boundary) return;
  await get('beyond', `/messages?affix=append&limit=2&id=${encodeURIComponent(String(boundary['id']))}`);
  const newest = await get('newest messages', '/messages?affix=prepend&limit=2');
  const last = seen.rows('newest messages').at(-1);
  if (newest.status !== 200 || !last) return;
  // Everything from the last second on fits into one page, which is the last one.
  await get('last page', `/messages?affix=append&${ALL}&sentAt=${Number(last['sentAt']) - 1}`);
}

/** Step 2: reads the rows of the probe back. */
export async function readCanaries(asking: Asking): Promise<void> {
  const { own } = asking;
  const { guid } = own;
  const get = (name: string, path: string, onBehalfOf?: string): Promise<ApiResponse> =>
    ask(asking, name, { method: 'GET', path, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) });
  await get('ann', `/users/${own.uid('ann')}`);
  await get('cat', `/users/${own.uid('cat')}`);
  await get('group', `/groups/${guid}`);
  await get('members', `/groups/${guid}/members?perPage=100`);
  await get('members for others', `/groups/${guid}/members`, own.uid('out'));
  await get('history', `/groups/${guid}/messages?affix=append&${ALL}`);
  await get('conversation', `/groups/${guid}/conversation`, own.uid('sue'));
  await get('notifications', `/notifications/v1/logs?sender=${own.uid('dan')}`);
}
