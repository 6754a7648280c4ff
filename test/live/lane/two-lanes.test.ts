import { expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { openTwoLanes } from './two-lanes.ts';

const text = (receiver: string, words: string): object => ({
  receiver,
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: words },
});

test('what people do in one app is in the other one', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  for (const uid of ['ann', 'ben']) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.call('POST', '/groups/team/members', { participants: ['ben'] });
  await old.call('POST', '/messages', text('team', 'o-1 hello'), 'ann');
  const { data } = await old.call('POST', '/messages', text('team', 'o-2 hello'), 'ben');
  await world.quiet();
  expect(await compareApps(old, fresh)).toEqual([]);
  const { id } = data as { id: string };
  await old.call('PUT', `/messages/${id}`, { data: { text: 'o-2 edited' } }, 'ben');
  await fresh.call('POST', '/messages', text('team', 'n-1 hello'), 'ann');
  await old.call('POST', `/messages/${id}/reactions/%F0%9F%91%8D`, undefined, 'ann');
  await world.quiet();
  expect(await compareApps(old, fresh)).toEqual([]);
});
