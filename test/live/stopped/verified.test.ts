import { expect, test } from 'vitest';
import { cli } from '../../support/cli-here.ts';
import { liveHere } from '../phases/live-here.ts';
import { people, say, twoSystems, untilTexts } from '../phases/two-systems.ts';

/** Verifies the service, and returns the exit code with the number of differences of messages. */
async function verified(pipeline: string) {
  const { code: exitCode, out } = await cli(['verify', pipeline, '--json']);
  const { entities } = JSON.parse(out) as {
    entities: Record<string, { same: number; onlySource: number; onlyTarget: number; differs: number }>;
  };
  return { exitCode, entities };
}

test('after a stop, verify finds both apps alike, whoever wrote; and what is missing or not as it was written', {
  timeout: 60_000,
}, async () => {
  await using systems = await twoSystems();
  const { old, new: other, pipeline } = systems;
  const here = liveHere(pipeline);
  await people(old);
  const [kept, edited, removed] = [
    await say(old, 'ann', 'kept'),
    await say(old, 'ann', 'edited'),
    await say(old, 'bob', 'removed'),
  ];
  const running = here.live();
  await systems.until(({ phase }) => phase === 'live', 'live');
  await old.messages.update(edited, { data: { text: 'edited since' } });
  await old.messages.delete(removed);
  await old.reactions.add(kept, '👍', { onBehalfOf: 'bob' });
  await say(old, 'bob', 'said in old');
  await old.users.create({ uid: 'cat', name: 'Cat' });
  await old.members.add('team', { participants: ['cat'] });
  await untilTexts(other, ['kept', 'edited since', 'said in old']);
  const said = await say(other, 'bob', 'said in new');
  await other.messages.update(said, { data: { text: 'said and edited in new' } });
  await other.groups.update('team', { name: 'The team' });
  await untilTexts(old, ['kept', 'edited since', 'said in old', 'said and edited in new']);
  await here.stop();
  expect(await running).toMatchObject({ exitCode: 0 });
  expect(await verified(pipeline)).toMatchObject({
    exitCode: 0,
    entities: { messages: { same: 4, onlySource: 0, onlyTarget: 0, differs: 0 } },
  });

  // One that is lost, one that somebody has changed where nobody looked, and one that nobody knows.
  const mine: Record<string, string> = {};
  for await (const { id, data } of other.messages.list({ limit: 100 })) mine[data?.text ?? ''] = id;
  await other.messages.delete(mine['said and edited in new'] ?? '');
  await other.messages.update(mine['said in old'] ?? '', { data: { text: 'another text' } });
  await say(other, 'ann', 'said after the stop');
  expect(await verified(pipeline)).toMatchObject({
    exitCode: 5,
    entities: { messages: { same: 2, onlySource: 0, onlyTarget: 1, differs: 2 } },
  });
});
