import { describe, expect, test } from 'vitest';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { sized } from '../../support/long-form.ts';
import { pick, type Random, seeded } from '../../support/random.ts';
import { contentOf } from './content.ts';
import { BEGIN, fillApp } from './filled-app.ts';
import { appHere, folderHere, movePipeline } from './two-apps.ts';

const DAY = 86_400_000;
const NIGHTS = sized(4, 10);
const SYNC = 'sync: { onMissing: delete, maxDelete: 60% }';

/** Two apps and the machine between them, all with one clock. */
async function nightsHere(folder: string) {
  const time = { now: (BEGIN + 100_000) * 1_000 };
  const clock = { ...realSystem.clock, now: () => time.now };
  const old = await appHere(folder, 'old', '', clock.now);
  const next = await appHere(folder, 'next', '', clock.now);
  const pipeline = movePipeline(folder, old, next, [SYNC]);
  const run = (...args: readonly string[]) =>
    runHere([args[0] ?? '', pipeline, ...args.slice(1)], undefined, { ...realSystem, clock });
  return { time, old, next, run };
}

describe('a sync from an app of this service', () => {
  test('asks for little when nothing has changed', async () => {
    using here = folderHere();
    const { time, old, next, run } = await nightsHere(here.folder);
    await using _ = old;
    await using __ = next;
    await fillApp(old.service, { users: 30, groups: 20, messages: 300 });
    expect((await run('run', '--yes')).exitCode).toBe(0);
    time.now += 3 * DAY;
    // What was written on the last day is read once more.
    expect((await run('run', '--yes')).exitCode).toBe(0);
    time.now += DAY;
    old.requests.length = 0;
    next.requests.length = 0;
    expect((await run('run', '--yes')).exitCode).toBe(0);
    expect(old.requests.length).toBeLessThanOrEqual(20 / 100 + 10);
    expect(next.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('asks before the last blocks go, and they go', async () => {
    using here = folderHere();
    const { time, old, next, run } = await nightsHere(here.folder);
    await using _ = old;
    await using __ = next;
    await fillApp(old.service, { users: 10, groups: 2, messages: 20 });
    expect((await run('run', '--yes')).exitCode).toBe(0);
    const blocks = (await contentOf(old.service, 'old')).blocks.map((block) => block.split(' '));
    expect(blocks.length).toBeGreaterThan(0);
    for (const [by = '', uid = ''] of blocks) await old.service.blockedUsers.unblock(by, [uid]);
    // Then everything is read again.
    time.now += 31 * DAY;
    const asked = await run('run', '--yes');
    expect([asked.exitCode, asked.stderr]).toEqual([
      11,
      expect.stringContaining('sources.blocks has no rows'),
    ]);
    const [, id = ''] = /--confirm[= ](\w+)/.exec(asked.stderr) ?? [];
    const confirmed = await run('run', '--yes', '--confirm', id);
    expect(confirmed.exitCode, confirmed.stderr).toBe(0);
    expect((await contentOf(next.service, 'old')).blocks).toEqual([]);
    // The next night has nothing to ask.
    time.now += DAY;
    const later = await run('run', '--yes');
    expect(later.exitCode, later.stderr).toBe(0);
  });

  test('keeps up with nights of changes', async () => {
    using here = folderHere();
    const { time, old, next, run } = await nightsHere(here.folder);
    await using _ = old;
    await using __ = next;
    await fillApp(old.service, { users: 30, groups: 8, messages: 200 });
    expect((await run('run', '--yes')).exitCode).toBe(0);
    const random = seeded(41);
    for (let night = 1; night <= NIGHTS; night++) {
      time.now += DAY / 2;
      await changeSome(old.service, random, night);
      time.now += DAY / 2;
      const { exitCode, stdout, stderr } = await run('run', '--yes');
      expect(exitCode, `night ${night}: ${stdout}${stderr}`).toBe(0);
      expect(await contentOf(next.service, 'old'), `night ${night}`).toEqual(
        await contentOf(old.service, 'old'),
      );
    }
    expect((await run('verify')).exitCode).toBe(0);
  });
});

/** Changes of a day: people and groups come, go and are renamed; messages are written, edited and deleted. */
async function changeSome(service: ChatService, random: Random, night: number): Promise<void> {
  const users = (await Array.fromAsync(service.users.list())).map(({ uid }) => uid);
  const groups = (await Array.fromAsync(service.groups.list())).map(({ guid }) => guid);
  const uid = (): string => pick(random, users);
  const newcomer = `new-${night}`;
  await service.users.create({ uid: newcomer, name: `Newcomer ${night}`, tags: ['new'] });
  await service.users.update(uid(), { name: `Renamed ${night}`, metadata: { night } });
  const guid = `new-group-${night}`;
  const group = { guid, name: `Group of night ${night}`, type: 'public' as const, owner: newcomer };
  await service.groups.create(group);
  const guest = uid();
  await service.members.add(guid, { participants: [guest] });
  await service.groups.update(pick(random, groups), { name: `Renamed group ${night}` });
  if (night % 3 === 0) await service.groups.delete(`new-group-${night - 2}`);
  const withLink = (await Array.fromAsync(service.users.list())).filter(({ link }) => link !== undefined);
  if (withLink.length > 3)
    await service.users.update(pick(random, withLink).uid, { unset: ['link', 'avatar'], tags: [] });
  if (night % 4 === 1)
    await service.users.deactivate(
      pick(
        random,
        users.filter((each) => !each.startsWith('new')),
      ),
    );
  if (night === 7) await service.users.reactivate(await deactivated(service));
  for (const by of [newcomer, guest]) {
    const text = `Night ${night} of ${by}`;
    const message = { receiver: guid, receiverType: 'group' as const, type: 'text', data: { text } };
    const { id } = await service.messages.send(message, { onBehalfOf: by });
    if (random() < 0.5) await service.threads.send(id, message, { onBehalfOf: by });
  }
  const messages = (await Array.fromAsync(service.messages.list({ limit: 1_000, hideDeleted: true }))).filter(
    ({ category, type }) => category === 'message' && type === 'text',
  );
  const [edited, deleted] = [pick(random, messages), pick(random, messages)];
  if (edited !== deleted)
    await service.messages.update(edited?.id ?? '', { data: { text: `Edited in night ${night}` } });
  await service.messages.delete(deleted?.id ?? '');
  const members = await Array.fromAsync(service.members.list(guid));
  if (night % 5 !== 0 && night % 2 === 0 && members.length > 1) await service.members.kick(guid, guest);
  if (night % 5 === 0) await service.bannedUsers.ban(guid, guest);
}

const deactivated = async (service: ChatService): Promise<readonly string[]> =>
  (await Array.fromAsync(service.users.list({ onlyDeactivated: true }))).slice(0, 1).map(({ uid }) => uid);
