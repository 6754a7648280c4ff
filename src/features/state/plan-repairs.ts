import { join } from 'node:path';
import { dropDamaged } from '../../ledger/former/former-values.ts';
import { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import { cut, fromHere, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { isBad, type StateFinding, type StatePart } from './examine-state.ts';

/** One thing that a repair does. */
export type Repair = {
  readonly part: StatePart;
  /** The damaged files, by their path in the state folder. */
  readonly files: readonly string[];
  /** The change, and what is lost by it; a full sentence. */
  readonly what: string;
};

const WHAT: Readonly<Record<StatePart, string>> = {
  run: 'The checkpoint, the keys and an unfinished retry are deleted. The next run reads every row again and recognises rows that are in the service. Rejects files are saved as rejects.before, a damaged archive as archive.before.',
  retry:
    'The unfinished retry of the rejects is deleted. The next retry sends its rows again and recognises rows that are in the service.',
  fingerprints: 'They are deleted. The next sync compares every row by its key, which takes longer once.',
  plan: 'It is deleted. Make a new one with chatferry plan.',
  report: 'It is deleted. The next run writes a new one.',
  runs: 'It is deleted. The changes of that run stay in its changes.ndjson.',
  pulled: 'It is deleted. The next run reads it from the old system again.',
  files:
    'It is written anew from its index, if that is sound, and nothing is lost. Otherwise its damaged lines are deleted: the next run fetches these files again and finds their copies in the storage, and undo leaves such copies there.',
  events:
    'Its damaged events are deleted: list again what has changed since, with a reconcile of chatferry live. What is done of the others may be read again, and changes nothing.',
  links:
    'It is written anew with the records before the damage. What the others said is compared with both systems again.',
  back: 'It is begun anew; a damaged ledger is saved as ledger.log.damaged. What the old system has is known by the ledger of the pipeline, and compared again.',
  former:
    'Its damaged lines are deleted, so undo cannot restore the values in them. If the first line is lost, the whole file is deleted.',
  ledger: 'It is rebuilt. The damaged file is saved as ledger.log.damaged.',
};

/** The repairs of the findings, in the order in which it is done. */
export function planRepairs(findings: readonly StateFinding[]): Repair[] {
  const bad = findings.filter(isBad);
  const parts = (
    [
      'run',
      'retry',
      'fingerprints',
      'former',
      'plan',
      'report',
      'runs',
      'files',
      'pulled',
      'events',
      'links',
      'back',
      'ledger',
    ] as const
  ).filter((part) => bad.some((finding) => finding.part === part));
  // Dropping the run drops its retry.
  return parts
    .filter((part) => part !== 'retry' || !parts.includes('run'))
    .map((part) => ({
      part,
      files: bad.filter((finding) => finding.part === part).map(({ file }) => file),
      what: WHAT[part],
    }));
}

/** Does without a damaged part; the ledger is not one of these. */
export async function drop({ part, files: names }: Repair, state: State, system: System): Promise<void> {
  const { files } = system;
  if (part === 'run' || part === 'retry') {
    const own = part === 'run' ? state : state.retry;
    const { checkpoint, folder } = own.paths;
    if (part === 'run' && files.existsSync(checkpoint))
      await files.rename(checkpoint, `${checkpoint}.damaged`);
    if (names.includes(state.archive.name)) await state.setArchiveAside();
    await own.clear();
    if (part === 'retry') await files.rm(folder, { recursive: true, force: true });
    return;
  }
  if (part === 'files') {
    const { MAP_INDEX, repairMap } = await import('../../pipeline/files/map/open-file-map.ts');
    return await repairMap(state.kept, join(state.paths.folder, MAP_INDEX), files);
  }
  if (part === 'events') {
    const { KeptInbox } = await import('../live/inbox/kept-inbox.ts');
    await new KeptInbox({ folder: state.paths.folder, keepMs: 0 }, 'chatferry state repair', system).repair();
    return;
  }
  if (part === 'links') {
    const { KeptLinks } = await import('../live/lane/links/kept-links.ts');
    return new KeptLinks(state, files).rewrite();
  }
  if (part === 'back') return await beginBackAnew(state, files);
  if (part === 'former') return await dropDamaged(state.former);
  for (const name of names) await files.rm(`${state.paths.folder}/${name}`, { force: true });
}

/** Sets the ledger of what is carried back aside, and removes what rests on it. */
async function beginBackAnew({ paths }: State, files: System['files']): Promise<void> {
  const back = new State(join(paths.live, 'back'), files);
  await back.setLedgerAside('.damaged');
  await back.clear();
}

const MESSAGE_CHARS_MAX = 300;

/** The findings as text, one line each, and the next command. */
export function findingsText(
  findings: readonly StateFinding[],
  { style, folder, next }: { readonly style: Style; readonly folder: string; readonly next: string },
): string {
  const width = Math.max(0, ...findings.map(({ file }) => file.length));
  const bad = findings.filter(isBad).length;
  const verdict =
    bad === 0 ? style.green('sound') : style.red(`${bad} of ${findings.length} files damaged or lost`);
  return [
    `${style.bold(printable(fromHere(folder)))}  ${findings.length === 0 ? 'nothing is saved yet' : verdict}`,
    ...findings.map((finding) => findingLine(finding, width, style)),
    `  next  ${style.bold(next)}`,
    '',
  ].join('\n');
}

function findingLine(finding: StateFinding, width: number, style: Style): string {
  const { file, status, message, byte } = finding;
  const mark = isBad(finding) ? style.red('✖') : status === 'ok' ? style.green('✔') : style.yellow('!');
  const place = byte === undefined || message.includes('byte') ? '' : `, from byte ${byte}`;
  const shown = cut(printable(message), MESSAGE_CHARS_MAX);
  return `  ${mark} ${printable(file).padEnd(width)}  ${status.padEnd(9)}  ${shown}${place}`;
}

/** Text of what a repair does, for the question and for the result. */
export const repairsText = (repairs: readonly Repair[]): string =>
  repairs.map(({ files, what }) => `  ${files.map(printable).join(', ')}\n    ${what}\n`).join('');
