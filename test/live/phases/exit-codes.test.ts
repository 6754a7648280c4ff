import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveHere } from './live-here.ts';
import { people, twoSystems } from './two-systems.ts';
import { withExport } from './with-export.ts';

/** Parts of events of an app of Stream's. */
function eventsAt(time: string) {
  const user = { id: 'ann', name: 'Ann', created_at: time, updated_at: time };
  const channel = { cid: 'messaging:fun', type: 'messaging', id: 'fun', name: 'Fun', created_at: time };
  const members = ['ann', 'ben'].map((id) => ({
    user_id: id,
    user: { id, name: id },
    created_at: time,
    updated_at: time,
  }));
  const about = { cid: channel.cid, channel: { ...channel, member_count: 2 }, members, created_at: time };
  const message = (id: string, text: string) => ({
    id,
    cid: channel.cid,
    text,
    type: 'regular',
    user,
    created_at: time,
    updated_at: time,
  });
  return {
    said: (id: string, text: string) => ({ type: 'message.new', ...about, message: message(id, text) }),
    reacted: (id: string) => ({
      type: 'reaction.new',
      ...about,
      message: { ...message(id, ''), text: undefined },
      reaction: { message_id: id, user_id: 'ben', type: 'like', created_at: time, updated_at: time },
    }),
  };
}

test('4: an event that cannot be written is kept, read again, and named at the end', async () => {
  await using systems = await withExport('reactions: write, pins: drop');
  const here = liveHere(systems.pipeline);
  const running = here.live({ exportedAt: Date.now() + 60_000 });
  await systems.until(({ phase }) => phase === 'live', 'live');
  const { said, reacted } = eventsAt(new Date(Date.now() - 5_000).toISOString());
  expect(await systems.send(reacted('nobody-has-it'))).toBe(200);
  expect(await systems.send(reacted('nobody-has-it'), 'another-secret')).toBe(401);
  await systems.until(({ forward }) => forward.dead === 1, 'the dead event');
  expect(await here.status()).toMatchObject({
    printed: { live: { badSignatures: 1, dead: [{ side: 'old', code: 'LIVE.PARENT_MISSING' }] } },
  });
  // Read again while its message is still nowhere; others with another code stay.
  expect(await here.retry('LIVE.REFUSED')).toMatchObject({ exitCode: 4, printed: { retried: 0 } });
  expect(await here.retry('LIVE.PARENT_MISSING')).toMatchObject({
    exitCode: 4,
    printed: { retried: 1, live: { forward: { dead: 1 } } },
  });
  // Its message comes.
  expect(await systems.send(said('nobody-has-it', 'late'))).toBe(200);
  await systems.until(({ forward }) => forward.created === 1, 'the message');
  expect(await here.retry()).toMatchObject({
    exitCode: 0,
    printed: { retried: 1, live: { forward: { dead: 0 } } },
  });
  expect(await systems.send(reacted('neither-has-this'))).toBe(200);
  await systems.until(({ forward }) => forward.dead === 1, 'another dead event');
  expect(await here.stop()).toMatchObject({ exitCode: 4, printed: { live: { phase: 'stopped' } } });
  expect(await running).toMatchObject({ exitCode: 4, printed: { error: { code: 'LIVE.DEAD' } } });
});

test('5: where the old side cannot be asked, its last events are compared, and that is said', async () => {
  await using systems = await withExport();
  const here = liveHere(systems.pipeline);
  const running = here.live({ exportedAt: Date.now() + 60_000 });
  await systems.until(({ phase }) => phase === 'live', 'live');
  const { said } = eventsAt(new Date(Date.now() - 5_000).toISOString());
  for (const id of ['m1', 'm2']) expect(await systems.send(said(id, `text of ${id}`))).toBe(200);
  await systems.until(({ forward }) => forward.created === 2, 'the messages');
  let id = '';
  for await (const message of systems.new.messages.list({ limit: 100 }))
    if (message.muid === 'm2') id = message.id;
  await systems.new.messages.edit(id, { data: { text: 'else' } }, { onBehalfOf: 'ann' });
  const refused = await here.switch();
  expect(refused).toMatchObject({ exitCode: 5, printed: { live: { phase: 'live' } } });
  const { notices } = refused.printed as { readonly notices: readonly string[] };
  expect(notices).toEqual([
    expect.stringContaining('cannot be frozen'),
    expect.stringMatching(/^compared what the old side's events said last .* 2 messages; 1 difference$/),
    expect.stringContaining('not proven: what happened on the old side without an event'),
    expect.stringContaining('not compared: pins'),
    'message * m2',
  ]);
  await systems.new.messages.edit(id, { data: { text: 'text of m2' } }, { onBehalfOf: 'ann' });
  expect(await here.switch()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'switched' } } });
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  await running;
});

test.each(['old', 'new'] as const)('10: the %s side refuses the key', async (side) => {
  await using systems = await twoSystems();
  await people(systems.old);
  const wrong = join(systems.folder, 'wrong-key');
  writeFileSync(wrong, 'no-key-of-this-app', { mode: 0o600 });
  const text = readFileSync(systems.pipeline, 'utf8');
  const line = side === 'old' ? /^( {4}api: .*apiKey: )\{[^}]*\}/m : /^(target: .*apiKey: )\{[^}]*\}/m;
  writeFileSync(systems.pipeline, text.replace(line, `$1{ file: ${JSON.stringify(wrong)} }`));
  const { exitCode, printed } = await liveHere(systems.pipeline).live();
  expect(exitCode).toBe(10);
  expect(printed).toMatchObject({ error: { code: expect.stringMatching(/^(?:AUTH|PULL)\./) } });
});
