import type { MemberIds } from '../../ledger/member-key.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { isRecord, type Transport } from '../../service/transport/transport.ts';

/** Action messages of a group that are looked through: others may be written between the removal and the look. */
const PAGE = 100;
/** Who acts for the app. */
const SYSTEM_UID = 'app_system';
/** Seconds by which the service's clock may be behind ours. */
const SKEW_S = 300;

export type MembershipNote = MemberIds & {
  readonly action: 'kicked' | 'unbanned';
  /** Epoch seconds before which it cannot have been written. */
  readonly since: number;
};

/**
 * Removes the action message that the service wrote into a group's history when the app ended a membership there.
 * @returns false where it is there and stays
 */
export async function removeMembershipNote(
  { guid, uid, action, since }: MembershipNote,
  transport: Transport,
  signal: AbortSignal,
): Promise<boolean> {
  const query = {
    limit: PAGE,
    affix: 'prepend',
    category: 'action',
    type: 'groupMember',
    fromTimestamp: since - SKEW_S,
  };
  const { body } = await transport(
    endpointRequest(endpoints.listGroupMessages, { params: { guid }, query }),
    signal,
  );
  const listed = isRecord(body) && Array.isArray(body['data']) ? body['data'].filter(isRecord) : [];
  // The newest: one before it tells of an earlier membership.
  const note = listed.findLast((message) => isNoteOf(message, uid, action));
  if (!note || Number(note['sentAt']) < since - SKEW_S) return true;
  const request = endpointRequest(endpoints.deleteMessage, {
    params: { id: String(note['id']) },
    body: { permanent: true },
  });
  const { status } = await transport({ ...request, divisible: true }, signal);
  return (status >= 200 && status < 300) || status === 404;
}

function isNoteOf(message: Readonly<Record<string, unknown>>, uid: string, action: string): boolean {
  const { data } = message;
  if (!isRecord(data) || data['action'] !== action || message['sender'] !== SYSTEM_UID) return false;
  const on = member(member(data['entities'], 'on'), 'entity');
  return isRecord(on) && on['uid'] === uid;
}

const member = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
