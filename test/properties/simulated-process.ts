import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Archive } from '../../src/delivery/archive.ts';
import type { Checkpoint, CheckpointStore } from '../../src/delivery/checkpoint.ts';
import type { DeadLetter } from '../../src/delivery/dead-letter.ts';
import type { Plan } from '../../src/delivery/plan.ts';
import { run } from '../../src/delivery/run.ts';
import { RunError } from '../../src/errors/run-error.ts';
import { openScratchFile } from '../../src/files/scratch-file.ts';
import { type EntityName, entityNames } from '../../src/input/entities/entity.ts';
import type { Cursor } from '../../src/input/rows/row.ts';
import type { Reading, Source } from '../../src/input/sources/source.ts';
import { type KeyFile, keyFile } from '../../src/keys/key-file.ts';
import { KeyIndex } from '../../src/keys/key-index.ts';
import type { KeyRoom } from '../../src/keys/keys-on-disk.ts';
import { FormerValues } from '../../src/ledger/former/former-values.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { openPlan } from '../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';
import { importApi } from '../../src/service/targets/import-api.ts';
import { createLimiter } from '../../src/service/transport/limiter.ts';
import { rateLimit } from '../../src/service/transport/rate-limit.ts';
import { retry } from '../../src/service/transport/retry.ts';
import { compose, type Transport } from '../../src/service/transport/transport.ts';
import { archiveFile } from '../../src/session/archive-file.ts';
import { keysName } from '../../src/state/kept-names.ts';
import { openCheckpoint } from '../../src/state/open-checkpoint.ts';
import { rejectsFiles } from '../../src/state/rejects-files.ts';
import { State } from '../../src/state/state.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';
import { hurriedClock } from './hurried-clock.ts';
import type { ImportModel } from './import-model.ts';

/** How a process ends before its work is done. */
export type Stop = {
  /** `kill`: nothing more happens. `disk`: one write fails, the next one would succeed. `signal`: asked to stop. */
  readonly kind: 'kill' | 'disk' | 'signal';
  /** How many starts and ends of requests and writes happen before. */
  readonly after: number;
  /** Whether a kill leaves partial writes behind. */
  readonly torn: boolean;
};

/** The sizes and times that a run is set to, and how its input is divided into files. */
export type Settings = {
  readonly width: number;
  readonly chunk: number;
  readonly spare: number;
  readonly batch: number;
  readonly commitEveryMs: number;
  readonly formats: readonly ('csv' | 'ndjson')[];
  readonly files: number;
  /** How many keys of an entity are held in memory; undefined for all. */
  readonly keysInMemory?: number | undefined;
};

/** The filter of an index is saved again after so many keys. */
const SAVE_FILTER_EVERY = 8;

/** Ends a process that a `Stop` kills. */
export class Killed extends Error {}

/** Counts the requests and writes of a process, and ends it as `Stop` says. */
class SimulatedProcess {
  #points = 0;
  #over = false;
  readonly #stop: Stop | undefined;
  readonly abort = new AbortController();

  constructor(stop: Stop | undefined) {
    this.#stop = stop;
  }

  async act<T>(what: () => Promise<T>, isWrite: boolean): Promise<T> {
    this.#point(isWrite);
    const done = await what();
    this.#point(false);
    return done;
  }

  #point(isWrite: boolean): void {
    if (this.#over) throw new Killed();
    if (!this.#stop || this.#points++ < this.#stop.after) return;
    if (this.#stop.kind === 'signal') this.abort.abort(new RunError('RUN.INTERRUPTED', 'asked to stop'));
    else if (this.#stop.kind === 'kill') {
      this.#over = true;
      throw new Killed();
    } else if (isWrite && !this.#failed) {
      this.#failed = true;
      throw new RunError('STATE.UNWRITABLE', 'the disk is full, for a moment');
    }
  }
  #failed = false;
}

const rechunked = (source: Source, rows: number): Source => ({
  ...source,
  async *read<T>(from: Cursor | undefined, signal: AbortSignal, reading?: Reading<T>) {
    for await (const chunk of source.read(from, signal, reading))
      for (let at = 0; at < chunk.length; at += rows) yield chunk.slice(at, at + rows);
  },
});

/** What the processes of a case have reported: the keys of rows that existed before. */
export type Reported = { readonly exists: Set<string> };

/**
 * Runs one process; resolves with its checkpoint if it finishes, and rejects with `Killed` or a `RunError` if it is stopped.
 * @param state where its state is; in files if absent
 */
export async function runProcess(
  folder: string,
  model: ImportModel,
  { width, chunk, spare, batch, commitEveryMs, keysInMemory: most }: Settings,
  stop: Stop | undefined,
  reported: Reported,
  state: Pick<State, 'kept' | 'store' | 'ledger'> | undefined = undefined,
): Promise<Checkpoint> {
  const simulated = new SimulatedProcess(stop);
  const file = join(folder, 'pipeline.yaml');
  const pipeline = parsePipeline(await readFile(file, 'utf8'), file, {});
  const target = importApi({
    budget: { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: width },
    itemsMax: batch,
  });
  const nowMs = Date.now();
  const opened = await openPlan(pipeline, { routes: target.routes, nowMs, strict: false, files: realFiles });
  const plan: Plan = {
    ...opened,
    steps: opened.steps.map((step) => ({
      ...step,
      sources: step.sources.map((source) => rechunked(source, chunk)),
    })),
  };
  const inFiles = new State(pipeline.stateFolder, realSystem.files);
  const { paths } = inFiles;
  const { kept, store: saved, ledger: place } = state ?? inFiles;
  await inFiles.make();
  const store: CheckpointStore = {
    ...saved,
    save: (checkpoint) => simulated.act(() => saved.save(checkpoint), true),
  };
  const checkpoint = await openCheckpoint({
    pipeline,
    plan,
    store,
    target: {},
    signal: simulated.abort.signal,
    nowMs,
    system: realSystem,
  });
  const perEntity = <T>(make: (name: EntityName) => T): Record<EntityName, T> =>
    Object.fromEntries(entityNames.map((name) => [name, make(name)])) as Record<EntityName, T>;
  const base: Transport = (request, signal) => simulated.act(() => model.transport(request, signal), false);
  const clock = hurriedClock;
  const transport = compose(
    base,
    // A second in which a busy machine does nothing is twenty on this clock, and no outage.
    retry({ observe: () => {}, clock, random: { next: () => 0 }, firstAnswerMs: 3_600_000 }),
    rateLimit({
      limiter: createLimiter(target.budgets, undefined, clock),
      observe: () => {},
      clock,
      random: { next: () => 0 },
    }),
  );
  const { files } = realSystem;
  const room = (name: EntityName): KeyRoom | undefined =>
    most === undefined ? undefined : { most, files, path: join(paths.keys, `${name}.sorted`) };
  using indexes = new DisposableStack();
  using ledger = new Ledger(place, realSystem, {});
  using former = new FormerValues(inFiles.former, realSystem);
  await run(plan, {
    receiver: { target, transport, skewS: () => 0, graceMs: 0 },
    stores: {
      checkpoint,
      store,
      ledger,
      former,
      keys: perEntity((name) => indexes.use(new KeyIndex(room(name)))),
      keyFiles: perEntity((name) =>
        watchedKeys(
          keyFile(kept, keysName(name), {
            filter: { path: join(paths.keys, `${name}.bin.filter`), files },
            saveEvery: SAVE_FILTER_EVERY,
          }),
          simulated,
        ),
      ),
      openDeadLetter: (step) => watchedRejects(rejectsFiles(kept, step), simulated),
      openNames: () => openScratchFile(paths.folder, 'names', realSystem),
      openArchive: ({ entity }) =>
        entity.tooOld && plan.retention?.policy === 'archive'
          ? watchedArchive(archiveFile({ state: kept, name: inFiles.archive.name }), simulated)
          : undefined,
    },
    bounds: { width, capacity: chunk * 2 + spare, commitEveryMs },
    observe: (event) => {
      if (event.type !== 'committed') return;
      for (const { outcome, key } of event.rows)
        if (outcome.status === 'exists') reported.exists.add(key as string);
    },
    system: realSystem,
    signal: simulated.abort.signal,
  });
  return checkpoint;
}

const watchedKeys = (file: KeyFile, simulated: SimulatedProcess): KeyFile => ({
  restore: (index, bytes) => file.restore(index, bytes),
  append: (stamps) => simulated.act(() => file.append(stamps), true),
});

const watchedArchive = (archive: Archive, simulated: SimulatedProcess): Archive => ({
  restore: (claimed) => archive.restore(claimed),
  append: (rows) => simulated.act(() => archive.append(rows), true),
});

const watchedRejects = (letter: DeadLetter, simulated: SimulatedProcess): DeadLetter => ({
  restore: (claimed) => letter.restore(claimed),
  append: (rows) => simulated.act(() => letter.append(rows), true),
  get paths() {
    return letter.paths;
  },
});
