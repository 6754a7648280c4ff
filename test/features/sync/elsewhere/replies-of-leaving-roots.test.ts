import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { put } from '../../undo/put-back.ts';

/**
 * A live reply hangs on the id of its message. When that message leaves, or has another id, the reply is written again in the
 * same night: the service has what a first import of the same files would write.
 */

const HEAD = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid,deletedAt\n';
const row = (n: number, parent = '', deletedAt = ''): string =>
  `m${n},${n % 2 ? 'ann' : 'ben'},team,group,${1_760_000_000 + n},text ${n},${parent},${deletedAt}\n`;
const DELETED = '2026-11-02T10:00:00Z';
/** m2 and m3 answer m1, m4 answers m3; m6 is in another thread. */
const LATER = row(2, 'm1') + row(3, 'm1') + row(4, 'm3') + row(5) + row(6, 'm5');
const WHOLE = HEAD + row(1) + LATER;

const PEOPLE = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'groups.csv': 'guid,name,owner\nteam,Team,ann\n',
  'members.csv': 'guid,uid,scope\nteam,ann,admin\nteam,ben,participant\n',
};
const HANGING = { 'reactions.csv': 'muid,uid,reaction\nm1,ben,👍\nm3,ben,👍\n', 'pins.csv': 'muid\nm3\n' };

const here = (sync: string, messages = WHOLE, files = {}): Promise<ServiceHere> =>
  serviceHere({
    files: { ...PEOPLE, 'messages.csv': messages, ...files },
    rest: `references: open
policies: { threads: write, reactions: write, pins: write }
sync: { ${sync} }`,
  });

/** A night that ends with 0, after which nothing differs and another sync sends nothing. */
async function night(at: ServiceHere): Promise<Record<string, unknown>> {
  const { exitCode, result } = await at.json('run', '--yes');
  expect([exitCode, result.error, result.warnings?.filter((each) => !each.includes('no type'))]).toEqual([
    0,
    undefined,
    [],
  ]);
  expect((await at.json('verify')).exitCode).toBe(0);
  at.requests.length = 0;
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
  expect(at.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  return result as unknown as Record<string, unknown>;
}

/** Which message each one answers; `gone` for one that is not there. */
async function roots({ service }: ServiceHere): Promise<Record<string, string>> {
  const all = (await Array.fromAsync(service.messages.list())).filter(({ muid }) => muid);
  const muids = new Map(all.map(({ id, muid }) => [String(id), muid ?? '']));
  return Object.fromEntries(
    all
      .map(
        ({ muid = '', parentId }) => [muid, parentId ? (muids.get(String(parentId)) ?? 'gone') : ''] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const THREADS = { m1: '', m2: 'm1', m3: 'm1', m4: 'm1', m5: '', m6: 'm5' };
const WITHOUT = { m2: '', m3: '', m4: 'm3', m5: '', m6: 'm5' };

test.each([
  ['was deleted at the source', 'maxDelete: 100%', HEAD + row(1, '', DELETED) + LATER],
  ['is in no file any more', 'onMissing: delete, maxDelete: 100%', HEAD + LATER],
])(
  'replies are ordinary messages once their message %s, and replies again when it returns',
  async (_, sync, without) => {
    await using at = await here(sync);
    await night(at);
    expect(await roots(at)).toEqual(THREADS);
    put(at, 'messages.csv', without);
    const { stdout } = await runHere(['plan', at.pipeline]);
    expect(stdout).toContain('removed before anything is written: messages 4');
    const { missing, deletedAtSource } = await night(at);
    const removed = sync.includes('onMissing')
      ? { missing: { messages: { deleted: 1 } } }
      : { deletedAtSource: { messages: { kept: 0, removed: 1, failed: 0 } } };
    expect({ missing, deletedAtSource }).toMatchObject(removed);
    expect(await roots(at)).toEqual(WITHOUT);
    put(at, 'messages.csv', WHOLE);
    await night(at);
    expect(await roots(at)).toEqual(THREADS);
  },
);

test('reactions and pins of replies that are written again, and of a deleted message, are as the files say', async () => {
  await using at = await here('maxDelete: 100%', WHOLE, HANGING);
  await night(at);
  put(at, 'messages.csv', HEAD + row(1, '', DELETED) + LATER);
  const { deletedAtSource } = await night(at);
  expect(deletedAtSource).toEqual({
    messages: { kept: 0, removed: 1, failed: 0 },
    reactions: { kept: 0, removed: 1, failed: 0 },
  });
  expect(await roots(at)).toEqual(WITHOUT);
  put(at, 'messages.csv', WHOLE);
  await night(at);
  expect(await roots(at)).toEqual(THREADS);
});

test('a reply that is new in the night in which its message leaves is an ordinary message', async () => {
  await using at = await here('maxDelete: 100%', HEAD + row(1) + row(5));
  await night(at);
  put(at, 'messages.csv', HEAD + row(1, '', DELETED) + row(2, 'm1') + row(5));
  await night(at);
  expect(await roots(at)).toEqual({ m2: '', m5: '' });
});

test('a reply whose message stays in the service stays where it is', async () => {
  await using at = await here('onMissing: keep');
  await night(at);
  // m4 answers a message whose own message is in no file now.
  put(at, 'messages.csv', HEAD + LATER);
  at.requests.length = 0;
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
  expect(at.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  await night(at);
  expect(await roots(at)).toEqual(THREADS);
  put(at, 'messages.csv', WHOLE);
  await night(at);
});

test('a reply whose row answers another message is written again on that', async () => {
  await using at = await here('');
  await night(at);
  put(at, 'messages.csv', HEAD + row(1) + row(2, 'm5') + row(3, 'm1') + row(4, 'm3') + row(5) + row(6, 'm5'));
  await night(at);
  expect(await roots(at)).toEqual({ ...THREADS, m2: 'm5' });
});

test('a reply between others that leaves makes ordinary messages of those that answer it', async () => {
  await using at = await here('maxDelete: 100%');
  await night(at);
  put(at, 'messages.csv', HEAD + row(1) + LATER.replace(row(3, 'm1'), row(3, 'm1', DELETED)));
  await night(at);
  expect(await roots(at)).toEqual({ m1: '', m2: 'm1', m4: '', m5: '', m6: 'm5' });
});

test('a reply whose row is refused in the night in which its message leaves stays until it is corrected', async () => {
  await using at = await here('maxDelete: 100%');
  await night(at);
  const refused = row(2, 'm1').replace('text 2', '');
  put(at, 'messages.csv', HEAD + row(1, '', DELETED) + LATER.replace(row(2, 'm1'), refused));
  expect((await at.json('run', '--yes')).exitCode).toBe(4);
  expect(await roots(at)).toEqual({ ...WITHOUT, m2: 'gone' });
  put(at, 'messages.csv', HEAD + row(1, '', DELETED) + LATER);
  await night(at);
  expect(await roots(at)).toEqual(WITHOUT);
});
