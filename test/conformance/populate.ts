import type { ChatService } from '../../src/service/client/chat-service.ts';

/** Seconds since 1970: a day ago, so that nothing is refused for its age. */
const AT = Math.floor(Date.now() / 1_000) - 86_400;

/** Fills an app with some of everything that a suite which only reads looks at. */
export async function populate(service: ChatService): Promise<void> {
  const { dataImport, messages, threads, reactions, friends, blockedUsers, bannedUsers, authTokens } =
    service;
  const uids = Array.from({ length: 15 }, (_, n) => `user-${n}`);
  const [ann = '', bob = '', cid = '', dan = ''] = uids;
  await dataImport.users(uids.map((uid, n) => ({ uid, name: `User ${n}`, createdAt: AT + n })));
  const guids = Array.from({ length: 6 }, (_, n) => `group-${n}`);
  await dataImport.groups(
    guids.map((guid, n) => ({ guid, name: guid, type: 'public', owner: ann, createdAt: AT + n })),
  );
  await dataImport.members(
    uids.slice(0, 8).map((uid, n) => ({
      guid: 'group-0',
      uid,
      joinedAt: AT + 60 + n,
      scope: n === 0 ? 'admin' : 'participant',
    })),
  );
  await dataImport.messages(
    Array.from({ length: 30 }, (_, n) => ({
      muid: `m-${n}`,
      sender: n % 2 ? bob : ann,
      receiver: n % 3 === 0 ? 'group-0' : n % 2 ? ann : bob,
      receiverType: n % 3 === 0 ? ('group' as const) : ('user' as const),
      sentAt: AT + 100 + Math.floor(n / 4),
      type: 'text',
      data: { text: `text ${n}` },
    })),
  );
  const text = { receiver: bob, receiverType: 'user', type: 'text', data: { text: 'now' } } as const;
  const { id } = await messages.send(text, { onBehalfOf: ann });
  await threads.send(id, { ...text, receiver: ann }, { onBehalfOf: bob });
  await reactions.add(id, '👍', { onBehalfOf: bob });
  await friends.add(ann, [bob]);
  await blockedUsers.block(ann, [cid]);
  await bannedUsers.ban('group-0', dan);
  await authTokens.create(ann);
  await populateModeration(service, ann, bob, id);
}

/** A rule, a list, a blocked, a flagged, a reviewed and a judged message. */
async function populateModeration(
  { messages, moderation }: ChatService,
  ann: string,
  bob: string,
  flagged: string,
): Promise<void> {
  const { rules, keywords, blockedMessages } = moderation;
  await keywords.create({ id: 'rude', name: 'Rude', category: 'word', searchTerms: ['darn'] });
  await rules.create({
    id: 'no-rude-words',
    name: 'No rude words',
    filters: [{ entity: 'user', type: 'sender', operand: 'uid', operator: 'equals', value: ann }],
    conditions: [
      {
        operand: 'text',
        operator: 'contains',
        category: 'word',
        isKeywordsReferencePresent: true,
        value: ['rude'],
      },
    ],
  });
  const rude = { receiver: bob, receiverType: 'user', type: 'text', data: { text: 'darn' } } as const;
  const reviewed = await messages.send(rude, { onBehalfOf: ann });
  await blockedMessages.review(reviewed.id, { status: 'rejected' });
  await messages.send(rude, { onBehalfOf: ann });
  await moderation.messages.create({ ...rude, sender: ann });
  await messages.flag(flagged, { reasonId: 'spam' }, { onBehalfOf: bob });
}

/** Adds the record of a call between two users of a populated app; only the sandbox can be given one. */
export async function populateCalls(service: ChatService): Promise<void> {
  const file = { url: 'https://files.example/one', startTime: AT, endTime: AT + 60 };
  const times = { startedAt: AT, endedAt: AT + 60 };
  const record = { initiator: 'user-0', receiver: 'user-1', ...times, transcriptions: [file] };
  await service.request({ method: 'POST', path: '/calls', base: 'calls', body: record });
}
