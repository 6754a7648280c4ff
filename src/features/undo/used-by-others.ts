import { RunError } from '../../errors/run-error.ts';
import { endpointRequest, type Query } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { usersWith } from '../../service/listed-rows.ts';
import { type ApiRequest, apiError, isRecord, type Transport } from '../../service/transport/transport.ts';
import type { UndoSession } from './open-undo.ts';
import type { RowsOfOthers } from './rows-of-others.ts';
import type { GroupUse } from './undo-document.ts';

/** Parts that the checks of this file need. */
type UseDeps = Pick<UndoSession, 'ledger' | 'transport' | 'signal'> & { readonly others: RowsOfOthers };

type ListedFields = Readonly<Record<string, unknown>>;

const MEMBERS_PAGE = 1_000;
const MESSAGES_PAGE = 100;
/** Pages to read when they have only action messages. */
const ACTION_PAGES_MAX = 10;

/**
 * Checks whether others use a group that the pipeline created: as members, or with new messages.
 * @returns undefined if nobody does, or if the group is gone
 * @throws RunError `SERVICE.OUTAGE` if the group cannot be read
 */
export async function groupUse(guid: string, deps: UseDeps): Promise<GroupUse | undefined> {
  const others = await otherMembersIn(guid, deps);
  const unknown = others && (await newMessagesIn(guid, deps));
  if (others === undefined || unknown === undefined) return undefined;
  const members = others.size;
  const messages = Math.max(unknown, deps.others.messagesIn(guid));
  return members > 0 || messages > 0 ? { guid, isOlder: false, members, messages } : undefined;
}

/** True if a user has a message in the service; call it after the pipeline's messages are removed. */
export async function hasWritten(
  uid: string,
  { transport, signal }: Omit<UseDeps, 'ledger' | 'others'>,
): Promise<boolean> {
  const query = { sender: uid, limit: MESSAGES_PAGE, affix: 'prepend' };
  const listed = await read(endpointRequest(endpoints.listMessages, { query }), transport, signal);
  return (listed ?? []).some((message) => message['sender'] === uid && !isAction(message));
}

/** True if a user of the service has a role; call it after the pipeline's users are removed. */
export async function hasUsers(
  role: string,
  { transport, signal }: Omit<UseDeps, 'ledger' | 'others'>,
): Promise<boolean> {
  for await (const _ of usersWith(role, transport, signal)) return true;
  return false;
}

async function otherMembersIn(guid: string, deps: UseDeps): Promise<ReadonlySet<string> | undefined> {
  const { ledger, transport, signal } = deps;
  const others = new Set<string>();
  for (let page = 1; ; page++) {
    const query = { perPage: MEMBERS_PAGE, page };
    const request = endpointRequest(endpoints.listMembers, { params: { guid }, query });
    const listed = await read(request, transport, signal);
    if (!listed) return undefined;
    for (const { uid } of listed) {
      const known = ledger.find('members', `${guid}_member_${uid}`);
      // What the ledger only knows to be there was not made by the pipeline.
      if (!known || known.origin === 'exists') others.add(String(uid));
    }
    if (listed.length < MEMBERS_PAGE) break;
  }
  if (others.size > 0) others.delete(await ownerOf(guid, deps));
  return others;
}

/** Some calls add the owner as a member without a request for it. */
async function ownerOf(
  guid: string,
  { transport, signal }: Pick<UseDeps, 'transport' | 'signal'>,
): Promise<string> {
  const { body } = await transport(endpointRequest(endpoints.getGroup, { params: { guid } }), signal);
  const group = isRecord(body) ? body['data'] : undefined;
  return isRecord(group) ? String(group['owner']) : '';
}

async function newMessagesIn(
  guid: string,
  { ledger, transport, signal }: UseDeps,
): Promise<number | undefined> {
  let query: Query = { limit: MESSAGES_PAGE, affix: 'prepend' };
  let byOthers = 0;
  for (let page = 0; page < ACTION_PAGES_MAX; page++) {
    const request = endpointRequest(endpoints.listGroupMessages, { params: { guid }, query });
    const listed = await read(request, transport, signal);
    if (!listed) return undefined;
    for (const message of listed.toReversed()) {
      if (isAction(message)) continue;
      const known =
        typeof message['muid'] === 'string' ? ledger.find('messages', message['muid']) : undefined;
      if (known && known.origin !== 'exists') return byOthers;
      byOthers++;
    }
    const [oldest] = listed;
    if (byOthers > 0 || !oldest) return byOthers;
    query = { ...query, id: String(oldest['id']), sentAt: Number(oldest['sentAt']) };
  }
  return byOthers;
}

/** The service itself writes action messages. */
const isAction = ({ category }: ListedFields): boolean => category === 'action';

/** The rows of a page; undefined if their user or group is gone. */
async function read(
  request: ApiRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly ListedFields[] | undefined> {
  const { status, body } = await transport(request, signal);
  const data = isRecord(body) ? body['data'] : undefined;
  if (status === 200 && Array.isArray(data)) return data.filter(isRecord);
  const error = apiError(body);
  if (error?.code === 'ERR_GUID_NOT_FOUND' || error?.code === 'ERR_UID_NOT_FOUND') return undefined;
  throw new RunError(
    'SERVICE.OUTAGE',
    `cannot check whether others use what is to be removed: ${error?.message ?? `status ${status}`}`,
  );
}
