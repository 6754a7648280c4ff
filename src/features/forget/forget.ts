import { basename, join } from 'node:path';
import { exitCodes, RunError, usageError } from '../../errors/run-error.ts';
import { lockKept } from '../../files/lock.ts';
import { writePrivate } from '../../files/private-file.ts';
import { removeScratchFiles } from '../../files/scratch-file.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import { digestOfUid, type Forgotten, forgottenPath, readForgotten } from '../../pipeline/forgotten.ts';
import { openPlanWithout } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { PULLED_NAME } from '../../pipeline/state-place.ts';
import { planOptions } from '../../session/connect.ts';
import { confirmed } from '../../session/consent/consent.ts';
import type { KeptCopies } from '../../session/kept-copies.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { openKept } from '../../state/open-kept.ts';
import { isDone, State } from '../../state/state.ts';
import type { CommandContext, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { amount, printable, printableJson } from '../../terminal/printable.ts';
import { eventTraces } from './event-traces.ts';
import type { copiesTraces } from './file-traces.ts';
import { findKept, type KeptTrace } from './kept-traces.ts';
import { addFromIdMap, addFromSources, type Traces, tracesOf } from './traces.ts';

/** Options of `chatferry forget`. */
export type ForgetOptions = {
  /** The pipeline as typed. */
  readonly pipeline: string;
  readonly uid: string;
  /** Does not ask. */
  readonly yes: boolean;
};

const UID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Removes every trace of a person from what is kept for a pipeline, and leaves rows of that person out from then on. Shows
 * first what it removes, and asks. Sends nothing: what the service has stays. Killed, it goes on when it is started again.
 * Returns the exit code.
 * @throws RunError `USAGE.INVALID`, `RUN.UNFINISHED`, `RUN.DECLINED`, `STATE.*`
 */
export async function forget(options: ForgetOptions, outside: CommandContext): Promise<number> {
  const { uid } = options;
  if (!UID.test(uid)) throw usageError(`--uid expects the id of a user, got "${uid}"`);
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const { files } = context.system;
  const state = new State(pipeline.stateFolder, files);
  // The lock may outlive a kill, so it does not name the person.
  const command = `chatferry forget ${options.pipeline}`;
  await using _lock = await lockKept(state.paths, command, context.system);
  await requireFinished(state, options.pipeline);

  const before = await readForgotten(pipeline.stateFolder, files);
  const traces = tracesOf(uid);
  await addFromIdMap(state.paths.idMap, traces, files);
  await using copies = await copiesOf(pipeline, context);
  const unread = await addWhatSourcesSay(pipeline, traces, copies, context);
  const known = {
    hasLedger: await hasLedger(state.ledger, files),
    isAgain: before?.pending !== undefined,
  };
  const salt = before?.salt ?? context.system.random.hex(32);
  const digest = digestOfUid(uid, salt);
  const names = Array.from(traces.names, (name) => digestOfUid(name, salt)).filter((each) => each !== digest);
  const person: Forgotten = { version: 1, salt, digests: [digest], names };
  const found = [
    ...(await findKept(state, traces, known, context.system)),
    ...(pipeline.pull ? await pulledTraces(state, person, traces, context) : []),
    ...(copies ? await fileTraces({ copies, state, traces, pipeline }, context) : []),
    ...(await eventTraces(pipeline, traces, command, context)),
  ];
  const shown = { pipeline: pipeline.name, uid, found, unread, next: `chatferry run ${options.pipeline}` };
  if (!context.json && !context.quiet) context.out(foundText(shown, context));
  if (!options.yes)
    await confirmed(context.json ? undefined : context.ask, {
      question: `  Type ${uid} to remove this: `,
      answer: uid,
      without: 'without a terminal, forget needs --yes',
      hint: `chatferry forget ${options.pipeline} --uid ${uid} --yes`,
      declined: 'not confirmed, nothing was changed',
    });

  const all: Forgotten = {
    version: 1,
    salt,
    digests: [...new Set([...(before?.digests ?? []), digest])],
    // Only records of an old system are known by them.
    ...(pipeline.pull ? { names: [...new Set([...(before?.names ?? []), ...names])] } : {}),
  };
  const save = (forgotten: Forgotten): Promise<void> =>
    writePrivate(files, forgottenPath(pipeline.stateFolder), `${JSON.stringify(forgotten)}\n`);
  await files.mkdir(state.paths.folder, { recursive: true, mode: 0o700 });
  await removeScratchFiles(state.paths.folder, files);
  // From here on no run sends a row of that person, also if this is killed; and none starts until it is done.
  await save({ ...all, pending: digest });
  for (const trace of found) await trace.remove();
  await save(all);
  if (context.json) context.out(forgetJson(shown));
  else if (!context.quiet) context.out(doneText(shown, context));
  return exitCodes.ok;
}

/** Throws if a run is unfinished: its checkpoint claims what cannot be taken apart. @throws RunError `RUN.UNFINISHED` */
async function requireFinished(state: State, pipeline: string): Promise<void> {
  const run = await state.store.load();
  if (run && !isDone(run))
    throw new RunError('RUN.UNFINISHED', 'the run is not finished, and its open work names its rows', {
      hint: `chatferry run ${pipeline}  or delete its state:  chatferry state purge ${pipeline}`,
    });
  const retry = await state.retry.store.load();
  if (retry && !isDone(retry))
    throw new RunError('RUN.UNFINISHED', 'a retry of the rejects is not finished', {
      hint: `chatferry rejects retry ${pipeline}`,
    });
}

/** Reads the sources; returns why that was not possible. */
async function addWhatSourcesSay(
  pipeline: Pipeline,
  traces: Traces,
  copies: KeptCopies | undefined,
  context: Runtime & Stderr,
): Promise<string | undefined> {
  await using workplace = temporaryWorkplace(context);
  try {
    const opening = planOptions(pipeline, workplace, context.system.clock.now());
    const plan = await openPlanWithout(undefined, pipeline, opening);
    await addFromSources(plan, traces, context.signal);
    if (copies) await (await import('./file-traces.ts')).addAddresses(plan, copies, traces, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof RunError) || context.signal.aborted) throw error;
    return error.message;
  }
}

/**
 * The copies of files that the pipeline has made; undefined if there are none.
 * @throws RunError `FILES.CONFIG` if the pipeline does not say any more where they are
 */
async function copiesOf(pipeline: Pipeline, access: Runtime): Promise<KeptCopies | undefined> {
  const { system } = access;
  if (!system.files.existsSync(join(pipeline.stateFolder, 'files'))) return undefined;
  const { KeptCopies, hasCopies } = await import('../../session/kept-copies.ts');
  if (!pipeline.files && hasCopies(pipeline.stateFolder, system.files))
    throw new RunError('FILES.CONFIG', 'files were copied, and the pipeline does not say any more where to', {
      hint: 'add  files:  to the pipeline again, as it was when they were copied',
    });
  return await KeptCopies.find({ pipeline, system, access });
}

/** Traces of a person in copies of files. */
async function fileTraces(
  {
    pipeline,
    ...of
  }: Pick<Parameters<typeof copiesTraces>[0], 'copies' | 'state' | 'traces'> & {
    readonly pipeline: Pipeline;
  },
  { system, signal }: Runtime,
): Promise<KeptTrace[]> {
  const { copiesTraces, spoolTraces } = await import('./file-traces.ts');
  const to = pipeline.files?.shown ?? '';
  return [...copiesTraces({ ...of, to }, signal), ...spoolTraces(of.state, system.files)];
}

/** Traces of a person in the records of an old system. */
async function pulledTraces(
  { paths: { prepared } }: State,
  person: Forgotten,
  { messages }: Traces,
  { system, signal }: Runtime,
): Promise<KeptTrace[]> {
  const { countForgotten, forgetPulled } = await import('../../pipeline/pull/forget-pulled.ts');
  const isTheirs = (id: string): boolean => messages.has(id);
  const forgetting = { prepared, person, isTheirs, files: system.files, signal };
  const count = await countForgotten(forgetting);
  if (count === 0) return [];
  const file = `${basename(prepared)}/${PULLED_NAME}/`;
  return [{ file, count, what: amount(count, 'record'), remove: () => forgetPulled(forgetting) }];
}

type Shown = {
  readonly pipeline: string;
  readonly uid: string;
  readonly found: readonly KeptTrace[];
  /** Why the sources could not be read; undefined if they were. */
  readonly unread: string | undefined;
  readonly next: string;
};

const SERVICE = 'Nothing is sent to the service. Delete the user in the service itself.';

function foundText({ uid, found, unread }: Shown, { style }: Pick<Stdout, 'style'>): string {
  const width = Math.max(0, ...found.map(({ file }) => file.length));
  const byName = found.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  const lines = byName.map(({ file, what }) => `  ${printable(file).padEnd(width)}  ${what}\n`);
  const head =
    found.length > 0
      ? `These traces of ${style.bold(uid)} would be removed:\n`
      : `There are no saved traces of ${style.bold(uid)}.\n`;
  const notRead =
    unread === undefined
      ? ''
      : `  ${style.yellow('!')} the sources cannot be read, so messages in groups are unknown: ${printable(unread)}\n`;
  return `${head}${lines.join('')}${notRead}  From now on, rows of ${uid} in the sources are skipped.\n  ${SERVICE}\n`;
}

const doneText = ({ found, next }: Shown, { style }: Pick<Stdout, 'style'>): string =>
  `\n${found.length > 0 ? 'Removed. ' : ''}Undo, status, rejects and sync work as before, without this person.\n\n  next  ${style.bold(next)}\n`;

const forgetJson = ({ pipeline, uid, found, unread, next }: Shown): string =>
  printableJson({
    version: 1,
    command: 'forget',
    pipeline,
    exitCode: exitCodes.ok,
    uid,
    removed: found.map(({ file, count, what }) => ({ file, count, what })),
    ...(unread === undefined ? {} : { sourcesUnread: unread }),
    next,
  });
