import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunError } from '../../errors/run-error.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import { isZone } from '../../input/rows/time.ts';
import { parsePipeline } from '../../pipeline/pipeline.ts';
import { RETENTION_DAYS } from '../../pipeline/pipeline-schema.ts';
import {
  type OldMessages,
  oldMessages,
  oldMessagesText,
  RETENTION_WAYS_OUT,
} from '../../report/result/old-messages.ts';
import { realFiles } from '../../system/files.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { cut, fromHere, grouped, printable } from '../../terminal/printable.ts';
import { type Ask, askName, askZone, confirmed, needsZone } from './ask/questions.ts';
import { type Choice, chosen, draftSource } from './draft/draft.ts';
import { type ExportsWanted, inspectExports } from './files/exports.ts';
import { pipelineText } from './text/pipeline-text.ts';

/** Options of `init`. */
export type InitOptions = ExportsWanted & {
  /** Accepts what was detected instead of asking. */
  readonly yes: boolean;
  /** Overwrites an existing file. */
  readonly force: boolean;
  readonly out: string | undefined;
  readonly name: string | undefined;
};

/**
 * Inspects the files of a folder and writes a commented pipeline for them. Overwrites a file only with `force`.
 * @returns the exit code
 * @throws RunError `USAGE.INVALID`, `SOURCE.MISSING`, or `STATE.UNWRITABLE` if the file cannot be written
 */
export async function init(options: InitOptions, context: CommandContext): Promise<number> {
  const nowMs = context.system.clock.now();
  const file = resolve(options.out ?? join(options.folder, 'pipeline.yaml'));
  await refuseEarly(options, file);
  const ask = askerOf(options, context);
  const before = Math.floor(nowMs / 1_000) - RETENTION_DAYS * DAY_S;
  const inspections = await inspectExports({ ...options, before }, context);
  let choices = chosen(inspections, new Set(Object.keys(options.files)));
  if (!context.quiet) for (const choice of choices) context.err(`  ${described(choice)}\n`);
  if (ask) choices = await confirmed(choices, ask);
  if (choices.length === 0) throw nothingFound(options.folder);
  const zone = options.zone ?? (ask && choices.some(needsZone) ? await askZone(ask) : undefined);
  const name = options.name ?? (await askName(ask, nameFor(options.folder)));
  const old = oldMessagesIn(choices, before);
  const text = draftText(name, choices, file, zone, old);
  parsePipeline(text, file, {});
  await write(file, text, options.force);
  if (old && !context.quiet) context.err(ageWarning(old, context));
  context.out(context.json ? asJson(name, choices, file, old) : asText(file, context));
  return 0;
}

/** Refuses what can be refused before the files are read. */
async function refuseEarly({ zone, force }: InitOptions, file: string): Promise<void> {
  if (zone !== undefined && !isZone(zone))
    throw new RunError('USAGE.INVALID', `--zone ${JSON.stringify(zone)} is not a time zone`, {
      hint: 'name one such as --zone Europe/Berlin',
    });
  if (!force && (await exists(file)))
    throw new RunError('USAGE.INVALID', `${fromHere(file)} already exists`, {
      hint: 'chatferry init --force  overwrites it, --out FILE  writes another',
    });
}

/** How to ask the user; undefined if no question is asked. */
function askerOf({ yes, folder }: InitOptions, { ask }: CommandContext): Ask | undefined {
  if (yes) return undefined;
  if (ask) return ask;
  const flags = '--name, --users, --groups, --members, --messages, --zone, --out';
  throw new RunError('USAGE.INVALID', 'there is no terminal to ask on, and these flags are missing: --yes', {
    hint: `chatferry init ${printable(folder)} --yes   (or answer by flag: ${flags})`,
  });
}

const DAY_S = 86_400;

/**
 * The messages among the rows read that a hosted service would refuse because of their age; undefined if there are none.
 * @param before epoch seconds, as given to the inspection
 */
function oldMessagesIn(choices: readonly Choice[], before: number): OldMessages | undefined {
  const files = choices.find(({ entity }) => entity === 'messages')?.files ?? [];
  const times = files.flatMap(({ columns, proposal }) => {
    const column = columns.find(({ name }) => name === proposal?.fields['sentAt']);
    return column?.time?.older ? [column.time] : [];
  });
  const count = times.reduce((sum, { older = 0 }) => sum + older, 0);
  const oldest = Math.min(...times.map(({ first }) => Date.parse(first.endsWith('Z') ? first : `${first}Z`)));
  return oldMessages(
    { count, oldest: oldest / 1_000 },
    { days: RETENTION_DAYS, policy: 'reject', hosted: true, before },
  );
}

const SCHEMA = fileURLToPath(new URL('../../../schema/pipeline.json', import.meta.url));

const draftText = (
  name: string,
  choices: readonly Choice[],
  file: string,
  zone: string | undefined,
  old: OldMessages | undefined,
): string =>
  pipelineText({
    name,
    ...(old ? { oldMessages: `For a hosted target, of the rows read: ${oldMessagesText(old)}` } : {}),
    schema: relative(dirname(file), SCHEMA),
    sources: Object.fromEntries(
      choices.map((choice) => [choice.entity, draftSource(choice, dirname(file), zone)]),
    ),
  });

function ageWarning(old: OldMessages, { errStyle }: CommandContext): string {
  return `  ${errStyle.yellow('!')} for a hosted target, of the rows read: ${oldMessagesText(old)}\n    → ${RETENTION_WAYS_OUT}\n`;
}

function asJson(
  name: string,
  choices: readonly Choice[],
  file: string,
  old: OldMessages | undefined,
): string {
  const sources = choices.map(({ entity, files, left }) => ({
    entity,
    files: files.map(({ path }) => path),
    left: left.map(({ path }) => path),
  }));
  const next = nextCommands(file);
  const body = {
    version: 1,
    exitCode: 0,
    pipeline: file,
    name,
    sources,
    ...(old ? { retention: old } : {}),
    next,
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

const asText = (file: string, { style }: CommandContext): string =>
  `${style.green('✔')} wrote ${printable(fromHere(file))}; check the lines with "?"\n${steps(nextCommands(file))}`;

const nextCommands = (file: string): string[] =>
  ['validate', 'run', 'status'].map((verb) => `chatferry ${verb} ${printable(fromHere(file))}`);

const NEXT_COMMENTS = [
  'says what is wrong, sends nothing',
  'imports into the sandbox, on this machine',
  'shows how far the run is',
];

function steps(next: readonly string[]): string {
  const width = Math.max(...next.map((each) => each.length));
  return next
    .map((each, at) => `  ${at === 0 ? 'next' : '    '}  ${each.padEnd(width)}   # ${NEXT_COMMENTS[at]}\n`)
    .join('');
}

function described({ entity, files, left }: Choice): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const names = cut(files.map(({ path }) => basename(path)).join(', '), 80);
  const more = files.some(({ whole }) => !whole) ? 'more than ' : '';
  const leftOut =
    left.length === 0 ? '' : `; not ${cut(left.map(({ path }) => basename(path)).join(', '), 60)}`;
  return printable(
    `${entity.padEnd(9)} ${names} (${more}${grouped(rows)} rows, by ${files[0]?.entity?.evidence}${leftOut})`,
  );
}

function nameFor(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name.slice(0, 64) || 'migration';
}

function nothingFound(folder: string): RunError {
  return new RunError(
    'SOURCE.MISSING',
    `no export of users, groups, members or messages was found in ${folder}`,
    {
      hint: 'name the files: chatferry init --users FILE --groups FILE --members FILE --messages FILE',
    },
  );
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function write(file: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const failure = diskFailure(error, fromHere(file), { access: 'write', files: realFiles });
    if (failure) throw failure;
    const { code } = error as NodeJS.ErrnoException;
    throw new RunError('STATE.UNWRITABLE', `${fromHere(file)} cannot be written: ${code}`, { cause: error });
  }
}
