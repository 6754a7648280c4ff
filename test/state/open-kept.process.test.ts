import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../src/files/lock.ts';
import { openPipelineFile } from '../../src/pipeline/code/open-pipeline.ts';
import { keepState, withStateBelow } from '../../src/state/open-kept.ts';
import { realSystem } from '../../src/system/system.ts';
import type { CommandContext } from '../../src/terminal/context.ts';
import { workspace } from '../e2e/workspace.ts';
import { rowsOf, startPostgres } from '../support/postgres.ts';

test('a shard has a state of its own below that of its pipeline, with a lease of its own', async () => {
  await using server = await startPostgres();
  const url = await server.database();
  using space = workspace();
  const file = space.pipeline({ rest: `state: "${url}"` });
  const env = { XDG_CACHE_HOME: join(space.folder, 'cache') };
  const pipeline = await openPipelineFile(file, { env, allowCode: false });
  const context = { system: realSystem, env } as unknown as CommandContext;
  await using main = await keepState(pipeline, context);
  const states = [main, await keepState(withStateBelow(pipeline, 'shards/0'), main.context)];
  await using opened = new AsyncDisposableStack();
  for (const state of states) {
    opened.use(state);
    const { system } = state.context;
    const { paths } = state.state;
    await state.state.make();
    opened.use(await takeLock(paths.lock, 'a test', system));
    await system.files.writeFile(paths.plan, state.pipeline.stateFolder, { mode: 0o600 });
  }
  const holders = await rowsOf(url, 'SELECT name, epoch, holder FROM chatferry_states ORDER BY name');
  expect(holders).toEqual([
    { name: 'e2e', epoch: '1', holder: expect.stringContaining('a test') },
    { name: 'e2e/shards/0', epoch: '1', holder: expect.stringContaining('a test') },
  ]);
  await opened.disposeAsync();
  const files = await rowsOf(url, 'SELECT state, path FROM chatferry_files ORDER BY state');
  expect(files).toEqual([
    { state: 'e2e', path: 'plan.json' },
    { state: 'e2e/shards/0', path: 'plan.json' },
  ]);
  // Who opens the state above again leaves that of the shard alone.
  await using _again = await keepState(pipeline, context);
  expect(existsSync(join(pipeline.stateFolder, 'shards/0/plan.json'))).toBe(true);
});
