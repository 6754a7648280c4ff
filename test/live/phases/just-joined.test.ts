import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import { liveHere } from './live-here.ts';
import { say, twoSystems, untilTexts } from './two-systems.ts';

/** The members of a group, in order. */
async function membersOf(app: ChatService, guid: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { uid } of app.members.list(guid)) found.push(uid);
  return found.sort();
}

test('who joins within the second in which the import begins is there in the end', async () => {
  await using systems = await twoSystems();
  const { old, new: fresh } = systems;
  const here = liveHere(systems.pipeline);
  await sleep(1_005 - (Date.now() % 1_000));
  for (const uid of ['ann', 'bob', 'cid']) await old.users.create({ uid, name: uid });
  await old.groups.create({ guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.members.add('team', { participants: ['bob'] });
  await say(old, 'bob', 'at once');
  const running = here.live();
  await systems.until(({ phase }) => phase === 'bulk' || phase === 'catch-up' || phase === 'live', 'bulk');
  await old.members.add('team', { participants: ['cid'] });
  await say(old, 'cid', 'just joined');
  await systems.until(({ phase }) => phase === 'live', 'live');
  await untilTexts(fresh, ['at once', 'just joined']);
  // A group and its first member of the same second, while both work.
  await old.groups.create({ guid: 'club', name: 'Club', type: 'public', owner: 'ann' });
  await old.members.add('club', { participants: ['bob'] });
  await expect.poll(() => membersOf(fresh, 'club').catch(() => [])).toEqual(['ann', 'bob']);
  expect(await membersOf(fresh, 'team')).toEqual(['ann', 'bob', 'cid']);
  expect(systems.status()).toMatchObject({ forward: { dead: 0 }, back: { dead: 0 }, dead: [] });
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
});
