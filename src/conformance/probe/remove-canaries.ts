import { type ApiResponse, apiError, isRecord } from '../../service/transport/transport.ts';
import { type OwnIds, ownIds, PROBE_PREFIX } from './own-ids.ts';
import { type Asking, ask } from './probe-steps.ts';
import { rowsIn, type SeenRow } from './seen.ts';

type Removing = Pick<Asking, 'send' | 'signal'>;

const PAGE = 100;
/** More pages than the rows of some probes have. */
const PAGES_MAX = 20;

const get = ({ send, signal }: Removing, path: string): Promise<ApiResponse> =>
  send({ method: 'GET', path }, signal);

const remove = ({ send, signal }: Removing, path: string): Promise<ApiResponse> =>
  send({ method: 'DELETE', path, body: JSON.stringify({ permanent: true }) }, signal);

/** Users and groups whose ids begin like those of a probe, of whatever app or machine. */
export async function probeIds(removing: Removing): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [path, id] of [
    ['/users?', 'uid'],
    ['/users?onlyDeactivated=true&', 'uid'],
    ['/groups?', 'guid'],
  ] as const)
    for (let page = 1; page <= PAGES_MAX; page++) {
      const rows = rowsIn(
        await get(removing, `${path}searchKey=${PROBE_PREFIX}&perPage=${PAGE}&page=${page}`),
      );
      found.push(...rows.map((row) => String(row[id])).filter((one) => one.startsWith(PROBE_PREFIX)));
      if (rows.length < PAGE) break;
    }
  return [...new Set(found)];
}

/** The messages of a probe: those of its group, and those that its users have sent. */
async function messagesOf(removing: Removing, { guid, uids }: OwnIds): Promise<readonly SeenRow[]> {
  const found = new Map<unknown, SeenRow>();
  const senders = uids.map((uid) => `/messages?sender=${uid}&affix=append&limit=${PAGE}`);
  for (const path of [`/groups/${guid}/messages?affix=append&limit=${PAGE}`, ...senders])
    for (const row of rowsIn(await get(removing, path))) found.set(row['id'], row);
  const mine = new Set([guid, ...uids]);
  // Whatever a service answers, nothing of others is removed.
  return [...found.values()].filter(
    (row) => mine.has(idIn(row['receiver'])) || mine.has(idIn(row['sender'])),
  );
}

/** An id in a message, which some forms of the answer give as an object. */
const idIn = (value: unknown): string =>
  isRecord(value) ? String(value['uid'] ?? value['guid']) : String(value);

/** Removes the messages, then the conversations of two users: what a delete leaves there goes with them. */
async function removeMessages(removing: Removing, own: OwnIds): Promise<void> {
  const messages = await messagesOf(removing, own);
  for (const { id } of messages) await remove(removing, `/messages/${segment(id)}`);
  const direct = messages.filter(({ receiverType }) => receiverType === 'user');
  for (const id of new Set(direct.map(({ conversationId }) => conversationId)))
    await removing.send(
      { method: 'DELETE', path: `/conversations/${segment(id)}`, onBehalfOf: own.uid('ann') },
      removing.signal,
    );
}

const segment = (id: unknown): string => encodeURIComponent(String(id));

/**
 * Step 3: deletes the rows of a probe permanently: messages, then the group, then the users, so that those that are left lead to
 * the rest. What its calls show is kept in `seen`.
 */
export async function removeCanaries(asking: Asking): Promise<void> {
  const { own } = asking;
  const history = `/groups/${own.guid}/messages?affix=append&limit=${PAGE}`;
  await remove(asking, `/users/${own.uid('dan')}`);
  await ask(asking, 'without dan', { method: 'GET', path: history });
  await removeMessages(asking, own);
  await ask(asking, 'without messages', { method: 'GET', path: history });
  await removeRest(asking, own);
}

async function removeRest(removing: Removing, { guid, uids }: OwnIds): Promise<void> {
  await remove(removing, `/groups/${guid}`);
  for (const uid of uids) await remove(removing, `/users/${uid}`);
}

/** Deletes what an earlier probe may have left, by its token. Rows that are not there are passed over. */
export async function removeLeft(removing: Removing, token: string): Promise<readonly string[]> {
  const own = ownIds(token, 0);
  await removeMessages(removing, own);
  await removeRest(removing, own);
  return await listLeft(removing, own);
}

/**
 * The ids of a probe that are still there.
 * @returns ids of users and groups, and `message <id>` for each message
 */
export async function listLeft(removing: Removing, own: OwnIds): Promise<readonly string[]> {
  const there: string[] = [];
  const paths = [['groups', own.guid], ...own.uids.map((uid) => ['users', uid] as const)] as const;
  for (const [kind, id] of paths) {
    const answer = await get(removing, `/${kind}/${id}`);
    if (answer.status < 300) there.push(id);
    else if (!/_NOT_FOUND$/.test(apiError(answer.body)?.code ?? '')) there.push(`${id} (${answer.status})`);
  }
  const ids = await probeIds(removing);
  const mine = ids.filter((id) => id.startsWith(`${PROBE_PREFIX}${own.token}-`));
  const messages = await messagesOf(removing, own);
  return [...new Set([...there, ...mine, ...messages.map(({ id }) => `message ${String(id)}`)])];
}
