import { createSecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { cannotWrite, RunError } from '../../../errors/run-error.ts';
import { takeLock } from '../../../files/lock.ts';
import { requireOwnFolder } from '../../../files/own-folder.ts';
import { makeFolder } from '../../../files/private-file.ts';
import { inUrl } from '../../../pipeline/live/live-fault.ts';
import type { Runtime } from '../../../terminal/context.ts';
import { inboxPlaceOf } from '../inbox/inbox-place.ts';
import { openSharedDocuments } from '../shared/open-shared-documents.ts';
import type { Side } from '../side.ts';
import { type LivePipeline, openSides, type Sides } from '../sides/open-sides.ts';
import type { TlsFiles } from './hook-server.ts';
import type { ReceiverNews } from './receiver-news.ts';
import { type ReceiverNumbers, receiverNumbers } from './receiver-numbers.ts';
import { ensurePaths, receiverFolderOf, receiverLockOf } from './receiver-state.ts';
import { ReceiverTally, type SideCounts } from './tally.ts';
import type { ReceiverStart, ThreadCall, ThreadReport, ThreadSecrets } from './thread-calls.ts';

/** A receiver at work. Disposing of it answers what is under way, and refuses everything else. */
export interface LiveReceiver extends AsyncDisposable {
  /** The address that it listens on, without a path. */
  readonly address: string;
  /** The secret ends of the addresses that events come to. */
  readonly paths: Readonly<Record<Side, string>>;
  /** Numbers of a side since the first receiver of the state. */
  counts(side: Side): SideCounts;
  /** Those of both sides together. */
  readonly numbers: ReceiverNumbers;
  /** Resolves when it is disposed of. @throws RunError if it ended by itself: `STATE.LOCK_LOST`, `BUG.UNEXPECTED` */
  readonly ended: Promise<void>;
  /** Reads secrets and the files of TLS again; what cannot be read stays as it is, and is told. */
  reload(): Promise<void>;
}

export type ReceiverOptions = {
  readonly pipeline: LivePipeline;
  readonly sides: Sides;
  /** Hears what a person should hear. */
  readonly told: (news: ReceiverNews) => void;
};

type Context = Pick<
  Runtime,
  'system' | 'commandLine' | 'env' | 'allowCode' | 'hideVariables' | 'pipelineText'
>;

/** The time between two looks at the lock. */
const LOOK_MS = 1_000;

/**
 * Starts to receive events of a pipeline, in a thread of its own.
 * @throws RunError `LIVE.LISTEN`; `STATE.LOCKED` if another process receives; `STATE.*`
 */
export async function startReceiver(options: ReceiverOptions, context: Context): Promise<LiveReceiver> {
  const { pipeline, sides, told } = options;
  const { stateFolder, live } = pipeline;
  const { system } = context;
  await requireOwnFolder(stateFolder, system.files);
  await makeFolder(receiverFolderOf(stateFolder), system.files);
  await using opening = new AsyncDisposableStack();
  const lock = opening.use(await takeLock(receiverLockOf(stateFolder), context.commandLine, system));
  const systems = { old: sides.old.system, new: sides.new.system };
  const paths = await pathsOf(pipeline, systems, system);
  const tally = new ReceiverTally();
  const start: ReceiverStart = {
    ...(await secretsOf(pipeline, sides, paths, context)),
    inbox: inboxPlaceOf(pipeline),
    host: live.listen.host,
    port: live.listen.port,
    publicUrl: live.publicUrl,
    backlog: live.backlog,
    tally: tally.shared,
  };
  const thread = new ReceiverThread(start, told);
  opening.defer(() => thread.stop());
  const port = await thread.listening;
  const look = system.clock.every(LOOK_MS, () => {
    try {
      lock.assertHeld();
    } catch (error) {
      thread.fail(error as Error);
    }
  });
  opening.defer(() => look[Symbol.dispose]());
  const reload = async (): Promise<void> => {
    try {
      const found = await openSides(pipeline, context);
      await thread.renew(await secretsOf(pipeline, found, paths, context));
      told({ kind: 'reloaded', isDone: true, text: 'secrets and certificate were read again' });
    } catch (error) {
      const { message } = error as Error;
      told({
        kind: 'reloaded',
        isDone: false,
        text: `secrets and certificate stay as they were: ${message}`,
      });
    }
  };
  const held = opening.move();
  return {
    address: `${live.listen.tls ? 'https' : 'http'}://${inUrl(live.listen.host)}:${port}`,
    paths,
    counts: (side) => tally.of(side),
    get numbers() {
      return receiverNumbers([
        { sides: { old: tally.of('old'), new: tally.of('new') }, answers: tally.answers },
      ]);
    },
    ended: thread.ended,
    reload,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** The ends of the addresses, which are made if there are none. @throws RunError `STATE.*` */
async function pathsOf(
  pipeline: LivePipeline,
  systems: Readonly<Record<Side, string>>,
  system: Runtime['system'],
): Promise<Readonly<Record<Side, string>>> {
  await using shared = await openSharedDocuments(inboxPlaceOf(pipeline), system);
  return await ensurePaths(shared, systems, system.random).catch((error: unknown) => {
    throw cannotWrite(error, `the addresses in ${receiverFolderOf(pipeline.stateFolder)}`);
  });
}

/** Secrets and certificate as the thread gets them. @throws RunError `LIVE.LISTEN` for files of TLS that are none */
async function secretsOf(
  { live: { listen } }: LivePipeline,
  sides: Sides,
  paths: Readonly<Record<Side, string>>,
  { system }: Pick<Runtime, 'system'>,
): Promise<ThreadSecrets> {
  const tls = listen.tls && (await tlsOf(listen.tls, system));
  return {
    tls,
    hooks: [sides.old, sides.new].flatMap(({ side, system: name, secrets }) =>
      secrets
        ? [
            {
              side,
              system: name,
              path: paths[side],
              keys: secrets.keys.map((key) => key.reveal()),
              user: secrets.user,
            },
          ]
        : [],
    ),
  };
}

/** The text of a certificate and its key, by their paths. @throws RunError `LIVE.LISTEN` */
async function tlsOf(paths: TlsFiles, { files }: Runtime['system']): Promise<TlsFiles> {
  const read = (path: string): Promise<string> =>
    files.readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw new RunError('LIVE.LISTEN', `live.listen.tls: ${path} cannot be read: ${cause.code}`, { cause });
    });
  const tls = { cert: await read(paths.cert), key: await read(paths.key) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    const message = `live.listen.tls: ${paths.cert} and ${paths.key} are no certificate and its key: ${why}`;
    throw new RunError('LIVE.LISTEN', message, { cause });
  }
  return tls;
}

/** The thread, as the main one has it. */
class ReceiverThread {
  readonly listening: Promise<number>;
  readonly ended: Promise<void>;
  readonly #listening = Promise.withResolvers<number>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<void>();
  readonly #worker: Worker;
  #renewing: PromiseWithResolvers<void> | undefined;

  constructor(start: ReceiverStart, told: ReceiverOptions['told']) {
    this.listening = this.#listening.promise;
    this.ended = this.#ended.promise;
    // Who waits for neither hears of it by the other.
    this.ended.catch(() => {});
    this.listening.catch(() => {});
    const name = import.meta.url.endsWith('.ts') ? './receiver-thread.ts' : './receiver-thread.js';
    // Neither the secrets of the environment nor what is loaded before this program.
    this.#worker = new Worker(new URL(name, import.meta.url), { workerData: start, env: {}, execArgv: [] });
    this.#worker.on('message', (said: ThreadReport) => this.#heard(said, told));
    this.#worker.on('error', (error) => this.fail(error as Error));
    this.#worker.on('exit', () => {
      this.fail(new RunError('BUG.UNEXPECTED', 'the thread of the receiver has ended'));
      this.#exited.resolve();
    });
  }

  #heard(said: ThreadReport, told: ReceiverOptions['told']): void {
    if (said.kind === 'listening') this.#listening.resolve(said.port);
    else if (said.kind === 'news') told(said.news);
    else if (said.kind === 'stopped') this.#ended.resolve();
    else if (said.kind === 'failed') this.fail(new RunError(said.code, said.message, { hint: said.hint }));
    else if (said.fault === undefined) this.#renewing?.resolve();
    else this.#renewing?.reject(new RunError('LIVE.LISTEN', said.fault));
  }

  renew(secrets: ThreadSecrets): Promise<void> {
    this.#renewing = Promise.withResolvers<void>();
    this.#call({ kind: 'renew', secrets });
    return this.#renewing.promise;
  }

  /** Lets nothing more come in, because of an error. */
  fail(error: Error): void {
    this.#listening.reject(error);
    this.#ended.reject(error);
    this.#renewing?.reject(error);
    this.#call({ kind: 'stop' });
  }

  async stop(): Promise<void> {
    this.#call({ kind: 'stop' });
    await this.#exited.promise;
  }

  #call(call: ThreadCall): void {
    this.#worker.postMessage(call);
  }
}
