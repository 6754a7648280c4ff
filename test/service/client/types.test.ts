import { expect, test } from 'vitest';
import type { OptionsFor } from '../../../src/service/client/caller.ts';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import { fakeService } from './fake-service.ts';

/** Never called: the compiler is what tests these lines. */
function typed(service: ChatService): readonly unknown[] {
  const text = { receiver: 'b', receiverType: 'user', data: { text: 'x' } } as const;
  return [
    // required
    service.conversations.withUser.get('b', { onBehalfOf: 'a' }),
    // @ts-expect-error the acting user is missing
    service.conversations.withUser.get('b', {}),
    // @ts-expect-error the options are missing
    service.conversations.withUser.get('b'),
    // @ts-expect-error the options are missing
    service.threads.send('1', text),
    // @ts-expect-error a reaction needs somebody who reacts
    service.reactions.add('1', 'x', { signal: new AbortController().signal }),
    // optional
    service.messages.send(text),
    service.messages.send(text, { onBehalfOf: 'a' }),
    service.groups.list({}, { onBehalfOf: undefined }),
    // unsupported
    service.users.create({ uid: 'a', name: 'A' }, { signal: new AbortController().signal }),
    // @ts-expect-error creating a user acts for nobody
    service.users.create({ uid: 'a', name: 'A' }, { onBehalfOf: 'a' }),
    // @ts-expect-error importing acts for nobody
    service.dataImport.users([], { onBehalfOf: 'a' }),
    // arguments
    // @ts-expect-error a user has a name
    service.users.create({ uid: 'a' }),
    // @ts-expect-error an unknown type of group
    service.groups.create({ guid: 'g', name: 'G', type: 'secret' }),
    // @ts-expect-error an unknown scope
    service.members.changeScope('g', 'a', 'owner'),
  ];
}

/** Answers: what is certain is there, what is not may be missing, what is unknown is unknown. */
async function answers(service: ChatService): Promise<readonly unknown[]> {
  const user = await service.users.get('a');
  const uid: string = user.uid;
  // @ts-expect-error a name may be missing
  const name: string = user.name;
  const other: unknown = user['other'];
  const message = await service.messages.get('1');
  const id: string = message.id;
  const conversation = await service.conversations.withUser.get('b', { onBehalfOf: 'a' });
  const unread: number | undefined = conversation.unreadMessageCount;
  return [uid, name, other, id, unread];
}

test('the types say who acts, what is wanted and what may be missing', () => {
  expect([typed, answers]).toHaveLength(2);
});

test('what the types leave open is refused before anything is sent', async () => {
  await using fake = await fakeService(() => ({}));
  const { conversations, users } = fake.service;
  const nobody = {} as OptionsFor<'getUserConversation'>;
  await expect(conversations.withUser.get('b', nobody)).rejects.toMatchObject({
    code: 'REQUEST.INVALID',
    message: expect.stringContaining('needs onBehalfOf'),
  });
  const somebody = { onBehalfOf: 'a' } as OptionsFor<'createUser'>;
  await expect(users.create({ uid: 'a', name: 'A' }, somebody)).rejects.toMatchObject({
    code: 'REQUEST.INVALID',
    message: expect.stringContaining('does not act on behalf'),
  });
  expect(fake.arrived).toEqual([]);
});
