import { join } from 'node:path';
import { openPipeline } from '../../pipeline/code/open-pipeline.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { StatePlace } from '../../pipeline/state-place.ts';
import type { CommandContext } from '../../terminal/context.ts';

/** A pipeline whose state folder has what is kept of it, and the context to work on it with; dispose of it last. */
export type Kept<T = Pipeline> = AsyncDisposable & {
  readonly pipeline: T;
  /** Its files and its lock are those of the state, wherever that is. */
  readonly context: CommandContext;
};

/**
 * Opens a pipeline and its state.
 * @param reference the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.SERVER_*`
 */
export async function openKept(reference: string, context: CommandContext): Promise<Kept> {
  return await keepState(await openPipeline(reference, context), context);
}

/**
 * Opens the state of a pipeline: a folder is there already, and of what a server keeps the folder becomes a copy.
 * @throws RunError `STATE.SERVER_*`
 */
export async function keepState<T extends Pick<StatePlace, 'stateFolder' | 'stateServer'>>(
  pipeline: T,
  context: CommandContext,
): Promise<Kept<T>> {
  const { stateFolder, stateServer } = pipeline;
  if (!stateServer) return { pipeline, context, [Symbol.asyncDispose]: async () => {} };
  // Loaded here: no other pipeline needs it.
  const { openServerState } = await import('../../files/server/open-server-state.ts');
  const opened = await openServerState(stateServer.server, stateServer.name, stateFolder, context.system);
  return {
    pipeline,
    context: { ...context, system: opened.system },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/**
 * The same pipeline with a state of its own below that of the pipeline, with its own lock: one of its shards.
 * @param name such as `shards/0`; only what is in `shards/` is left out of the state above
 */
export const withStateBelow = (pipeline: Pipeline, name: `shards/${number}`): Pipeline => ({
  ...pipeline,
  stateFolder: join(pipeline.stateFolder, name),
  ...(pipeline.stateServer
    ? { stateServer: { ...pipeline.stateServer, name: `${pipeline.stateServer.name}/${name}` } }
    : {}),
});
