import type { Workspace } from '../../e2e/workspace.ts';
import type { Service } from './service-snapshot.ts';

const T = 1_700_000_000;
const rows = (list: readonly (readonly [key: string, row: object])[]): object => Object.fromEntries(list);

/** Fills a service as if it were in use: by calls, which leave action messages and unread counts, and by imports. */
export async function fillBefore({ call }: Service): Promise<void> {
  for (const uid of ['ann', 'ben', 'cy', 'dee', 'eve', 'off'])
    await call('POST', '/users', { uid, name: uid.toUpperCase(), tags: ['old'], metadata: { is: uid } });
  await call('DELETE', '/users/off', {});
  await call('POST', '/groups', { guid: 'old', name: 'Old', type: 'public', owner: 'ann', tags: ['t'] });
  await call('POST', '/groups/old/members', { participants: ['ben'], usersToBan: ['cy'] });
  const quiet = { guid: 'quiet', name: 'Quiet', type: 'private', owner: 'ben', createdAt: T };
  await call('POST', '/data_import/groups', { groups: rows([['quiet', quiet]]) });
  const say = (as: string, receiver: string, receiverType: string, text: string) =>
    call('POST', '/messages', { receiver, receiverType, type: 'text', data: { text } }, as);
  for (const text of ['one', 'two', 'three']) {
    await say('ann', 'ben', 'user', text);
    await say('ben', 'old', 'group', text);
  }
  await say('cy', 'ann', 'user', 'hidden by ann');
  await call('DELETE', '/users/cy/conversation', {}, 'ann');
  await call('PUT', '/users/ann/conversation', { tags: ['mine'] }, 'ben');
  await call('POST', '/users/ann/conversation/read', {}, 'ben');
  const deleted = (await say('ann', 'old', 'group', 'gone'))['data'] as { id: string };
  await call('DELETE', `/messages/${deleted.id}`, {}, 'ann');
}

/** An export that affects all of it: existing rows, members of existing groups, messages in existing conversations. */
export function writeExport(space: Workspace, each = 3): void {
  space.write('users.csv', 'uid,name,deactivatedAt\nnew,New,\nann,Ann again,\nleft,Left,1700000500\n');
  space.write('groups.csv', 'guid,name,owner\nteam,Team,new\nold,Old again,ann\n');
  space.write(
    'members.csv',
    `guid,uid,scope,joinedAt,isBanned
team,new,admin,1700000001,
team,ann,participant,1700000001,
old,ben,participant,1700000001,
old,new,participant,1700000001,
old,dee,moderator,1700000001,
old,eve,participant,1700000001,true
quiet,dee,participant,1700000001,
`,
  );
  const talks = [
    ['new', 'team', 'group'],
    ['ann', 'team', 'group'],
    ['ann', 'old', 'group'],
    ['new', 'old', 'group'],
    ['ann', 'ben', 'user'],
    ['cy', 'ann', 'user'],
    ['dee', 'eve', 'user'],
    ['new', 'ann', 'user'],
    ['left', 'ben', 'user'],
  ] as const;
  const lines = Array.from({ length: talks.length * each }, (_, index) => {
    const [sender, receiver, receiverType] = talks[index % talks.length] as (typeof talks)[number];
    // Some are older than all existing messages, some newer: first and last messages of conversations change.
    const sentAt = index % 2 ? T + index : Math.floor(Date.now() / 1_000) - 5 + (index % 3);
    const row = { muid: `m-${index}`, sender, receiver, receiverType, sentAt, text: `number ${index}` };
    return `${JSON.stringify(row)}\n`;
  });
  space.write('messages.ndjson', lines.join(''));
}
