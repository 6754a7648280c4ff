import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPaths } from '../../../src/features/live/receive/receiver-state.ts';
import { openSharedDocuments } from '../../../src/features/live/shared/open-shared-documents.ts';
import { realSystem } from '../../../src/system/system.ts';
import { withExport } from './export-here.ts';
import { liveHere } from './live-here.ts';

test('events that cannot be written are shown with their codes, read again on demand, and end it with 4', async () => {
  await using systems = await withExport(['  waitForParent: 1s']);
  const here = liveHere(systems.pipeline);
  const running = here.live({ exportedAt: Date.now() + 60_000 });
  await systems.until(({ phase }) => phase === 'live', 'live');
  const [, port = ''] = /listen: .*port: (\d+)/.exec(readFileSync(systems.pipeline, 'utf8')) ?? [];
  const place = { folder: join(systems.folder, '.chatferry', 'move') };
  await using shared = await openSharedDocuments(place, realSystem);
  const url = `http://127.0.0.1:${port}${(await readPaths(shared))?.old}`;
  const tell = async (event: object): Promise<number> => {
    const body = JSON.stringify({
      cid: 'messaging:nobody-knows',
      created_at: new Date().toISOString(),
      ...event,
    });
    const signature = createHmac('sha256', 'a-secret-of-stream').update(body).digest('hex');
    const answer = await fetch(url, { method: 'POST', headers: { 'x-signature': signature }, body });
    return answer.status;
  };
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
