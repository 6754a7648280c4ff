import { RunError } from '../../errors/run-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { endpointRequest, type Query } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { type ApiRequest, apiError, isRecord, type Transport } from '../../service/transport/transport.ts';

/** What others have put into a group of ours. */
export type GroupUse = {
  readonly guid: string;
  /** It was there before the pipeline wrote anything. */
  readonly isOlder: boolean;
  /** Members that the pipeline did not bring. */
  readonly members: number;
  /** The newest messages, up to the first of ours, that the pipeline did not bring; at least. */
  readonly messages: number;
};

export type UseDeps = {
  readonly ledger: Ledger;
  readonly transport: Transport;
  readonly signal: AbortSignal;
};

type ListedFields = Readonly<Record<string, unknown>>;

const MEMBERS_PAGE = 1_000;
const MESSAGES_PAGE = 100;
/** Pages of notes that are passed over to find a message. */
const NOTE_PAGES_MAX = 10;

/**
 * Looks whether others use a group of ours: as members, or by writing into it since.
 * @returns undefined where nobody does, or where the group is gone
 * @throws RunError `SERVICE.OUTAGE` where it cannot be read
 */
export async function groupUse(guid: string, deps: UseDeps): Promise<GroupUse | undefined> {
  const strangers = await strangersIn(guid, deps);
  const messages = strangers && (await newMessagesIn(guid, deps));
  if (strangers === undefined || messages === undefined) return undefined;
  const members = strangers.size;
  return members > 0 || messages > 0 ? { guid, isOlder: false, members, messages } : undefined;
}

/** Whether a user has a message in the service; asked when those of the pipeline are gone. */
export async function hasWritten(
  uid: string,
  { transport, signal }: Omit<UseDeps, 'ledger'>,
): Promise<boolean> {
  const query = { sender: uid, limit: MESSAGES_PAGE, affix: 'prepend' };
  const listed = await read(endpointRequest(endpoints.listMessages, { query }), transport, signal);
  return (listed ?? []).some((message) => message['sender'] === uid && !isNote(message));
}

async function strangersIn(guid: string, deps: UseDeps): Promise<ReadonlySet<string> | undefined> {
  const { ledger, transport, signal } = deps;
  const strangers = new Set<string>();
  for (let page = 1; ; page++) {
    const query = { perPage: MEMBERS_PAGE, page };
    const request = endpointRequest(endpoints.listMembers, { params: { guid }, query });
    const listed = await read(request, transport, signal);
    if (!listed) return undefined;
    for (const { uid } of listed)
      if (!ledger.find('members', `${guid}_member_${uid}`)) strangers.add(String(uid));
    if (listed.length < MEMBERS_PAGE) break;
  }
  if (strangers.size > 0) strangers.delete(await ownerOf(guid, deps));
  return strangers;
}

/** Some calls make the owner a member by themselves. */
async function ownerOf(guid: string, { transport, signal }: UseDeps): Promise<string> {
  const { body } = await transport(endpointRequest(endpoints.getGroup, { params: { guid } }), signal);
  const group = isRecord(body) ? body['data'] : undefined;
  return isRecord(group) ? String(group['owner']) : '';
}

async function newMessagesIn(
  guid: string,
  { ledger, transport, signal }: UseDeps,
): Promise<number | undefined> {
  let query: Query = { limit: MESSAGES_PAGE, affix: 'prepend' };
  let foreign = 0;
  for (let page = 0; page < NOTE_PAGES_MAX; page++) {
    const request = endpointRequest(endpoints.listGroupMessages, { params: { guid }, query });
    const listed = await read(request, transport, signal);
    if (!listed) return undefined;
    for (const message of listed.toReversed()) {
      if (isNote(message)) continue;
      if (typeof message['muid'] === 'string' && ledger.find('messages', message['muid'])) return foreign;
      foreign++;
    }
    const [oldest] = listed;
    if (foreign > 0 || !oldest) return foreign;
    query = { ...query, id: String(oldest['id']), sentAt: Number(oldest['sentAt']) };
  }
  return foreign;
}

/** What the service wrote by itself. */
const isNote = ({ category }: ListedFields): boolean => category === 'action';

/** The rows of a page; undefined where what they belong to is gone. */
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
    `it cannot be read whether others use what is to be removed: ${error?.message ?? `status ${status}`}`,
  );
}
