import type { Checkpoint } from '../../../delivery/checkpoint.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { ReferredName } from '../../../input/entities/entity.ts';
import { KeyIndex } from '../../../keys/key-index.ts';
import { kindOf } from '../../../ledger/join-logs.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { keyFilesIn } from '../../../state/claims.ts';
import { isDone } from '../../../state/state.ts';
import type { Questions, Runtime, Stderr } from '../../../terminal/context.ts';
import { clearShards } from './clear-shards.ts';
import { buildIndex } from './index/build-index.ts';
import { readIndex, saveIndex, shardsFolder } from './index/shard-index.ts';
import { namesBefore, shardedNames, shardsOf } from './stages.ts';
import { onMainState, type StageOptions, tooEarly } from './write-entities.ts';

/**
 * Divides the rows of messages, and of what hangs on them, among the shards; nothing if that is done. From then on, the
 * messages are written by the shards.
 * @throws RunError `RUN.UNFINISHED` if an entity before messages is not done, `CONFIG.SHARDS` if some messages were written
 *   without shards, `STATE.*`, `SOURCE.*`
 */
export async function makeIndex(
  pipeline: Pipeline,
  options: StageOptions,
  context: Runtime & Stderr & Questions,
): Promise<void> {
  const shards = shardsOf(pipeline);
  const { stateFolder } = pipeline;
  const { random } = context.system;
  await onMainState(pipeline, options, context, async ({ session, plan, checkpoint, ledger }) => {
    const { files } = session.system;
    const open = namesBefore(pipeline).find((name) => checkpoint.steps[name]?.done === false);
    if (open) throw tooEarly(`${open} are not written yet`, options.file);
    const before = await readIndex(stateFolder, files);
    if (before?.lineage === checkpoint.lineage || isDone(checkpoint)) return;
    refuseBegun(checkpoint, ledger);
    const folder = shardsFolder(stateFolder);
    await clearShards(pipeline, Math.max(shards, before?.shards ?? 0), context);
    await files.rm(folder, { recursive: true, force: true });
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
    const keyFileOf = keyFilesIn(session.state, files);
    const keysOf = async (name: ReferredName): Promise<KeyIndex> => {
      const keys = new KeyIndex();
      await keyFileOf(name).restore(keys, checkpoint.steps[name]?.keyBytes ?? 0);
      return keys;
    };
    const keys = { users: await keysOf('users'), groups: await keysOf('groups') };
    const found = await buildIndex(plan, { shards, folder, files, keys, signal: context.signal });
    const index = { version: 1, id: random.uuid(), lineage: checkpoint.lineage, shards } as const;
    const kind = kindOf(session.state.ledger, session.system);
    await saveIndex(stateFolder, { ...index, ledger: kind, ...found }, files);
  });
}

/** @throws RunError `CONFIG.SHARDS` */
function refuseBegun({ steps }: Checkpoint, ledger: Ledger): void {
  const name = shardedNames.find((each) => {
    const step = steps[each];
    return (step && (step.sentHigh > 0 || step.counts.read > 0)) || ledger.count(each) > 0;
  });
  if (name)
    throw new RunError('CONFIG.SHARDS', `some ${name} were already written by a run without shards`, {
      hint: 'continue without shards:  chatferry run <pipeline>',
    });
}
