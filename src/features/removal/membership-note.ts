import type { MemberIds } from '../../ledger/member-key.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { isRecord, type Transport } from '../../service/transport/transport.ts';

/** Action messages of a group to search: others may be written between the removal and the search. */
const PAGE = 100;
/** The uid that acts for the app. */
const SYSTEM_UID = 'app_system';
/** Seconds by which the service's clock may be behind this machine's. */
const SKEW_S = 300;

/** The action message that reports the end of a membership, or a ban. */
export type MembershipNote = MemberIds & {
  readonly action: 'kicked' | 'unbanned' | 'banned';
  /** Epoch seconds; the message was not written earlier. */
  readonly since: number;
};

/**
 * Removes the action message that the service wrote into a group's history when the app ended a membership there, or
 * banned a user.
 * @returns false if the service does not remove it
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
  // Only the newest: an older one is about an earlier membership.
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
  const on = propertyOf(propertyOf(data['entities'], 'on'), 'entity');
  return isRecord(on) && on['uid'] === uid;
}

const propertyOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
