import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunError } from '../../src/errors/run-error.ts';
import { type Pipeline, parsePipeline } from '../../src/pipeline/pipeline.ts';
import { openSession } from '../../src/session/open-session.ts';
import { State } from '../../src/state/state.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';
import type { CommandContext } from '../../src/terminal/context.ts';

const KEY = { CHATFERRY_API_KEY: 'a'.repeat(40) };

/** Needs no service: a hosted target is only reached by the first request. */
const pipelineIn = (folder: string, appId: string): Pipeline =>
  parsePipeline(
    [
      'version: 1',
      'name: p',
      `target: { appId: ${appId}, baseUrl: 'https://127.0.0.1:1/v3', apiKey: { env: CHATFERRY_API_KEY } }`,
      'sources:',
      '  users: { path: users.csv }',
    ].join('\n'),
    join(folder, 'pipeline.yaml'),
    KEY,
  );

const context = (env: CommandContext['env'] = KEY) =>
  ({
    system: realSystem,
    env,
    commandLine: 'chatferry run',
    signal: new AbortController().signal,
  }) as CommandContext;

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    ({ code }: RunError) => code,
  );

test('a session closes in reverse order what it has opened, the lock last', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'session-'));
  const pipeline = pipelineIn(folder.path, 'a');
  const state = new State(pipeline.stateFolder, realFiles);
  {
    await using session = await openSession(pipeline, state, context());
    const ledger = await session.openLedger(await session.connect());
    expect(ledger.isEmpty).toBe(true);
    expect(await codeOf(openSession(pipeline, state, context()))).toBe('STATE.LOCKED');
  }
  expect(await readdir(state.paths.folder)).not.toContain('lock');
  // Nobody has asked by key, so there is no index.
  expect((await readdir(state.paths.folder)).filter((name) => name.startsWith('ledger'))).toEqual([
    'ledger.log',
  ]);
});

test('a failed step does not release the lock of the session', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'session-'));
  const pipeline = pipelineIn(folder.path, 'a');
  const state = new State(pipeline.stateFolder, realFiles);
  const begin = async (): Promise<void> => {
    await using session = await openSession(pipeline, state, context({}));
    await session.connect();
  };
  expect(await codeOf(begin())).toBe('AUTH.KEY_MISSING');
  expect(await readdir(state.paths.folder)).not.toContain('lock');
});

test('a retry shares the lock and the ledger with its run, and has a checkpoint of its own', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'session-'));
  const pipeline = pipelineIn(folder.path, 'a');
  const run = new State(pipeline.stateFolder, realFiles);
  const retry = run.retry;
  await using session = await openSession(pipeline, retry, context());
  const connection = await session.connect();
  await session.openLedger(connection);
  const checkpoint = await session.openCheckpoint(connection, { steps: [] }, 0);
  await retry.store.save(checkpoint);
  expect(await codeOf(openSession(pipeline, run, context()))).toBe('STATE.LOCKED');
  expect(await readdir(run.paths.folder)).toEqual(expect.arrayContaining(['ledger.log', 'lock', 'retry']));
  expect(await readdir(retry.paths.folder)).not.toContain('ledger.log');
  expect(await run.store.load()).toBeUndefined();
});

test('the ledger of another target is refused; a run that starts over renames it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'session-'));
  const [before, now] = [pipelineIn(folder.path, 'a'), pipelineIn(folder.path, 'b')];
  const state = new State(before.stateFolder, realFiles);
  {
    await using session = await openSession(before, state, context());
    const ledger = await session.openLedger(await session.connect());
    ledger.acknowledge('users', [
      { key: 'u', version: { content: 1, fixed: 1 }, active: true, origin: 'created' },
    ]);
  }
  await using session = await openSession(now, state, context());
  const connection = await session.connect();
  await expect(session.openLedger(connection)).rejects.toThrow('belongs to another target');
  expect((await session.openFreshLedger(connection)).isEmpty).toBe(true);
  expect(await readdir(state.paths.folder)).toContain('ledger.log.before');
});
