import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeadEvents, deadEventsName, type KeptDead } from '../../../src/features/live/lane/dead-events.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import { realFiles } from '../../../src/system/files.ts';

const letter = (seq: number, code: string, body: Buffer = Buffer.from(`event ${seq}`)): KeptDead => ({
  dead: { side: 'old', seq, code, message: 'why', about: `messages m-${seq}`, at: 5 },
  event: { side: 'old', seq, receivedAt: 4, headers: { 'x-webhook-id': `w${seq}` }, body },
  conversation: `c-${seq}`,
});

describe('dead events', () => {
  let folder: string;
  const opened = () => DeadEvents.open(fileState(folder, realFiles), 'old');
  const none: ReadonlySet<number> = new Set();

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chatferry-dead-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('are there in the next process, byte by byte', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe, 0x0a, 0x22]);
    await opened().change([letter(1, 'LIVE.EVENT_UNKNOWN'), letter(2, 'LIVE.EVENT_MALFORMED', bytes)], none);
    const again = opened();
    expect(again.shown.map(({ seq, code }) => `${seq} ${code}`)).toEqual([
      '1 LIVE.EVENT_UNKNOWN',
      '2 LIVE.EVENT_MALFORMED',
    ]);
    expect(again.holds('c-2')).toBe(true);
    expect(again.want('LIVE.EVENT_MALFORMED')).toBe(1);
    const [event] = again.takeWanted(10);
    expect(event).toEqual(letter(2, '', bytes).event);
    expect(again.takeWanted(10)).toEqual([]);
  });

  test('leave once they were written, and come back with a new reason', async () => {
    const letters = opened();
    await letters.change([letter(1, 'A'), letter(2, 'B'), letter(3, 'B')], none);
    await letters.change([letter(3, 'C')], new Set([2, 3]));
    expect(opened().shown.map(({ seq, code }) => `${seq} ${code}`)).toEqual(['1 A', '3 C']);
    expect(letters.holds('c-2')).toBe(false);
    await letters.change([letter(4, 'D')], none);
    expect(opened().shown).toHaveLength(3);
  });

  test('are whole, although a kill has left half a line', async () => {
    await opened().change([letter(1, 'A')], none);
    const path = join(folder, deadEventsName('old'));
    appendFileSync(path, '{"_code":"B","_seq":');
    const letters = opened();
    expect(letters.shown).toHaveLength(1);
    await letters.change([letter(2, 'B')], none);
    expect(opened().shown.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2);
  });
});
