import { describe, expect, test } from 'vitest';
import { slug } from '../../../src/input/rows/forms/ids.ts';
import { openStreamLanes, type StreamLanes } from './stream-lanes.ts';

type Row = Readonly<Record<string, unknown>>;

const FUN = slug('messaging:fun');

/** The keys of messages that people see, with the first word of each. */
async function shown({ fresh }: StreamLanes): Promise<readonly string[]> {
  const { data } = await fresh.call('GET', `/groups/${FUN}/messages?limit=100`);
  return (data as unknown as readonly Row[])
    .filter(({ category, deletedAt }) => category === 'message' && deletedAt === undefined)
    .map((row) => {
      const { text = '' } = row['data'] as { text?: string };
      return `${row['muid']} ${text.split(' ', 1)[0]}`;
    })
    .sort();
}

const words = (first: string, count: number): string => `${first} ${'word '.repeat(count)}end`;

const parts = (key: string, count: number): readonly string[] =>
  Array.from({ length: count - 1 }, (_, at) => `${key}-${at + 2}of${count} word`);

/** Lanes over messages of a channel that a run has moved. */
const lanesAfter = (messages: Readonly<Record<string, string>>): Promise<StreamLanes> =>
  openStreamLanes(({ writes }) => {
    writes.by('POST', '/users', { users: { ann: { id: 'ann', name: 'Ann' } } });
    writes.by('POST', '/channels/messaging/fun/query', {
      data: { created_by_id: 'ann', name: 'Fun', members: ['ann'] },
    });
    for (const [id, text] of Object.entries(messages))
      writes.by('POST', '/channels/messaging/fun/message', { message: { id, user_id: 'ann', text } });
  });

describe.concurrent('long messages that a run has moved, each as several', () => {
  test('a deletion of one reaches all of them', async () => {
    await using world = await lanesAfter({ long: words('first', 10_000), 'long-2': 'other' });
    expect(await shown(world)).toEqual(['long first', 'long-2 other', ...parts('long', 5)].sort());
    world.old.writes.by('DELETE', '/messages/long');
    await world.quiet();
    expect(await shown(world)).toEqual(['long-2 other']);
    expect(world.faults).toEqual([]);
  });

  test('an edit of one reaches all of them', async () => {
    await using world = await lanesAfter({ long: words('first', 10_000), short: words('said', 6_000) });
    world.old.writes.by('PUT', '/messages/long', { set: { text: words('again', 5_000) }, user_id: 'ann' });
    world.old.writes.by('PUT', '/messages/short', { set: { text: 'short' }, user_id: 'ann' });
    await world.quiet();
    expect(await shown(world)).toEqual(['long again', 'short short', ...parts('long', 3)].sort());
    world.old.writes.by('DELETE', '/messages/long');
    await world.quiet();
    expect(await shown(world)).toEqual(['short short']);
    expect(world.faults).toEqual([]);
  });

  test('a message whose key looks like that of a part is another one', async () => {
    await using world = await lanesAfter({ o: 'one', 'o-1': 'two', 'o-f1': 'three' });
    // A list gives all of them at once.
    await world.reconcile();
    world.old.writes.by('PUT', '/messages/o', { set: { text: 'edited' }, user_id: 'ann' });
    await world.quiet();
    expect(await shown(world)).toEqual(['o edited', 'o-1 two', 'o-f1 three']);
    world.old.writes.by('DELETE', '/messages/o');
    await world.quiet();
    expect(await shown(world)).toEqual(['o-1 two', 'o-f1 three']);
    expect(world.faults).toEqual([]);
  });
});
