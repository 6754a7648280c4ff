import type { FaultRule } from '../../../src/sandbox/server/faults.ts';
import type { LiveApp } from '../chaos/live-app.ts';
import type { TwoLanes } from './two-lanes.ts';

const text = (receiver: string, words: string): object => ({
  receiver,
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: words },
});

/** The body of a message to the team. */
export const inTeam = (words: string): object => text('team', words);

/** A team of one in the old app, and somebody else there; the new one has both. */
export async function addTeam({ apps: { old }, quiet, reconcile }: TwoLanes): Promise<void> {
  for (const uid of ['ann', 'ben']) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await quiet(300);
  // No event tells of users.
  await reconcile();
}

/** A fault that loses the answers to messages once its share is 1. */
export const lostAnswers = (): { -readonly [Name in keyof FaultRule]: FaultRule[Name] } => ({
  kind: 'lost',
  share: 0,
  prefix: '/messages',
  times: undefined,
  value: '',
});

/** Sends a message to the team; returns its id. */
export async function say(app: LiveApp, uid: string, words: string): Promise<string> {
  const { data } = await app.call('POST', '/messages', text('team', words), uid);
  return (data as { id: string }).id;
}

/** A team of two in the old app, which the new one has as well. */
export async function meet({ apps: { old }, quiet }: TwoLanes): Promise<void> {
  for (const uid of ['ann', 'ben']) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.call('POST', '/groups/team/members', { participants: ['ben'] });
  await quiet();
}

/** The id of a message with a key. */
export const idIn = async (app: LiveApp, key: string): Promise<string> =>
  (await app.messages()).find((message) => message.key === key)?.id ?? '';
