import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OriginRow } from '../../../src/origin/origin.ts';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { runHere } from '../../support/command-here.ts';
import { writerHere } from './writer-here.ts';

const signal = new AbortController().signal;

const user = (uid: string): OriginRow => ({
  list: 'users',
  row: { uid, name: uid.toUpperCase(), createdAt: 1_780_000_000 },
});
const message = (id: number, text: string, rest: object = {}): OriginRow => ({
  list: 'messages',
  row: {
    id: String(id),
    muid: `m-${id}`,
    sender: 'ann',
    receiverType: 'group',
    receiver: 'g1',
    category: 'message',
    type: 'text',
    sentAt: 1_780_000_000 + id,
    data: { text },
    ...rest,
  },
});
const people: readonly OriginRow[] = [
  user('ann'),
  user('ben'),
  {
    list: 'conversations',
    row: { guid: 'g1', name: 'G1', type: 'private', owner: 'ann', createdAt: 1_780_000_000 },
  },
  { list: 'members', of: 'g1', row: { uid: 'ann', scope: 'admin', joinedAt: 1_780_000_001 } },
  { list: 'members', of: 'g1', row: { uid: 'ben', scope: 'participant', joinedAt: 1_780_000_001 } },
];

test('a row without a field, and one with it, are each taken as they are', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  await using writer = await writerHere(movePipeline(here.folder, old, next), 'new');
  const group = (guid: string, name: string, createdAt: number): OriginRow => ({
    list: 'conversations',
    row: { guid, name, type: 'private', owner: 'ann', createdAt },
  });
  const write = async (groups: readonly OriginRow[]) => {
    const { rows } = await writer.convert([user('ann'), ...groups], signal);
    const outcomes = await writer.write({ rows, removals: [], how: 'import' }, signal);
    return outcomes.map(({ key, outcome }) => `${key} ${outcome.status}`);
  };
  await write([group('g1', 'G1', 1_780_000_000), group('g2', 'G2', 1_780_000_000)]);
  // One has the time that it was written with, the other side says another one of the other.
  const later = [group('g1', 'G1!', 1_780_000_000), group('g2', 'G2!', 1_780_000_003)];
  expect(await write(later)).toEqual(['ann unchanged', 'g1 updated', 'g2 updated']);
  const shown = await Array.fromAsync(next.service.groups.list({ perPage: 100 }));
  expect(shown.map(({ guid, name, createdAt }) => `${guid} ${name} ${createdAt}`).sort()).toEqual([
    'g1 G1! 1780000000',
    'g2 G2! 1780000000',
  ]);
});

describe.each(['import', 'send'] as const)('rows that are written by %s', (how) => {
  test('arrive once, are changed and leave', async () => {
    using here = folderHere();
    await using old = await appHere(here.folder, 'old');
    await using next = await appHere(here.folder, 'next');
    const pipeline = movePipeline(here.folder, old, next);
    const texts = async () =>
      (await Array.fromAsync(next.service.messages.list({ affix: 'append', limit: 100 })))
        .filter(({ category }) => category === 'message')
        .map(({ muid, data }) => `${muid}: ${data?.text}`);
    {
      await using writer = await writerHere(pipeline, 'new');
      const { rows, faults } = await writer.convert([...people, message(1, 'one')], signal);
      expect(faults).toEqual([]);
      const first = await writer.write({ rows, removals: [], how }, signal);
      expect(first.map(({ entity, key, outcome }) => `${entity} ${key} ${outcome.status}`)).toEqual([
        'users ann created',
        'users ben created',
        'groups g1 created',
        'members g1_member_ann created',
        'members g1_member_ben created',
        'messages m-1 created',
      ]);
      expect(writer.find('messages', 'm-1', rows.messages?.[0])).toMatchObject({
        origin: 'created',
        isSame: true,
      });
      const again = await writer.write({ rows, removals: [], how }, signal);
      expect(again.map(({ outcome }) => outcome.status)).toEqual(Array(6).fill('unchanged'));
      const edit = await writer.convert([message(1, 'one!'), message(2, 'two')], signal);
      const changed = await writer.write({ rows: edit.rows, removals: [], how }, signal);
      expect(changed.map(({ key, outcome }) => `${key} ${outcome.status}`)).toEqual([
        'm-1 updated',
        'm-2 created',
      ]);
      expect(await texts()).toEqual(['m-1: one!', 'm-2: two']);
    }
    {
      await using writer = await writerHere(pipeline, 'new');
      const gone = await writer.write(
        {
          rows: {},
          removals: [
            { entity: 'messages', key: 'm-1' },
            { entity: 'messages', key: 'm-9' },
            { entity: 'users', key: 'ben' },
          ],
          how,
        },
        signal,
      );
      expect(gone.map(({ key, outcome }) => `${key} ${outcome.status}`).sort()).toEqual([
        'ben removed',
        'm-1 removed',
        'm-9 gone',
      ]);
      expect(await texts()).toEqual(['m-2: two']);
      const left = await Array.fromAsync(next.service.users.list({ onlyDeactivated: true }));
      expect(left.map(({ uid }) => uid)).toEqual(['ben']);
    }
  });
});

test('the other way round, to a message that was there before', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old', '', () => Date.now() - 60_000);
  await using next = await appHere(here.folder, 'next');
  const pipeline = movePipeline(here.folder, old, next);
  await old.service.users.create({ uid: 'ann', name: 'Ann' });
  await old.service.groups.create({ guid: 'g1', name: 'G1', type: 'public', owner: 'ann' });
  const sent = await old.service.messages.send(
    { receiver: 'g1', receiverType: 'group', type: 'text', data: { text: 'before' } },
    { onBehalfOf: 'ann' },
  );
  const key = `old-${sent.id}`;
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  {
    await using writer = await writerHere(pipeline, 'old');
    writer.note('users', 'ann', {});
    writer.note('groups', 'g1', {});
    writer.note('messages', key, {});
    const edited = {
      list: 'messages',
      row: { ...message(7, 'after').row, muid: key, sentAt: 1_780_000_500 },
    };
    const { rows } = await writer.convert([edited, message(8, 'new one')], signal);
    const done = await writer.write({ rows, removals: [], how: 'send' }, signal);
    expect(done.map((each) => `${each.key} ${each.outcome.status}`)).toEqual([
      `${key} updated`,
      'm-8 created',
    ]);
    const texts = (await Array.fromAsync(old.service.messages.list({ affix: 'append', limit: 100 })))
      .filter(({ category }) => category === 'message')
      .map(({ data }) => data?.text);
    expect(texts).toEqual(['after', 'new one']);
    const left = await writer.write(
      { rows: {}, removals: [{ entity: 'messages', key }], how: 'send' },
      signal,
    );
    expect(left.map(({ outcome }) => outcome.status)).toEqual(['removed']);
  }
  // The way back has a state of its own: without its ledger, messages would be written twice.
  rmSync(join(here.folder, '.chatferry/move/live/back/ledger.log'));
  await expect(writerHere(pipeline, 'old')).rejects.toMatchObject({ code: 'STATE.LEDGER_LOST' });
});

test.each(['import', 'send'] as const)(
  'replies, reactions and pins by %s come with the messages that they hang on, and leave',
  async (how) => {
    using here = folderHere();
    await using old = await appHere(here.folder, 'old');
    await using next = await appHere(here.folder, 'next');
    const policies = 'policies: { threads: write, reactions: write, pins: write }';
    await using writer = await writerHere(movePipeline(here.folder, old, next, [policies]), 'new');
    const reaction = (id: number, uid: string): OriginRow => ({
      list: 'reactions',
      of: String(id),
      row: { page: 0, reactions: [{ reaction: '👍', uid, reactedAt: 1_780_000_100 }] },
    });
    const reply = (id: number, parentId: number): OriginRow =>
      message(id, `reply ${id}`, { parentId: String(parentId) });
    const first = await writer.convert(
      [
        ...people,
        message(1, 'one', { pinnedAt: 1_780_000_200, pinnedBy: 'ann' }),
        reply(2, 1),
        reaction(1, 'ben'),
      ],
      signal,
    );
    const outcomes = await writer.write({ rows: first.rows, removals: [], how }, signal);
    expect(outcomes.filter(({ outcome }) => outcome.status !== 'created')).toEqual([]);
    // The message that these hang on was written before; it comes along for its key alone.
    const later = await writer.convert([message(1, 'one'), reply(3, 1), reaction(1, 'ann')], signal);
    await writer.write(
      {
        rows: { messages: later.rows.messages?.slice(1) ?? [], reactions: later.rows.reactions ?? [] },
        removals: [],
        how,
      },
      signal,
    );
    const held = async () => {
      const list = await Array.fromAsync(next.service.messages.list({ affix: 'append', limit: 100 }));
      const muidOf = new Map(list.map(({ id, muid }) => [id, muid]));
      const found: string[] = [];
      for (const { id, muid, parentId, pinnedAt, category } of list) {
        if (category !== 'message') continue;
        const reactions = await Array.fromAsync(next.service.reactions.list(id));
        const by = reactions.map(({ uid }) => uid).sort();
        found.push(
          [muid, parentId && `of ${muidOf.get(parentId)}`, pinnedAt && 'pinned', ...by]
            .filter(Boolean)
            .join(' '),
        );
      }
      return found;
    };
    expect(await held()).toEqual(['m-1 pinned ann ben', 'm-2 of m-1', 'm-3 of m-1']);
    const keys = outcomes.filter(({ entity }) => entity === 'reactions' || entity === 'pins');
    const removals = [
      ...keys.map(({ entity, key }) => ({ entity, key })),
      { entity: 'messages', key: 'm-2' } as const,
    ];
    const left = await writer.write({ rows: {}, removals, how }, signal);
    expect(left.map(({ outcome }) => outcome.status)).toEqual(['removed', 'removed', 'removed']);
    expect(await held()).toEqual(['m-1 ann', 'm-3 of m-1']);
  },
);

test('people have the ids of the app, and whoever was forgotten stays so', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  writeFileSync(join(here.folder, 'ids.csv'), 'entity,source,id\nusers,ann,user-1\ngroups,g1,room-1\n');
  const pipeline = movePipeline(here.folder, old, next, ['idMap: ids.csv']);
  const records = [...people, message(1, 'by ann'), message(2, 'by ben', { sender: 'ben' })];
  {
    await using writer = await writerHere(pipeline, 'new');
    const { rows } = await writer.convert(records, signal);
    const outcomes = await writer.write({ rows, removals: [], how: 'import' }, signal);
    expect(outcomes.map(({ key, outcome }) => `${key} ${outcome.status}`)).toEqual([
      'user-1 created',
      'ben created',
      'room-1 created',
      'room-1_member_user-1 created',
      'room-1_member_ben created',
      'm-1 created',
      'm-2 created',
    ]);
  }
  const forgotten = await runHere(['forget', pipeline, '--uid', 'ben', '--yes']);
  expect(forgotten.stderr).toBe('');
  await using writer = await writerHere(pipeline, 'new');
  const { rows } = await writer.convert(
    [...people, message(3, 'late', { sender: 'ben' }), message(4, 'ann')],
    signal,
  );
  const outcomes = await writer.write({ rows, removals: [], how: 'import' }, signal);
  const skipped = outcomes.filter(({ outcome }) => 'rule' in outcome && outcome.rule === 'forgotten');
  expect(skipped.map(({ key }) => key)).toEqual(['ben', 'room-1_member_ben', 'm-3']);
  expect(outcomes.find(({ key }) => key === 'm-4')?.outcome.status).toBe('created');
});

test('a change of a group that has a password there leaves the password there', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  await using writer = await writerHere(movePipeline(here.folder, old, next), 'old');
  await old.service.users.create({ uid: 'ann', name: 'Ann' });
  const group = { guid: 'pw', name: 'PW', type: 'password', password: 'sesame', owner: 'ann' } as const;
  await old.service.groups.create(group);
  writer.note('users', 'ann', {});
  writer.note('groups', 'pw', {});
  const row = { guid: 'pw', name: 'PW2', owner: 'ann', createdAt: 1_780_000_000 };
  for (const type of ['private', 'public']) {
    const changed = [user('ann'), { list: 'conversations', row: { ...row, type } }] as const;
    const { rows } = await writer.convert(changed, signal);
    await writer.write({ rows: { groups: rows.groups ?? [] }, removals: [], how: 'send' }, signal);
    const { name, type: now } = await old.service.groups.get('pw');
    expect([name, now]).toEqual(['PW2', type === 'private' ? 'password' : 'public']);
  }
});
