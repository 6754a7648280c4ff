import { RunError } from '../errors/run-error.ts';
import type { ReferredName } from '../input/entities/entity.ts';
import { endpointRequest, type Query } from './api/endpoint.ts';
import { endpoints } from './api/endpoints.ts';
import { type ApiRequest, apiError, isRecord, type Transport } from './transport/transport.ts';

/** Rows of one page of a list. */
export const PAGE_ROWS = 1_000;

/** The most requests for a page whose answer is no list. */
const TRIES_MAX = 3;

/** A row as the service has it. */
export type FoundRow = Readonly<Record<string, unknown>>;

const LISTS: Readonly<Record<ReferredName, (query: Query) => ApiRequest>> = {
  users: (query) =>
    endpointRequest(endpoints.listUsers, { query: { withTags: true, withDeactivated: true, ...query } }),
  groups: (query) => endpointRequest(endpoints.listGroups, { query: { withTags: true, ...query } }),
};

/** The number of rows that a list of the service has; undefined if it does not say. */
export async function totalOf(
  entity: ReferredName,
  transport: Transport,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { meta } = await pageOf(LISTS[entity]({ perPage: 1, page: 1 }), transport, signal);
  const pagination = isRecord(meta) ? meta['pagination'] : undefined;
  const total = isRecord(pagination) ? Number(pagination['total']) : Number.NaN;
  return Number.isFinite(total) ? total : undefined;
}

/** The rows of a list, page by page. */
export const listed = (
  entity: ReferredName,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<FoundRow> => pages(LISTS[entity], transport, signal);

/** The users with a role, page by page. */
export const usersWith = (
  role: string,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<FoundRow> => pages((query) => LISTS.users({ ...query, roles: role }), transport, signal);

/** The members of a group, page by page. */
export const membersOf = (
  guid: string,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<FoundRow> =>
  pages((query) => endpointRequest(endpoints.listMembers, { params: { guid }, query }), transport, signal);

async function* pages(
  requestOf: (query: Query) => ApiRequest,
  transport: Transport,
  signal: AbortSignal,
): AsyncGenerator<FoundRow> {
  for (let page = 1; ; page++) {
    const { rows } = await pageOf(requestOf({ perPage: PAGE_ROWS, page }), transport, signal);
    for (const row of rows) if (isRecord(row)) yield row;
    if (rows.length < PAGE_ROWS) return;
  }
}

/** @throws RunError `SERVICE.OUTAGE` if no try brings a list: what nobody has seen is not taken for nothing */
async function pageOf(
  request: ApiRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly unknown[]; readonly meta: unknown }> {
  for (let tries = 1; ; tries++) {
    const { status, body } = await transport(request, signal);
    const rows = isRecord(body) ? body['data'] : undefined;
    if (status === 200 && isRecord(body) && Array.isArray(rows)) return { rows, meta: body['meta'] };
    if (tries === TRIES_MAX)
      throw new RunError(
        'SERVICE.OUTAGE',
        `cannot look which rows the service has already: ${apiError(body)?.message ?? `status ${status}`}`,
      );
  }
}
