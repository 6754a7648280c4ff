import { join } from 'node:path';
import type { Plan } from '../delivery/plan.ts';
import { onlyRunError, RunError } from '../errors/run-error.ts';
import type { FileWithoutRoom, KindOfFiles } from '../input/rows/forms/copied-address.ts';
import { copyFiles } from '../pipeline/files/copy-files.ts';
import { openFetcher } from '../pipeline/files/fetch/open-fetcher.ts';
import type { FileCounts, FilesEvent } from '../pipeline/files/file-counts.ts';
import type { FilesSpec } from '../pipeline/files/files-spec.ts';
import { sentReferences } from '../pipeline/files/sent-references.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { openResolvers } from '../pipeline/pull/file-resolvers.ts';
import { SPOOL_NAME } from '../pipeline/state-place.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import { openRunLog } from '../report/events/run-log.ts';
import { fileFacts } from '../report/result/file-copies.ts';
import { statePaths } from '../state/state.ts';
import type { System } from '../system/system.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { printable } from '../terminal/printable.ts';
import { type CopiedFiles, type CopyHow, isOfSent } from './copied-files.ts';
import { KeptCopies } from './kept-copies.ts';
import { stopSignal } from './open-transport.ts';
import { writeCopiedFiles } from './workplace/copies-file.ts';
import { FilesWatch } from './workplace/run-watch.ts';

/** Milliseconds from one progress in the log to the next. */
const LOG_EVERY_MS = 10_000;

type PlanFiles = CopyHow & {
  readonly pipeline: Pipeline;
  readonly system: System;
  readonly plan: Plan;
};

/**
 * Copies the files of a plan's rows, and lists those that were not copied. Killed anywhere, the same call does the rest.
 * @throws RunError `STATE.*`, and those of opening the store
 */
export async function copyPlanFiles(
  { pipeline, system, plan, ...how }: PlanFiles,
  context: Runtime & Stderr,
): Promise<CopiedFiles> {
  const { files: spec } = pipeline;
  if (!spec) throw new RunError('FILES.CONFIG', 'the pipeline copies no files');
  await using opened = new AsyncDisposableStack();
  const copies = opened.use(await KeptCopies.open(spec, { pipeline, system, access: context }));
  const { clock } = system;
  const startedMs = clock.elapsed();
  using stop = stopSignal(context.signal, {}, how.maxDurationMs, clock);
  const paths = statePaths(pipeline.stateFolder);
  await using log = openRunLog(paths.log, system, stop.abort);
  const toLog: RunListener = { everyMs: LOG_EVERY_MS, observe: (event) => log(event) };
  const listeners = [...(how.listeners ?? []), toLog];
  const watch = new FilesWatch(clock, context, listeners);
  let counts: FileCounts | undefined;
  const observe = (event: FilesEvent): void => {
    if ('counts' in event) counts = event.counts;
    watch.observe(event);
  };
  const folder = join(paths.prepared, SPOOL_NAME);
  const warn = (sentence: string): void => {
    for (const listener of listeners) listener.observe({ type: 'warning', message: sentence });
    if (!context.quiet) context.err(`warning: ${printable(sentence)}\n`);
  };
  const unreadable = await copies.store.unreadable?.();
  if (unreadable) warn(`${unreadable.message}:  ${unreadable.next}`);
  const copy = async (): Promise<void> => {
    await using resources = new AsyncDisposableStack();
    const resolvers = openResolvers(pipeline, { access: context, system, prepared: paths.prepared });
    for (const each of resolvers) resources.use(each);
    const common = { spec, system, folder, warn };
    const fetcher = resources.use(
      await openFetcher({
        ...common,
        place: pipeline,
        access: context,
        exported: plan.copies?.exported,
        resolvers,
        signal: stop.signal,
      }),
    );
    const deps = {
      ...common,
      map: copies.map,
      store: copies.store,
      fetcher,
      retry: how.retryFiles ?? false,
      finish: how.finishFiles ?? false,
      isSync: pipeline.sync !== undefined,
      hasSent: how.hasSent,
      isSent: (kind: KindOfFiles, row: string) => isOfSent(kind, row, how.sent),
      filesOnly: how.filesOnly,
      isShared: (object: string) => copies.isShared(object),
      observe,
    };
    await copyFiles(plan, deps, stop.signal);
    await system.files.rm(folder, { recursive: true, force: true });
  };
  const error = await copy().then(() => undefined, onlyRunError);
  if (counts && !stop.signal.aborted)
    await writeCopiedFiles(
      plan,
      { entries: () => copies.map.entries(), noRoom: filesWithoutRoom(plan, spec, counts, stop.signal) },
      paths.attachments,
      spec,
      system.files,
      stop.signal,
    );
  const facts = counts && (await fileFacts(copies.map.entries()));
  const resources = opened.move();
  return {
    files: counts && { fileCopies: counts, ...(facts ? { fileFacts: facts } : {}) },
    error,
    ms: clock.elapsed() - startedMs,
    copies,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The files whose copies have no room in their message. */
async function* filesWithoutRoom(
  plan: Plan,
  spec: FilesSpec,
  { noRoom }: FileCounts,
  signal: AbortSignal,
): AsyncGenerator<FileWithoutRoom> {
  if (noRoom === 0) return;
  for await (const { address, name = '', type, instead } of sentReferences(plan, 'sent', spec, signal))
    if (instead) yield { address, name, type, instead };
}
