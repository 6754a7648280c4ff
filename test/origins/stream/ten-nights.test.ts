import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pullOrigin } from '../../../src/pipeline/pull/pull-origin.ts';
import { realSystem } from '../../../src/system/system.ts';
import { pick, seeded } from '../../support/random.ts';
import { type FakeStream, fakeStream } from './fake-stream.ts';
import { never, opened } from './reading.ts';
import { appOf, changes, type StreamApp } from './stream-app.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const START = Date.parse('2026-03-01T02:00:00Z');
const AGAIN = { overlapMs: DAY, recheckMs: 7 * DAY, fullMs: 30 * DAY };

/** One pull into a folder, as if it were that time. */
async function pull(fake: FakeStream, folder: string, now: number): Promise<void> {
  await using origin = opened(fake);
  const sleep = async (): Promise<void> => {};
  await pullOrigin({
    system: 'stream',
    tellsChanges: false,
    again: AGAIN,
    shown: fake.address,
    app: undefined,
    choice: '',
    mode: 'again',
    prepared: folder,
    outside: { ...realSystem, clock: { ...realSystem.clock, now: () => now, sleep } },
    signal: never,
    say: () => {},
    pulling: () => {},
    hold: async () => ({ folder, assertHeld: () => {}, [Symbol.asyncDispose]: async () => {} }),
    account: async () => ({ names: {}, secrets: {}, by: 'auto' }),
    open: () => ({
      origin,
      counts: () => ({ requests: 0, bytes: 0 }),
      [Symbol.asyncDispose]: async () => {},
    }),
  });
}

type Line = { readonly list: string; readonly of?: string; readonly row: Readonly<Record<string, unknown>> };

function linesIn(folder: string): readonly Line[] {
  const entries = readdirSync(join(folder, 'pulled'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    if (!entry.isFile()) return [];
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    return textOf(bytes)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  });
}

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** All frames of a file. */
function textOf(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(MAGIC, at + 4);
    const end = next < 0 ? bytes.length : next;
    text += zstdDecompressSync(bytes.subarray(at, end)).toString();
    at = end;
  }
  return text;
}

/** What the records say that there is. */
function recorded(folder: string) {
  const lines = linesIn(folder);
  const gone = new Set(lines.filter(({ list }) => list === 'gone').map(({ row }) => row['id']));
  const messages = lines.flatMap(({ list, row }) =>
    list === 'messages' ? [(row['message'] ?? row) as Line['row']] : [],
  );
  const ids = messages.map(({ id }) => id);
  expect(new Set(ids).size, 'each message once').toBe(ids.length);
  return {
    users: Object.fromEntries(
      lines.filter(({ list }) => list === 'users').map(({ row }) => [row['id'], row['name']]),
    ),
    channels: lines
      .filter(({ list }) => list === 'conversations')
      .map(({ row }) => (row['channel'] as Line['row'])['cid'])
      .sort(),
    members: lines
      .filter(({ list }) => list === 'members')
      .map(({ of, row }) => `${of} ${row['user_id']}`)
      .sort(),
    messages: Object.fromEntries(
      messages
        .filter(({ id, type }) => type !== 'deleted' && !gone.has(id))
        .map(({ id, text, latest_reactions: reactions }) => [id, [text, (reactions as unknown[]).length]]),
    ),
  };
}

/** What there is. */
const truthOf = (app: StreamApp) => ({
  users: Object.fromEntries([...app.users].map(([id, { name }]) => [id, name])),
  channels: [...app.channels.keys()].sort(),
  members: [...app.members]
    .flatMap(([cid, members]) => members.map(({ user_id: id }) => `${cid} ${id}`))
    .sort(),
  messages: Object.fromEntries(
    [...app.messages.values()]
      .filter(({ type }) => type !== 'deleted')
      .map(({ id, text }) => [id, [text, app.reactions.filter(({ message_id: of }) => of === id).length]]),
  ),
});

test.each([1, 2, 3])('ten nights with stops have what the app has, seed %i', async (seed) => {
  const random = seeded(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const one = <T>(of: readonly T[]): T => pick(random, of);
  const people = ['ann', 'bob', 'cy', 'dee', 'eve'];
  const app = appOf(
    people.map((id) => ({ type: 'user', item: { id, name: id, created_at: '2025-01-01T00:00:00Z' } })),
  );
  const did = changes(app);
  await using fake = await fakeStream({ app });
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-nights-'));
  for (let n = 0; n < 5; n++) did.open(`messaging:c-${n}`, people, START - 90 * DAY + n);
  let written = 0;
  const write = (now: number): void =>
    did.write(one([...app.channels.keys()]), `m-${written++}`, one(people), now);
  for (let n = 0; n < 400; n++) write(START - 60 * DAY + n * HOUR);
  for (let night = 0; night < 10; night++) {
    const now = START + night * DAY;
    // Only what a night promises to see: the last days, and no answers to what is older.
    const recent = [...app.messages.values()].filter(
      ({ type, parent_id: of, created_at }) =>
        type !== 'deleted' && of === undefined && Date.parse(created_at) > now - 6 * DAY,
    );
    const ids = recent.map(({ id }) => id);
    for (let n = 0; n < 12; n++) write(now - below(20) * HOUR);
    for (let n = 0; n < 3 && ids.length > 8; n++) {
      const parent = app.messages.get(one(ids));
      if (parent)
        did.write(parent.cid, `m-${written++}`, one(people), now - HOUR, {
          parent_id: parent.id,
          type: 'reply',
        });
      did.edit(one(ids), `edited in night ${night}`, now - HOUR);
      did.remove(one(ids), now - HOUR);
      did.react(one(ids), one(people), `type-${night}-${n}`, now - HOUR);
      const erased = one(ids);
      if (![...app.messages.values()].some(({ parent_id: of }) => of === erased)) did.erase(erased);
    }
    did.rename(one(people), `name ${night}`, now);
    const left = one([...app.channels.keys()]);
    if ((app.members.get(left)?.length ?? 0) > 2) did.leave(left, one(app.members.get(left) ?? []).user_id);
    did.open(`messaging:night-${night}`, [one(people), one(people)], now - 2 * HOUR);
    if (night === 6) did.drop('messaging:c-1');
    let stops = 0;
    fake.fault = () => (random() < 0.15 ? { status: 401, body: { code: 5, message: 'no' } } : undefined);
    for (;;)
      try {
        await pull(fake, folder.path, now);
        break;
      } catch (error) {
        expect(error).toMatchObject({ code: 'PULL.AUTH' });
        if (stops++ === 20) fake.fault = undefined;
      }
    expect(recorded(folder.path), `night ${night}`).toEqual(truthOf(app));
  }
});
