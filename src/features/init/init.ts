import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunError, usageError } from '../../errors/run-error.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { RETENTION_DAYS } from '../../input/rows/retention.ts';
import { isZone } from '../../input/rows/time.ts';
import { relativeTo } from '../../inspection/trees/globs.ts';
import { mayHaveTables, type UnreadFile, unreadLines, WORKBOOK } from '../../inspection/trees/walk.ts';
import { checkDraft } from '../../pipeline/pipeline.ts';
import {
  type OldMessages,
  oldMessages,
  oldMessagesText,
  RETENTION_WAYS_OUT,
} from '../../report/result/old-messages.ts';
import { realFiles } from '../../system/files.ts';
import type { CommandContext, Stderr, Stdout } from '../../terminal/context.ts';
import { amount, cut, fromHere, printable, printableJson } from '../../terminal/printable.ts';
import {
  type Answers,
  answered,
  eachAnswer,
  fittingAnswers,
  type Question,
  questionLines,
} from './ask/answering.ts';
import { doubtsOf } from './check/doubts.ts';
import { rowKindOf } from './draft/changes.ts';
import { type Drafted, draftSources } from './draft/draft.ts';
import {
  initExport,
  nameOfFile,
  type OtherReading,
  otherReadings,
  pipelineBeside,
} from './exported/init-export.ts';
import { findExport, NONE, noExport, unsupported } from './exported/inspect-export.ts';
import { type ExportsWanted, inspectExports } from './files/exports.ts';
import { filesText, type Table, tablesOf } from './files/tables.ts';
import { recognisedText } from './guess/entity-guess.ts';
import { fieldsOf } from './guess/proposal.ts';
import {
  landingText,
  nextCommands,
  openText,
  type Rehearsal,
  rehearsalJson,
  rehearse,
  writtenText,
} from './rehearsal.ts';
import { pipelineText } from './text/pipeline-text.ts';

/** Options of `init`. */
export type InitOptions = Omit<ExportsWanted, 'except'> & {
  /** Takes the answers that the evidence is for, instead of asking. */
  readonly yes: boolean;
  /** Takes the files of an export of another chat system as tables. */
  readonly asTables: boolean;
  /** Overwrites an existing file. */
  readonly force: boolean;
  readonly out: string | undefined;
  readonly name: string | undefined;
  readonly zone: string | undefined;
  /** The system to read through its API, in place of files. */
  readonly api?: string | undefined;
  /** Answers to questions, by their id. */
  readonly answers: Answers;
};

const DAY_S = 86_400;
const SCHEMA = fileURLToPath(new URL('../../../schema/pipeline.json', import.meta.url));

/**
 * Inspects the files of a folder, asks what they do not tell, writes a commented pipeline for them, and says what would
 * land. Overwrites a file only with `force`.
 * @returns the exit code
 * @throws RunError `USAGE.INVALID`, `SOURCE.MISSING`, `EXPORT.NOT_READ`, or `STATE.UNWRITABLE` if the file cannot be written
 */
export async function init(options: InitOptions, context: CommandContext): Promise<number> {
  const { folder = '.' } = options;
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => true,
  );
  const file = resolve(options.out ?? pipelineBeside(folder, isFolder));
  await refuseEarly(options, file);
  const writing: Writing = {
    file,
    schema: relative(dirname(file), SCHEMA),
    write: (text) => write(file, text, options.force),
  };
  const { api, name: named } = options;
  if (api === undefined) return await initFiles(options, isFolder, writing, context);
  const { initApi } = await import('./api-draft.ts');
  return await initApi(api, { ...writing, name: named ?? api }, context);
}

/** The file that is written. */
type Writing = {
  readonly file: string;
  /** Path of the JSON Schema from it. */
  readonly schema: string;
  write(text: string): Promise<void>;
};

/** Writes a pipeline for files. */
async function initFiles(
  options: InitOptions,
  isFolder: boolean,
  { file, schema, write: writeText }: Writing,
  context: CommandContext,
): Promise<number> {
  const { folder = '.' } = options;
  const isNamed = Object.keys(options.files).length > 0;
  const isTables =
    isNamed || WORKBOOK.test(folder) || (options.asTables && (isFolder || mayHaveTables(folder)));
  const { found: exported, maybe } = isTables ? NONE : await findExport(folder, context);
  if (!isFolder && !isTables && exported.length === 0) {
    const why = await noExport(folder, context);
    // A file of rows is one table.
    if (why.code !== 'EXPORT.UNKNOWN' || !mayHaveTables(folder)) throw why;
  }
  const name = options.name ?? nameFor(isFolder ? folder : nameOfFile(folder));
  if (exported.length > 0) {
    const { zone, answers, yes } = options;
    return await initExport(
      exported,
      { path: folder, file, name, schema, zone, answers, yes, write: writeText },
      context,
    );
  }
  const before = Math.floor(context.system.clock.now() / 1_000) - RETENTION_DAYS * DAY_S;
  const found = await inspectExports(
    { ...options, folder: isNamed ? options.folder : folder, before, except: file },
    context,
  );
  const tables = tablesOf(found, dirname(file));
  const named = new Set(Object.keys(options.files));
  const drafted = (answers: Answers): Drafted => draftSources(tables, answers, named);
  const questionsOf = (some: Answers) => drafted(some).questions;
  const given = await fittingAnswers(
    questionsOf,
    new Map([
      ...eachAnswer(options.answers),
      ...(options.zone === undefined ? [] : [['zone', options.zone] as const]),
    ]),
    context,
  );
  const first = drafted(given);
  if (Object.keys(first.sources).length === 0 && first.questions.length === 0)
    throw (isTables ? undefined : await unsupported(folder, context)) ?? nothingFound(folder, []);
  if (!context.quiet) context.err(foundLines(first, [...found.leftOut, ...first.leftOut]));
  const answers = await answered(questionsOf, { yes: options.yes, given }, context);
  const draft = drafted(answers);
  if (Object.keys(draft.sources).length === 0) throw nothingFound(folder, draft.questions);
  const taken = [...answers].filter(([id]) => options.yes && !given.has(id));
  const doubts = [...doubtsOf(draft), ...likelyText(taken)];
  const old = oldMessagesIn(draft.chosen.of.get('messages') ?? [], before);
  const text = pipelineText({
    name,
    schema,
    sources: draft.sources,
    ...(old ? { oldMessages: `For a hosted target, of the rows read: ${oldMessagesText(old)}` } : {}),
    open: questionLines(needed(draft)),
    doubts,
    leftOut: unreadLines([...found.leftOut, ...draft.leftOut], nameFrom(dirname(file))),
  });
  checkDraft(text, file);
  await writeText(text);
  const apart = new Set(
    [...draft.chosen.of].flatMap(([entity, tables]) => (tables.some(rowKindOf) ? [entity] : [])),
  );
  const rehearsal = { ...(await rehearse(file, found, context)), apart };
  const place = { path: folder, file, name, zone: options.zone };
  const result: InitResult = {
    name,
    file,
    draft,
    doubts,
    leftOut: found.leftOut,
    old,
    rehearsal,
    others: await otherReadings(maybe, place, rehearsal, context),
  };
  if (context.json) context.out(resultJson(result));
  else resultText(result, context);
  return 0;
}

/** The answers that `--yes` gave, because the evidence is for them, or they give the least: at most three lines. */
function likelyText(taken: readonly (readonly [id: string, answer: string])[]): string[] {
  const line = (each: typeof taken): string =>
    `${each.map((pair) => pair.join(' is ')).join(', ')}, because nobody said it; change it with --answer ${each[0]?.[0]}=…`;
  return [taken.slice(0, 1), taken.slice(1, 2), taken.slice(2)].filter(({ length }) => length > 0).map(line);
}

/**
 * The messages among the rows read that a hosted service would refuse because of their age; undefined if there are none.
 * @param before epoch seconds, as given to the inspection
 */
function oldMessagesIn(tables: readonly Table[], before: number): OldMessages | undefined {
  const times = tables.flatMap(({ columns }) => {
    const sentAt = fieldsOf('messages', columns).get('sentAt');
    const time = columns.find(({ name }) => name === sentAt)?.time;
    return time?.older ? [time] : [];
  });
  const count = times.reduce((sum, { older = 0 }) => sum + older, 0);
  const oldest = Math.min(...times.map(({ first }) => Date.parse(first.endsWith('Z') ? first : `${first}Z`)));
  return oldMessages(
    { count, oldest: oldest / 1_000 },
    { days: RETENTION_DAYS, policy: 'reject', hosted: true, before },
  );
}

/** Refuses what can be refused before the files are read. */
async function refuseEarly({ zone, name, force, files }: InitOptions, file: string): Promise<void> {
  if (zone !== undefined && !isZone(zone))
    throw usageError(`--zone ${JSON.stringify(zone)} is not a time zone`, {
      hint: 'name a zone such as --zone Europe/Berlin',
    });
  if (name !== undefined && !/^[a-z0-9-]{1,64}$/.test(name))
    throw usageError(`--name ${JSON.stringify(name)} is not 1 to 64 of a-z, 0-9 and -`);
  const unknown = Object.keys(files).find((entity) => !entityNames.some((each) => each === entity));
  if (unknown !== undefined) throw usageError(`${unknown} is not an entity`);
  if (!force && (await exists(file)))
    throw usageError(`${fromHere(file)} already exists`, {
      hint: 'chatferry init --force  overwrites it, --out FILE  writes another',
    });
}

const nameFrom =
  (base: string) =>
  (path: string): string =>
    path.startsWith('/') ? relativeTo(base, path) : path;

function nameFor(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name.slice(0, 64) || 'migration';
}

function nothingFound(folder: string, questions: readonly Question[]): RunError {
  const [first] = questions;
  return new RunError(
    'SOURCE.MISSING',
    `no file of users, groups, members or messages was found in ${printable(folder)}`,
    {
      hint: first
        ? `say what its files are: ${printable(
            questions
              .map(({ id }) => `--answer ${id}=…`)
              .slice(0, 4)
              .join(' '),
          )}`
        : 'name the files: chatferry init --users FILE --groups FILE --members FILE --messages FILE',
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

/** The outcome of `init`. */
type InitResult = {
  readonly name: string;
  readonly file: string;
  readonly draft: Drafted;
  /** Doubts about it, a sentence each. */
  readonly doubts: readonly string[];
  /** Files that cannot be read. */
  readonly leftOut: readonly UnreadFile[];
  readonly old: OldMessages | undefined;
  readonly rehearsal: Rehearsal;
  /** The same files as exports. */
  readonly others: readonly OtherReading[];
};

/** A line for each table and for what is made of other rows. */
function foundLines({ chosen, sources }: Drafted, leftOut: readonly UnreadFile[]): string {
  const lines = entityNames.flatMap((entity) => [
    ...(chosen.of.get(entity) ?? []).map((table) => `${entity.padEnd(9)} ${tableText(table)}`),
    ...(sources[entity] ?? [])
      .filter(({ options: [first] }) => first?.key === 'from')
      .map(
        ({ remarks }) =>
          `${entity.padEnd(9)} made from messages: ${remarks.map((remark) => remark.replace(/^\? /, '')).join(', ')}`,
      ),
  ]);
  const left = unreadLines(leftOut, (path) => (path.startsWith('/') ? fromHere(path) : path)).map(
    (line) => `skipped   ${line}`,
  );
  return [...lines, ...left].map((line) => `  ${printable(cut(line, 200))}\n`).join('');
}

function tableText(table: Table): string {
  const { files, unread, rows, whole, paths, entity } = table;
  const names = cut(paths.map((path) => basename(path)).join(', '), 80);
  const count = `${whole ? '' : 'more than '}${amount(rows, 'row')}`;
  return `${names} (${files.length + unread.length > 1 ? `${filesText(table)}${unread.length > 0 ? ' were read' : ''}, ` : ''}${count}, ${recognisedText(entity?.evidence)})`;
}

/** The result for people. */
function resultText(
  { file, draft, doubts, old, rehearsal, others }: InitResult,
  context: Stdout & Stderr,
): void {
  const { errStyle, quiet, style } = context;
  if (old && !quiet)
    context.err(
      `  ${errStyle.yellow('!')} for a hosted target, in the rows that were read: ${oldMessagesText(old)}\n    → ${RETENTION_WAYS_OUT}\n`,
    );
  const questions = needed(draft);
  const optional = questionLines(draft.questions.filter(({ isOptional }) => isOptional));
  for (const doubt of doubts) context.out(`${style.yellow('!')} ${printable(doubt)}\n`);
  if (questions.length === 0) context.out(writtenText(file, rehearsal, context));
  else context.out(openText(file, questions, context));
  for (const line of optional) context.out(`  ${style.yellow('?')} ${printable(line)}\n`);
  for (const { system, source, rehearsal: other } of others)
    context.out(
      `  ${style.yellow('?')} these files can also be read as system: ${system}: ${printable(landingText(other))}\n    sources: { ${printable(source)} }\n`,
    );
}

/** The questions without whose answers the pipeline does not run. */
const needed = ({ questions }: Drafted): Question[] => questions.filter(({ isOptional }) => !isOptional);

/** The result for programs. */
function resultJson({ name, file, draft, doubts, leftOut, old, rehearsal, others }: InitResult): string {
  const { chosen, questions } = draft;
  const sources = entityNames.flatMap((entity) => {
    const tables = chosen.of.get(entity) ?? [];
    const derived = (draft.sources[entity] ?? []).some(({ options: [first] }) => first?.key === 'from');
    if (tables.length === 0 && !derived) return [];
    const files = tables.flatMap((table) => table.files.map(({ path }) => path));
    return [{ entity, files, derived }];
  });
  const body = {
    version: 1,
    exitCode: 0,
    pipeline: file,
    name,
    sources,
    leftOut: [...leftOut, ...draft.leftOut],
    questions: questions.map(({ check: _, ...question }) => question),
    doubts,
    dryRun: rehearsalJson(rehearsal),
    ...(others.length > 0
      ? { others: others.map((each) => ({ ...each, rehearsal: rehearsalJson(each.rehearsal) })) }
      : {}),
    ...(old ? { retention: old } : {}),
    next: needed(draft).length > 0 ? [] : nextCommands(file),
  };
  return printableJson(body);
}
