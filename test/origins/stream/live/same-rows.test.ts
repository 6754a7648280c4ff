import { expect, test } from 'vitest';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import type { OriginRow } from '../../../../src/origin/origin.ts';
import { kindOf } from '../../../exports/expected.ts';
import { channelAnswer, membersOf, messageAnswer, reactionsOf, userOf } from '../answers.ts';
import { type Item, type StreamApp, syntheticApp } from '../stream-app.ts';
import { fileHere, held, streamHere, wholeExport } from '../stream-here.ts';
import { changesOf, pulledText } from './reading-events.ts';

/** Every record of an app as the event that Stream would send about it. */
function* eventsOf(app: StreamApp): Generator<Item> {
  const created_at = '2026-03-01T00:00:00.000000Z';
  for (const id of app.users.keys()) yield { type: 'user.updated', created_at, user: userOf(app, id) };
  for (const [cid, channel] of app.channels) {
    const of = {
      created_at,
      cid,
      channel_type: channel.type,
      channel_id: channel.id,
      channel: channelAnswer(app, channel),
      members: membersOf(app, cid).slice(0, 50),
    };
    yield { type: 'channel.created', ...of };
    for (const member of membersOf(app, cid)) yield { type: 'member.added', ...of, member };
    for (const stored of [...app.messages.values()].filter((each) => each.cid === cid)) {
      const message = messageAnswer(app, stored);
      const isDeleted = message['type'] === 'deleted';
      yield { type: isDeleted ? 'message.deleted' : 'message.new', ...of, message, user: message['user'] };
      for (const reaction of reactionsOf(app, stored.id))
        yield { type: 'reaction.new', ...of, message, reaction, user: reaction['user'] };
    }
  }
}

/** The records that the changes are about, and those that say what their channels are. */
function rowsIn(changes: Iterable<LiveChange>): readonly OriginRow[] {
  const rows = new Map<string, OriginRow>();
  const reactions = new Map<string, Item[]>();
  for (const { entity, rows: of } of changes)
    for (const { list, of: cid, row } of of) {
      const id = list === 'conversations' ? cid : (row['id'] ?? row['user_id']);
      const key = JSON.stringify([list, cid, id ?? row]);
      if (list === 'messages' && entity === 'reactions')
        reactions.set(key, [...(reactions.get(key) ?? []), ...(row['latest_reactions'] as Item[])]);
      else rows.set(key, { list, row, ...(cid === undefined ? {} : { of: cid }) });
    }
  for (const [key, given] of reactions) {
    const message = rows.get(key) ?? expect.fail(`no message ${key}`);
    rows.set(key, { ...message, row: { ...message.row, latest_reactions: given } });
  }
  return [...rows.values()];
}

test('events, lists and an export of the same app give the same users, groups, members, messages and reactions', async () => {
  const app = syntheticApp();
  // One that answers a message that is not there is in an export, and in no list.
  app.messages.delete(
    [...app.messages.values()].find(({ parent_id: of }) => of && !app.messages.has(String(of)))?.id ?? '',
  );
  const changes = [...eventsOf(app)].flatMap(changesOf);
  expect(new Set(changes.map(({ entity }) => entity))).toEqual(
    new Set(['users', 'groups', 'members', 'messages', 'reactions']),
  );
  await using exported = await fileHere(wholeExport(app));
  await using listed = await streamHere({ app });
  await using heard = await fileHere(pulledText(rowsIn(changes)));
  const found = [];
  for (const here of [exported, listed.here, heard]) {
    const { exitCode, result } = await here.json('run', '--yes');
    const { imported, converted } = kindOf(result.export ?? expect.fail('no export'), 'reactions');
    found.push({ exitCode, reactions: [imported, converted], held: await held(here) });
  }
  expect(found[0]?.exitCode).toBe(0);
  expect(found[1]).toEqual(found[0]);
  expect(found[2]).toEqual(found[0]);
  const ids = new Set(Object.keys(found[0]?.held.messages ?? {}));
  const keys = new Set(changes.filter(({ entity }) => entity === 'messages').map(({ key }) => key));
  expect([...ids].filter((id) => !keys.has(id.replace(/-(?:f?\d+|\d+of\d+)$/, '')) && !keys.has(id))).toEqual(
    [],
  );
});
