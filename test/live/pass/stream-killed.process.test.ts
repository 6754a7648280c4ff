import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { LaneWork } from '../../../src/features/live/pass/lane-writer.ts';
import type { StreamHere } from '../../origins/stream/stream-here.ts';
import { sized } from '../../support/long-form.ts';
import { message, oldStream, people } from './stream-side.ts';

const SCRIPT = fileURLToPath(new URL('write-work.ts', import.meta.url));

/** Writes work in a process; a hook may kill it. */
async function written(
  { here, fake }: StreamHere,
  work: LaneWork,
  fault: (kill: () => void, count: number) => { lost: true } | undefined,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const path = join(here.folder, 'work.json');
  writeFileSync(path, JSON.stringify(work));
  const child = spawn(process.execPath, [SCRIPT, here.pipeline, 'old', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk;
  });
  let writes = 0;
  fake.fault = ({ method, parts }) => {
    const isRead = method === 'GET' || (parts.length === 1 && parts[0] === 'channels');
    return isRead ? undefined : fault(() => child.kill('SIGKILL'), ++writes);
  };
  const [code] = (await once(child, 'close')) as [number | null];
  fake.fault = undefined;
  return { code, ...said };
}

const changes: LaneWork = {
  rows: { messages: [message('new-1', 'edited'), message('new-3', 'third')] },
  removals: [
    { entity: 'reactions', key: 'ben love new-1' },
    { entity: 'messages', key: 'new-2' },
  ],
  how: 'send',
};
const WORK = [{ rows: people, removals: [], how: 'send' }, changes] as const satisfies readonly LaneWork[];

test('rows are in the app once, whenever the process is killed', async () => {
  let kills = 0;
  for (const isDone of [true, false])
    for (const at of sized([3, 7], [1, 2, 3, 4, 5, 6, 7, 8, 9])) {
      await using old = await oldStream();
      const { app, writes } = old.fake;
      for (const work of WORK) {
        const first = await written(old, work, (kill, count) => {
          if (count !== at) return undefined;
          kill();
          return isDone ? { lost: true } : undefined;
        });
        if (first.code === null) kills++;
        const second = await written(old, work, () => undefined);
        expect([second.code, second.err]).toEqual([0, '']);
        const outcomes = JSON.parse(second.out) as readonly string[];
        expect(
          outcomes.filter((each) => !/ (?:created|updated|exists|unchanged|removed|gone)$/.test(each)),
        ).toEqual([]);
      }
      const counted = Map.groupBy(writes.events, ({ type }) => type);
      const ids = (type: string): readonly unknown[] =>
        (counted.get(type) ?? []).map(({ message: of }) => (of as { id: string }).id).sort();
      expect(ids('message.new'), `${isDone} ${at}`).toEqual(['new-1', 'new-2', 'new-3']);
      expect(ids('message.deleted')).toEqual(['new-2']);
      expect(new Set(ids('message.updated'))).toEqual(new Set(['new-1']));
      expect(counted.get('member.added')).toHaveLength(2);
      expect(counted.get('channel.created')).toHaveLength(1);
      expect(counted.get('reaction.new')).toHaveLength(1);
      expect(app.reactions).toEqual([]);
      expect(app.messages.get('new-1')).toMatchObject({ text: 'edited' });
      expect(app.messages.get('new-2')).toMatchObject({ type: 'deleted' });
    }
  expect(kills).toBeGreaterThan(sized(5, 20));
});
