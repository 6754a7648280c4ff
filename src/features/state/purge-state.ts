import { basename, join } from 'node:path';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { takeLock } from '../../files/lock.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import type { ObjectCounts } from '../../pipeline/files/file-counts.ts';
import { forgottenPath } from '../../pipeline/forgotten.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { confirmed } from '../../session/consent/consent.ts';
import { type Kept, openKept } from '../../state/open-kept.ts';
import type { Files } from '../../system/files.ts';
import type { CommandContext, Stdout } from '../../terminal/context.ts';
import { amount, byteSize, fromHere, printable, printableJson, sizeText } from '../../terminal/printable.ts';
import { inboxPlaceOf } from '../live/inbox/inbox-place.ts';
import { KeptInbox } from '../live/inbox/kept-inbox.ts';
import { readPhase } from '../live/phases/documents/phase-document.ts';

/** Options of `chatferry state purge`. */
export type StatePurgeOptions = {
  /** The pipeline as typed. */
  readonly pipeline: string;
  /** Does not ask. */
  readonly yes: boolean;
};

/** Copies of files that nothing knows any more after it. */
type CopiesThatStay = ObjectCounts & {
  readonly uploads: number;
  /** The store as the pipeline named it when files were copied; undefined before that. */
  readonly to: string | undefined;
};

type Purged = Kept<Pipeline, CommandContext>;

const stayText = ({ to = 'their store', objects, bytes }: CopiesThatStay): string =>
  `  ${amount(objects, 'copy', 'copies')} of files (${sizeText(bytes)}) stay in ${printable(to)}: after this,  chatferry undo  cannot remove them.\n`;

/** @throws RunError `LIVE.PHASE` while webhooks of both systems call us: only the state knows their addresses */
function requireStopped(state: StateStore, file: string): void {
  const phase = readPhase(state)?.phase;
  if (phase === undefined || phase === 'stopped') return;
  throw new RunError('LIVE.PHASE', `the systems of this pipeline are kept alike: the phase is ${phase}`, {
    hint: `chatferry live stop ${file}`,
  });
}

/** Contents of a state folder. */
type Part = { readonly name: string; readonly bytes: number };

/** Events that a server has, as they are called here. */
const EVENTS = 'live (events)';

const LOST =
  'This also deletes: undo, the progress of an unfinished run, the record of a sync, rejected rows, reports and logs.';
const STAYS = 'The service is not changed.';

/**
 * Removes everything that is kept for a pipeline, except the data of the embedded sandbox, which is the service, and whom it
 * has forgotten. Shows first what it removes, and asks. Returns the exit code.
 * @throws RunError `STATE.LOCKED` while a run is under way, `LIVE.PHASE` before `live stop`, `USAGE.INVALID`, `RUN.DECLINED`
 */
export async function purgeState(options: StatePurgeOptions, outside: CommandContext): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const { files } = context.system;
  const { paths } = kept.state;
  await requireOwnFolder(paths.folder, files);
  const next = `chatferry run ${options.pipeline}`;
  const body = { version: 1, command: 'state purge', pipeline: pipeline.name, exitCode: exitCodes.ok };
  const parts: Part[] = [];
  let stay: CopiesThatStay | undefined;
  if (files.existsSync(paths.folder)) {
    await using _lock = await takeLock(paths.lock, context.commandLine, context.system);
    requireStopped(kept.state.kept, options.pipeline);
    const all = await partsOf(paths.folder, files);
    // Every command with a state makes some empty folders.
    parts.push(...all.filter(({ bytes }) => bytes > 0));
    const inbox = new KeptInbox(inboxPlaceOf(pipeline), context.commandLine, context.system);
    const elsewhere = await inbox.bytesElsewhere();
    if (elsewhere > 0) parts.push({ name: EVENTS, bytes: elsewhere });
    stay = await copiesThatStay(kept);
    if (parts.length > 0) {
      if (!context.json && !context.quiet) context.out(foundText(paths.folder, parts, stay, context));
      if (!options.yes)
        await confirmed(context.json ? undefined : context.ask, {
          question: '  Type yes to remove it: ',
          answer: 'yes',
          without: 'without a terminal, removing a state needs --yes',
          hint: `chatferry state purge ${options.pipeline} --yes`,
          declined: 'not confirmed, nothing was removed',
        });
      if (stay && stay.uploads > 0) await abortUploads(kept);
      // First what claims the others: killed in between, this is a pipeline that has not run, and can be purged again.
      await files.rm(paths.checkpoint, { force: true });
      await syncFolder(files, paths.folder);
      await inbox.removeElsewhere();
      for (const { name } of all) await files.rm(join(paths.folder, name), { recursive: true, force: true });
    }
  }
  if (context.json)
    context.out(
      printableJson({ ...body, folder: paths.folder, removed: parts, ...(stay ? { stay } : {}), next }),
    );
  else if (!context.quiet)
    context.out(
      `${parts.length > 0 ? '\nRemoved.' : 'Nothing is saved.'}\n\n  next  ${context.style.bold(next)}\n`,
    );
  return exitCodes.ok;
}

async function partsOf(folder: string, files: Files): Promise<Part[]> {
  const kept = new Set(['lock', basename(forgottenPath(folder))]);
  const parts: Part[] = [];
  for (const name of (await files.readdir(folder)).toSorted())
    if (!kept.has(name) && !/^sandbox(?:$|\.sqlite)/.test(name))
      parts.push({ name, bytes: await bytesOf(join(folder, name), files) });
  return parts;
}

async function bytesOf(path: string, files: Files): Promise<number> {
  const stats = await files.lstat(path);
  if (!stats.isDirectory()) return stats.size;
  let bytes = 0;
  for (const name of await files.readdir(path)) bytes += await bytesOf(join(path, name), files);
  return bytes;
}

/** The copies of files that a pipeline has made; undefined if there are none. */
async function copiesThatStay({ pipeline, state, context }: Purged): Promise<CopiesThatStay | undefined> {
  if (!context.system.files.existsSync(join(pipeline.stateFolder, 'files'))) return undefined;
  // Loaded for those who copy files.
  const { countCopies } = await import('../../session/kept-copies.ts');
  const counts = await countCopies(state, context.system.files);
  return counts.objects + counts.uploads === 0 ? undefined : counts;
}

/** Gives uploads up that did not end: nobody would know of them any more. */
async function abortUploads({ pipeline, context }: Purged): Promise<void> {
  const { KeptCopies } = await import('../../session/kept-copies.ts');
  try {
    await using copies = await KeptCopies.find({ pipeline, system: context.system, access: context });
    await copies?.abortUploads(context.signal);
  } catch (error) {
    if (!(error instanceof RunError) || context.signal.aborted) throw error;
    context.err(`warning: uploads that did not end stay in the bucket: ${printable(error.message)}\n`);
  }
}

function foundText(
  folder: string,
  parts: readonly Part[],
  stay: CopiesThatStay | undefined,
  { style }: Pick<Stdout, 'style'>,
): string {
  const width = Math.max(...parts.map(({ name }) => name.length));
  const lines = parts.map(({ name, bytes }) => `  ${printable(name).padEnd(width)}  ${byteSize(bytes)}\n`);
  return `Would be removed from ${style.bold(printable(fromHere(folder)))}:\n${lines.join('')}  ${LOST}\n  ${STAYS}\n${stay ? stayText(stay) : ''}`;
}
