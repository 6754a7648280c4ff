import { join } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import { requireOwnFolder } from '../files/own-folder.ts';
import type { OpenServerState } from '../files/server/open-server-state.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { readStatePlace, type StateOnServer, type StatePlace } from '../pipeline/state-place.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { fromHere } from '../terminal/printable.ts';
import { State } from './state.ts';

/** The parts of a context that a state is opened with. */
type Opening = Runtime & Pick<Stderr, 'err'>;

/** A pipeline whose state folder has what is kept of it, and the context to work on it with; dispose of it last. */
export type Kept<T = Pipeline, C = Opening> = AsyncDisposable & {
  readonly pipeline: T;
  /** State in that folder. */
  readonly state: State;
  /** Its files and its lock are those of the state, wherever that is. */
  readonly context: C;
  /** Brings a copy up to date, for who looks again and again. @throws RunError `STATE.SERVER_*` */
  readonly refresh: () => Promise<void>;
};

/**
 * Opens a pipeline and its state.
 * @param reference the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.SERVER_*`
 */
export async function openKept<C extends Opening>(reference: string, context: C): Promise<Kept<Pipeline, C>> {
  // Loaded when it is needed: it takes longer than everything else of a command that reads the state alone.
  const { openPipelineFile } = await import('../pipeline/code/open-pipeline.ts');
  return await keepState(await openPipelineFile(reference, context), context);
}

/**
 * Opens the state of a pipeline for a command that reads nothing else of it.
 * @param reference the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.SERVER_*`
 */
export async function openPlace<C extends Opening>(
  reference: string,
  context: C,
): Promise<Kept<StatePlace, C>> {
  const place = readStatePlace(reference);
  if (place) return inFolder(place, context);
  return await openKept(reference, context);
}

/**
 * Opens the state of a pipeline: a folder is there already, and of what a server keeps the folder becomes a copy.
 * @throws RunError `STATE.SERVER_*`
 */
export async function keepState<T extends Pick<StatePlace, 'stateFolder' | 'stateServer'>, C extends Opening>(
  pipeline: T,
  context: C,
): Promise<Kept<T, C>> {
  const { stateFolder, stateServer } = pipeline;
  if (!stateServer) return inFolder(pipeline, context);
  // Loaded here: no other pipeline needs it.
  const { openServerState } = await import('../files/server/open-server-state.ts');
  const { server, name } = stateServer;
  await using opening = new AsyncDisposableStack();
  const opened = opening.use(await openServerState(server, name, stateFolder, context.system));
  if (opened.isNew) await adoptBefore(stateServer, opened, context);
  opening.move();
  return {
    pipeline,
    state: new State(stateFolder, opened.system.files),
    context: { ...context, system: opened.system },
    refresh: opened.refresh,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/**
 * A pipeline whose state was in a folder until now goes on with that. Where nothing has it, nothing is done.
 * @throws RunError `STATE.NOT_OWN`, `STATE.SHARDED`, those of `adoptFolder`
 */
async function adoptBefore(
  { server, before }: StateOnServer,
  { adopt }: OpenServerState,
  { system, err }: Opening,
): Promise<void> {
  const { files } = system;
  if (before === undefined) return;
  const state = new State(before, files);
  if (![state.paths.checkpoint, state.paths.ledger].some((path) => files.existsSync(path))) return;
  await requireOwnFolder(before, files);
  // Shards have states of their own, which would stay behind.
  if (state.isDivided)
    throw new RunError(
      'STATE.SHARDED',
      `the run in ${fromHere(before)} is divided among shards that are not joined yet`,
      {
        hint: 'remove  state:  from the pipeline, finish the run, and add it again',
      },
    );
  const moved = await adopt(before);
  if (moved !== undefined)
    err(
      `the state in ${fromHere(before)} was moved to ${server.shown}; the folder is ${fromHere(moved)} now\n`,
    );
}

/** A state that is kept in a folder needs nothing. */
const inFolder = <T extends Pick<StatePlace, 'stateFolder'>, C extends Opening>(
  pipeline: T,
  context: C,
): Kept<T, C> => ({
  pipeline,
  state: new State(pipeline.stateFolder, context.system.files),
  context,
  refresh: async () => {},
  [Symbol.asyncDispose]: async () => {},
});

/**
 * The same pipeline with a state of its own below that of the pipeline, with its own lock: one of its shards.
 * @param name such as `shards/0`; only what is in `shards/` is left out of the state above
 */
export const withStateBelow = (pipeline: Pipeline, name: `shards/${number}`): Pipeline => ({
  ...pipeline,
  stateFolder: join(pipeline.stateFolder, name),
  ...(pipeline.stateServer
    ? {
        stateServer: {
          server: pipeline.stateServer.server,
          name: `${pipeline.stateServer.name}/${name}`,
        },
      }
    : {}),
});
