import { existsSync } from 'node:fs';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../../src/delivery/checkpoint.ts';
import { RunError } from '../../src/errors/run-error.ts';
import { fileState } from '../../src/files/state/file-state.ts';
import { memoryState } from '../../src/files/state/memory-state.ts';
import type { StateStore } from '../../src/files/state/state-store.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { checkpointStore } from '../../src/state/checkpoint-store.ts';
import { LEDGER_NAME } from '../../src/state/kept-names.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';
import { sized } from '../support/long-form.ts';
import { ImportModel } from './import-model.ts';
import { Killed, runProcess, type Settings, type Stop } from './simulated-process.ts';

/** In memory if the system has such a folder. */
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

/** Users of which some are wrong, and messages of which some are old and some refer to a user that is wrong. */
async function prepared(folder: string): Promise<void> {
  const numbers = Array.from({ length: 6 }, (_, at) => at);
  const users = numbers.map((at) => `u${at},${at % 4 === 1 ? '' : `"Name, ${at}"`}\n`).join('');
  const lines = numbers.map((at) => {
    const sentAt = at % 3 === 0 ? OLD : 1_750_000_000;
    const row = { muid: `m${at}`, sender: `u${at}`, receiver: 'u0', receiverType: 'user', sentAt, text: 'é' };
    return `${JSON.stringify(row)}\n`;
  });
  await writeFile(join(folder, 'users.csv'), `uid,name\n${users}`);
  await writeFile(join(folder, 'messages.ndjson'), lines.join(''));
  await writeFile(
    join(folder, 'pipeline.yaml'),
    'version: 1\nname: case\ntarget: sandbox\nsources:\n  users: { path: users.csv }\n  messages: { path: messages.ndjson }\n' +
      'retention: { messagesOlderThanDays: 9000, policy: archive }\n',
  );
}

const stateIn = (kept: StateStore) => ({
  kept,
  store: checkpointStore(kept),
  ledger: { state: kept, name: LEDGER_NAME, index: ':memory:' },
});

const model = (): ImportModel =>
  new ImportModel(
    () => 'none',
    async () => {},
  );

/** What a checkpoint claims of logs, by name. */
function claimed(kept: StateStore, { steps }: Checkpoint): Record<string, string> {
  const logs: Record<string, number> = { 'archive/messages.ndjson': steps.messages?.archived ?? 0 };
  for (const [entity, step] of Object.entries(steps)) {
    logs[`keys/${entity}.bin`] = step.keyBytes;
    for (const [name, bytes] of Object.entries(step.rejects)) logs[`rejects/${name}`] = bytes;
  }
  return Object.fromEntries(
    Object.entries(logs).map(([name, bytes]) => {
      using log = kept.read(name);
      const found = Buffer.alloc(bytes);
      expect([name, log?.read(found, 0) ?? 0]).toEqual([name, bytes]);
      return [name, found.toString('hex')];
    }),
  );
}

/** What a checkpoint says of the rows. */
const outcomesOf = ({ steps }: Checkpoint) =>
  Object.values(steps).map(({ counts, problems, at, done }) => ({ counts, problems, at, done }));

/** What a process leaves that ended while it appended. */
async function tear(kept: StateStore): Promise<void> {
  for (const name of [
    'keys/users.bin',
    'keys/messages.bin',
    'rejects/users.csv',
    'archive/messages.ndjson',
  ]) {
    const bytes = await kept.bytesOf(name);
    if (bytes) await kept.append(name, '{"half', bytes);
  }
}

/** What an undisturbed run leaves in files. */
async function undisturbed(folder: string) {
  const service = model();
  const checkpoint = await runProcess(folder, service, SETTINGS, undefined, { exists: new Set() });
  const kept = fileState(join(folder, '.chatferry/case'), realFiles);
  return { outcomes: outcomesOf(checkpoint), logs: claimed(kept, checkpoint), rows: service.rows };
}

test.concurrent.each(['kill', 'disk', 'signal'] as const)(
  'a run with its state in memory, whatever stops it (%s), goes on and keeps what a run in files keeps',
  async (kind) => {
    await using other = await mkdtempDisposable(join(ROOT, 'chatferry-'));
    await prepared(other.path);
    const expected = await undisturbed(other.path);
    expect(Object.keys(expected.logs)).toContain('rejects/users.csv');
    let points = 0;
    for (let ended = true; ended; points += sized(3, 1)) {
      await using folder = await mkdtempDisposable(join(ROOT, 'chatferry-'));
      await prepared(folder.path);
      const kept = memoryState();
      const [service, reported] = [model(), { exists: new Set<string>() }];
      const process = (stop?: Stop) =>
        runProcess(folder.path, service, SETTINGS, stop, reported, stateIn(kept));
      const error = await process({ kind, after: points, torn: false }).catch((thrown: unknown) => thrown);
      ended = error instanceof Error;
      if (ended && !(error instanceof Killed) && !(error instanceof RunError)) throw error;
      if (ended && kind === 'kill' && !(await stateIn(kept).store.load())?.steps.messages?.done)
        await tear(kept);
      const checkpoint = await process();
      expect(outcomesOf(checkpoint), `stopped at ${points}`).toEqual(expected.outcomes);
      expect(claimed(kept, checkpoint)).toEqual(expected.logs);
      expect(service.rows).toEqual(expected.rows);
      using ledger = new Ledger(stateIn(kept).ledger, realSystem);
      for (const uid of service.rows.users.keys()) expect(ledger.find('users', uid)?.origin).toBe('created');
      const state = join(folder.path, '.chatferry/case');
      const left = await readdir(state, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    }
    expect(points).toBeGreaterThan(20);
  },
);
