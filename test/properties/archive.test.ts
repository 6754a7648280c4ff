import { existsSync } from 'node:fs';
import { appendFile, mkdtempDisposable, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StepState } from '../../src/delivery/checkpoint.ts';
import { RunError } from '../../src/errors/run-error.ts';
import { State } from '../../src/state/state.ts';
import { realSystem } from '../../src/system/system.ts';
import { sized } from '../support/long-form.ts';
import { ImportModel } from './import-model.ts';
import { Killed, runProcess, type Settings, type Stop } from './simulated-process.ts';

/** In memory if the system has such a folder, because there are thousands of synced writes. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const OLD = 1_000_000_000;
const SETTINGS: Settings = {
  width: 2,
  chunk: 3,
  spare: 0,
  batch: 4,
  commitEveryMs: 0,
  formats: ['ndjson'],
  files: 1,
};

const line = (muid: string, sentAt: number, more: object = {}): string =>
  `${JSON.stringify({ muid, sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt, text: `text of ${muid}`, ...more })}\n`;

const PAIRS = 5;

/** As many old messages as new ones, mixed; one of the old ones is there twice, one with other content. */
function messages(): string {
  const pairs = Array.from(
    { length: PAIRS },
    (_, at) =>
      line(`old-${at}`, OLD + at, { tags: ['a|b', 'ü'], metadata: { at } }) +
      line(`new-${at}`, 4_000_000_000),
  );
  return (
    pairs.join('') +
    line('old-3', OLD + 3, { tags: ['a|b', 'ü'], metadata: { at: 3 } }) +
    line('old-4', OLD + 4, { text: 'another text' })
  );
}

async function prepared(folder: string, retention: string): Promise<void> {
  await writeFile(join(folder, 'users.csv'), 'uid,name\nann,Ann\nben,Ben\n');
  await writeFile(join(folder, 'messages.ndjson'), messages().replaceAll('4000000000', '1750000000'));
  await writeFile(
    join(folder, 'pipeline.yaml'),
    `version: 1\nname: case\ntarget: sandbox\nsources:\n  users: { path: users.csv }\n  messages: { path: messages.ndjson }\nretention: ${retention}\n`,
  );
}

const model = (): ImportModel =>
  new ImportModel(
    () => 'none',
    async () => {},
  );
const ARCHIVE = '{ messagesOlderThanDays: 9000, policy: archive }';
const archiveIn = (folder: string): string => join(folder, '.chatferry/case/archive/messages.ndjson');
const messagesIn = async (folder: string): Promise<StepState | undefined> =>
  (await new State(join(folder, '.chatferry/case'), realSystem.files).store.load())?.steps.messages;
const keysOf = (text: string): string[] =>
  text.split('\n').flatMap((each) => (each ? [(JSON.parse(each) as { muid: string }).muid] : []));
const WANTED = [...Array.from({ length: PAIRS }, (_, at) => `old-${at}`), 'old-4'];

beforeAll(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
});

test.concurrent.each(['kill', 'disk', 'signal'] as const)(
  'whatever stops a run (%s), each old message is in the archive once and in no request',
  async (kind) => {
    let points = 0;
    for (let ended = true; ended; points += sized(3, 1)) {
      await using folder = await mkdtempDisposable(join(ROOT, 'chatferry-'));
      await prepared(folder.path, ARCHIVE);
      const service = model();
      const reported = { exists: new Set<string>() };
      const stop: Stop = { kind, after: points, torn: true };
      const error = await runProcess(folder.path, service, SETTINGS, stop, reported).catch((e: unknown) => e);
      ended = error instanceof Error;
      if (ended && !(error instanceof Killed) && !(error instanceof RunError)) throw error;
      const path = archiveIn(folder.path);
      if (kind === 'kill' && existsSync(path) && !(await messagesIn(folder.path))?.done)
        await appendFile(path, '{"muid":"half');
      const { steps } = await runProcess(folder.path, service, SETTINGS, undefined, reported);
      const text = await readFile(path, 'utf8');
      expect(keysOf(text), `stopped at ${points}`).toEqual(WANTED);
      expect(steps.messages).toMatchObject({
        archived: Buffer.byteLength(text),
        counts: { read: 2 * PAIRS + 2, created: PAIRS, skipped: PAIRS + 2, rejected: 0 },
        skipped: { retention: PAIRS + 2 },
        tooOld: { count: PAIRS + 2, oldest: OLD },
      });
      expect([...service.rows.messages.keys()].sort()).toEqual(
        Array.from({ length: PAIRS }, (_, at) => `new-${at}`).sort(),
      );
      expect([(await stat(path)).mode & 0o777, (await stat(join(path, '..'))).mode & 0o777]).toEqual([
        0o600, 0o700,
      ]);
    }
    expect(points).toBeGreaterThan(20);
  },
);

test('the archive is input for another pipeline: its rows land as those of the source would have', async () => {
  await using folder = await mkdtempDisposable(join(ROOT, 'chatferry-'));
  const reported = { exists: new Set<string>() };
  const direct = model();
  await prepared(folder.path, '{ policy: allow }');
  await runProcess(folder.path, direct, SETTINGS, undefined, reported);

  await using other = await mkdtempDisposable(join(ROOT, 'chatferry-'));
  await prepared(other.path, ARCHIVE);
  await runProcess(other.path, model(), SETTINGS, undefined, reported);
  const kept = await readFile(archiveIn(other.path), 'utf8');
  // Of two messages with one key, a migration takes the first.
  await prepared(folder.path, '{ policy: allow }');
  await writeFile(join(folder.path, 'messages.ndjson'), kept);
  const pipeline = join(folder.path, 'pipeline.yaml');
  await writeFile(pipeline, (await readFile(pipeline, 'utf8')).replace('name: case', 'name: later'));
  const later = model();
  await runProcess(folder.path, later, SETTINGS, undefined, reported);
  for (const [key, row] of later.rows.messages) expect(row).toEqual(direct.rows.messages.get(key));
  expect([...later.rows.messages.keys()]).toEqual(WANTED.slice(0, PAIRS));
});

test('an archive that is shorter than the checkpoint knows is an error, not a smaller archive', async () => {
  let tried = 0;
  for (let after = 10; tried === 0; after++) {
    await using folder = await mkdtempDisposable(join(ROOT, 'chatferry-'));
    await prepared(folder.path, ARCHIVE);
    const reported = { exists: new Set<string>() };
    const stop: Stop = { kind: 'kill', after, torn: false };
    await expect(runProcess(folder.path, model(), SETTINGS, stop, reported)).rejects.toThrow(Killed);
    if (!((await messagesIn(folder.path))?.archived ?? 0)) continue;
    tried++;
    await truncate(archiveIn(folder.path), 10);
    await expect(runProcess(folder.path, model(), SETTINGS, undefined, reported)).rejects.toThrow(
      expect.objectContaining({ code: 'STATE.CORRUPT' }),
    );
  }
});
