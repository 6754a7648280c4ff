import type { ChatService } from '../../../src/service/client/chat-service.ts';

/** How much an app has. */
export type AppSize = { readonly users: number; readonly groups: number; readonly messages: number };

/** Rows of one call. */
const ROWS_MAX = 50;
const AT_ONCE = 8;
/** The time of the first message, seconds since 1970. */
export const BEGIN = 1_780_000_000;

/** A message every so many has a mark of that kind. */
const EVERY = { reply: 7, reaction: 50, edit: 90, deletion: 130, pin: 401, file: 60, custom: 45 };

const isActive = (uid: string): boolean => Number(uid.slice(2)) % 25 !== 24;

/** Fills an app with people, groups and a history of all kinds, most of it in calls of many rows. */
export async function fillApp(service: ChatService, { users, groups, messages }: AppSize): Promise<void> {
  const uid = (at: number): string => `u-${at % users}`;
  const guid = (at: number): string => `g-${at % groups}`;
  await service.roles.create({
    role: 'agent',
    name: 'Agent',
    description: 'Answers',
    metadata: { level: 2 },
  });
  await inCalls(
    users,
    (at) => ({
      uid: uid(at),
      name: `User ${at} é 🐢`,
      createdAt: BEGIN - 10_000 + at,
      ...(at % 3 === 0 ? { tags: ['vip', `t${at % 5}`] } : {}),
      ...(at % 4 === 0 ? { metadata: { plan: 'gold', '@private': { email: `${at}@example.com` } } } : {}),
      ...(at % 10 === 1 ? { role: 'agent' } : {}),
      ...(!isActive(uid(at)) ? { deactivatedAt: BEGIN + 5 } : {}),
      ...(at % 6 === 0 ? { avatar: `https://example.com/a/${at}.png`, link: 'https://example.com/me' } : {}),
    }),
    (rows) => service.dataImport.users(rows),
  );
  await inCalls(
    groups,
    (at) => ({
      guid: guid(at),
      name: `Group ${at}`,
      type: at % 3 === 0 ? ('public' as const) : ('private' as const),
      owner: uid(at),
      createdAt: BEGIN - 5_000 + at,
      ...(at % 2 === 0 ? { metadata: { topic: `topic ${at}` }, tags: ['room'] } : {}),
    }),
    (rows) => service.dataImport.groups(rows),
  );
  await inCalls(
    groups * 5,
    (at) => ({
      guid: guid(at),
      uid: uid((at % groups) + Math.floor(at / groups)),
      scope:
        (['admin', 'moderator', 'participant'] as const)[Math.min(2, Math.floor(at / groups))] ??
        'participant',
      joinedAt: BEGIN - 1_000 + at,
    }),
    (rows) => service.dataImport.members(rows),
  );
  // Many of one second: pages end in the middle of one.
  await inCalls(
    messages,
    (at) => ({
      muid: `m-${at}`,
      sender: uid((at % groups) + (at % 4)),
      sentAt: BEGIN + Math.floor(at / 40),
      ...(at % 5 === 4
        ? { receiverType: 'user' as const, receiver: uid((at % groups) + (at % 4) + 1) }
        : { receiverType: 'group' as const, receiver: guid(at % groups) }),
      ...contentOf(at),
    }),
    (rows) => service.dataImport.messages(rows),
    1,
  );
  await markMessages(service, messages);
  for (let at = 0; at < Math.min(40, users - 2); at += 4) {
    if ([0, 1, 2, 3].some((next) => !isActive(uid(at + next)))) continue;
    await service.friends.add(uid(at), [uid(at + 1), uid(at + 2)]);
    await service.blockedUsers.block(uid(at), [uid(at + 3)]);
  }
  for (let at = 0; at < groups; at += 9)
    if (isActive(uid(at + 3))) await service.bannedUsers.ban(guid(at), uid(at + 3));
}

function contentOf(at: number) {
  const tags = at % 11 === 0 ? { tags: ['important'] } : {};
  if (at % EVERY.custom === 3)
    return { category: 'custom' as const, type: 'location', data: { customData: { at, lat: 1.5 } }, ...tags };
  if (at % EVERY.file !== 5) {
    const data = { text: `Message ${at} <b> "é" 漢`, ...(at % 8 === 0 ? { metadata: { at } } : {}) };
    return { type: 'text', data, ...tags };
  }
  const url = `https://files.example.com/${at}.png?X-Amz-Expires=86400&X-Amz-Signature=ab`;
  return {
    type: 'image',
    data: { attachments: [{ url, name: `${at}.png`, mimeType: 'image/png', extension: 'png', size: 10 }] },
  };
}

/** What no import carries: answers, reactions, edits, deletions, pins. */
async function markMessages(service: ChatService, messages: number): Promise<void> {
  let place = 0;
  const marks: (() => Promise<unknown>)[] = [];
  for await (const { id, muid, category, sender = '', receiverType, receiver = '' } of service.messages.list({
    affix: 'append',
    limit: 1_000,
  })) {
    const at = place++;
    if (at >= messages || category !== 'message' || muid === undefined) continue;
    if (!isActive(sender)) continue;
    if (at % EVERY.deletion === 2) {
      marks.push(() => service.messages.delete(id));
      continue;
    }
    const isGroup = receiverType === 'group';
    if (at % EVERY.reply === 0 && at < messages / 10 && isGroup)
      marks.push(() =>
        service.threads.send(
          id,
          { receiver, receiverType: 'group', type: 'text', data: { text: `Answer ${at}` }, muid: `r-${at}` },
          { onBehalfOf: sender },
        ),
      );
    if (at % EVERY.reaction === 0)
      marks.push(async () => {
        await service.reactions.add(id, '👍', { onBehalfOf: sender });
        if (isGroup && at % 4 === 0) await service.reactions.add(id, 'ok_hand', { onBehalfOf: sender });
      });
    if (at % EVERY.edit === 1 && muid.endsWith('1'))
      marks.push(() =>
        service.messages.update(id, { data: { text: `Edited ${at}` } }, { onBehalfOf: sender }),
      );
    if (at % EVERY.pin === 3) marks.push(() => service.messages.pin(id));
  }
  for (let from = 0; from < marks.length; from += AT_ONCE)
    await Promise.all(marks.slice(from, from + AT_ONCE).map((mark) => mark()));
}

async function inCalls<Row>(
  count: number,
  rowAt: (at: number) => Row,
  send: (rows: readonly Row[]) => PromiseLike<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_MAX * atOnce) {
    const calls: PromiseLike<unknown>[] = [];
    for (let at = from; at < Math.min(count, from + ROWS_MAX * atOnce); at += ROWS_MAX)
      calls.push(send(Array.from({ length: Math.min(ROWS_MAX, count - at) }, (_, each) => rowAt(at + each))));
    await Promise.all(calls);
  }
}
