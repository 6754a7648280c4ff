import type { Item } from '../entity.ts';
import { RunError } from '../errors.ts';
import { type ApiResponse, apiError, isRecord, type Transport } from '../transport.ts';

const PAGE = 100;
/** Pages of one conversation that are read at most: what was sent in doubt is among its newest messages. */
const PAGES_MAX = 100;

/**
 * Which of these messages the service already holds: reads the conversation of each, newest first, back to the time the
 * migration began. Tolerates cursors that repeat the boundary message and a `meta.next` at the end of a list.
 */
export async function recallMessages(
  items: readonly Item[],
  since: number,
  transport: Transport,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const item of items) if (await holds(item, since, transport, signal)) found.add(item.key);
  return found;
}

async function holds(
  { key, data }: Item,
  since: number,
  transport: Transport,
  signal: AbortSignal,
): Promise<boolean> {
  const { sender, receiver, receiverType } = data as Readonly<Record<string, string>>;
  const list = receiverType === 'group' ? `/groups/${receiver}/messages` : `/users/${receiver}/messages`;
  const seen = new Set<string>();
  let cursor = '';
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await transport(
      {
        method: 'GET',
        path: `${list}?limit=${PAGE}&affix=prepend${cursor}`,
        headers: { onBehalfOf: sender as string },
        rateClass: 'standard',
        repeatable: true,
        divisible: false,
      },
      signal,
    );
    if (apiError(response.body)?.code.startsWith('ERR_CONVERSATION_')) return false;
    const messages = listOf(response);
    const fresh = messages.filter(({ id }) => !seen.has(String(id)));
    if (fresh.some(({ muid }) => muid === key)) return true;
    const oldest = fresh.reduce<Message | undefined>(
      (a, b) => (!a || Number(b.id) < Number(a.id) ? b : a),
      undefined,
    );
    if (!oldest || Number(oldest.sentAt) < since) return false;
    for (const { id } of fresh) seen.add(String(id));
    cursor = `&id=${encodeURIComponent(String(oldest.id))}`;
  }
  return false;
}

type Message = { readonly id?: unknown; readonly muid?: unknown; readonly sentAt?: unknown };

function listOf(response: ApiResponse): readonly Message[] {
  const data = isRecord(response.body) ? response.body['data'] : undefined;
  if (response.status === 200 && Array.isArray(data)) return data.filter(isRecord);
  const reason = apiError(response.body)?.message ?? `status ${response.status}`;
  throw new RunError(
    'SERVICE.OUTAGE',
    `messages cannot be read back to tell whether one has landed: ${reason}`,
  );
}
