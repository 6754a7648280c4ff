import { expect, test } from 'vitest';
import { liveHere } from './live-here.ts';
import { withExport } from './with-export.ts';

test('events that cannot be written are shown with their codes, read again on demand, and end it with 4', async () => {
  await using systems = await withExport();
  const here = liveHere(systems.pipeline);
  const running = here.live({ exportedAt: Date.now() + 60_000 });
  await systems.until(({ phase }) => phase === 'live', 'live');
  const tell = (event: object): Promise<number> =>
    systems.send({ cid: 'messaging:nobody-knows', created_at: new Date().toISOString(), ...event });
  const reaction = {
    message_id: 'nobody-wrote-it',
    user_id: 'ann',
    user: { id: 'ann' },
    type: 'like',
    created_at: new Date().toISOString(),
  };
  for (const event of [
    { type: 'weather.changed' },
    { type: 'message.new', message: 'no message' },
    { type: 'reaction.new', reaction },
  ])
    expect(await tell(event)).toBeLessThan(300);
  const { dead, forward } = await systems.until((live) => live.forward.dead === 3, 'three dead events');
  const codes = ['LIVE.EVENT_MALFORMED', 'LIVE.EVENT_UNKNOWN', 'LIVE.PARENT_MISSING'];
  expect(dead.map(({ code }) => code).toSorted()).toEqual(codes);
  expect(forward.waiting).toBe(0);
  expect(await here.retry('LIVE.PARENT_MISSING')).toMatchObject({ exitCode: 4, printed: { retried: 1 } });
  expect(await here.stop()).toMatchObject({ exitCode: 4, printed: { live: { phase: 'stopped' } } });
  expect(await running).toMatchObject({ exitCode: 4, printed: { error: { code: 'LIVE.DEAD' } } });
});
