import type { LedgerEntry } from '../../ledger/entry.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { apiError, isRecord, type Transport } from '../../service/transport/transport.ts';
import type { RowRemoval } from './remove-row.ts';

/**
 * Deactivates users, up to `DEACTIVATED_AT_ONCE` in one request; a user already deactivated counts as `removed` too.
 * @throws RunError if nothing more can be done
 */
export async function deactivateUsers(
  users: readonly LedgerEntry[],
  transport: Transport,
  signal: AbortSignal,
): Promise<{ readonly entry: LedgerEntry; readonly removal: RowRemoval }[]> {
  const body = { uidsToDeactivate: users.map(({ key }) => key) };
  const { status, body: answer } = await transport(
    endpointRequest(endpoints.deactivateUsers, { body }),
    signal,
  );
  const data = isRecord(answer) && isRecord(answer['data']) ? answer['data'] : {};
  const done = new Set([...uids(data, 'deactivatedUids'), ...uids(data, 'alreadyDeactivatedUids')]);
  const missing = new Set(uids(data, 'notFound'));
  const error = apiError(answer);
  const failure: RowRemoval = {
    status: 'failed',
    code: `SERVICE.${error?.code ?? (status === 200 ? 'NO_ANSWER' : `HTTP_${status}`)}`,
    message: error?.message ?? `the service answered ${status} and did not mention this user`,
  };
  return users.map((entry) => {
    if (done.has(entry.key)) return { entry, removal: { status: 'removed' } };
    return { entry, removal: missing.has(entry.key) ? { status: 'gone' } : failure };
  });
}

function uids(data: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const listed = data[name];
  return Array.isArray(listed) ? listed.map(String) : [];
}
