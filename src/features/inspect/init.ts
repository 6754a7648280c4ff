import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { isZone } from '../../input/rows/time.ts';
import { parsePipeline } from '../../pipeline/pipeline.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { cut, fromHere, grouped, printable } from '../../terminal/printable.ts';
import { type Choice, chosen, draftSource } from './draft.ts';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './inspection.ts';
import { pipelineText } from './pipeline-text.ts';

export type InitOptions = {
  readonly folder: string;
  /** Takes what the files look like for an answer. */
  readonly yes: boolean;
  /** Overwrites a file that is there. */
  readonly force: boolean;
  readonly out: string | undefined;
  readonly name: string | undefined;
  readonly zone: string | undefined;
  /** The files of an entity, where they are said; relative to where the command is typed. */
  readonly files: Readonly<Partial<Record<EntityName, readonly string[]>>>;
};

/** Rows of each file that are looked at. */
const ROWS_MAX = 10_000;
const FILES_MAX = 2_000;
const EXPORT = /\.(?:csv|tsv|ndjson|jsonl|json)(?:\.gz|\.zstd?)?$/i;
const NOT_EXPORTS = /^(?:package|package-lock|tsconfig|biome|report|checkpoint|plan)\.json$/i;

/** Looks at the files of a folder and writes a commented pipeline for them. Never overwrites without being told. */
export async function init(options: InitOptions, context: CommandContext): Promise<number> {
  const { out, err, style, json, quiet } = context;
  if (options.zone !== undefined && !isZone(options.zone))
    throw new RunError('USAGE.INVALID', `--zone ${JSON.stringify(options.zone)} is no time zone`, {
      hint: 'name one such as --zone Europe/Berlin',
    });
  const file = resolve(options.out ?? join(options.folder, 'pipeline.yaml'));
  if (!options.force && (await exists(file)))
    throw new RunError('USAGE.INVALID', `${fromHere(file)} is there already`, {
      hint: 'chatferry init --force  overwrites it, --out FILE  writes another',
    });
  const ask = options.yes ? undefined : context.ask;
  if (!options.yes && !ask)
    throw new RunError(
      'USAGE.INVALID',
      'there is no terminal to ask on, and these flags are missing: --yes',
      {
        hint: `chatferry init ${printable(options.folder)} --yes   (or answer by flag: --name, --users, --groups, --members, --messages, --zone, --out)`,
      },
    );
  const inspections = await inspectAll(options, context);
  let choices = chosen(inspections, new Set(Object.keys(options.files)));
  if (!quiet) for (const choice of choices) err(`  ${described(choice)}\n`);
  if (ask) choices = await confirmed(choices, ask);
  if (choices.length === 0) throw nothingFound(options.folder);
  const zone = options.zone ?? (ask && choices.some(needsZone) ? await askZone(ask) : undefined);
  const name = options.name ?? (await askName(ask, nameFor(options.folder)));
  const text = pipelineText({
    name,
    schema: relative(dirname(file), fileURLToPath(new URL('../../../schema/pipeline.json', import.meta.url))),
    sources: Object.fromEntries(
      choices.map((choice) => [choice.entity, draftSource(choice, dirname(file), zone)]),
    ),
  });
  parsePipeline(text, file, {});
  await write(file, text, options.force);
  const shown = fromHere(file);
  const next = [`chatferry validate ${shown}`, `chatferry run ${shown}`, `chatferry status ${shown}`];
  if (json) {
    const sources = choices.map(({ entity, files, left }) => ({
      entity,
      files: files.map(({ path }) => path),
      left: left.map(({ path }) => path),
    }));
    out(`${JSON.stringify({ version: 1, exitCode: 0, pipeline: file, name, sources, next }, null, 2)}\n`);
  } else out(`${style.green('✔')} wrote ${printable(shown)}; lines with "?" want your eye\n${steps(next)}`);
  return 0;
}

const WHAT = ['says what is wrong, sends nothing', 'into the sandbox, on this machine', 'says how far it is'];

function steps(next: readonly string[]): string {
  const width = Math.max(...next.map((each) => each.length));
  return next
    .map((each, at) => `  ${at === 0 ? 'next' : '    '}  ${each.padEnd(width)}   # ${WHAT[at]}\n`)
    .join('');
}

async function inspectAll(
  { folder, files, zone }: InitOptions,
  context: CommandContext,
): Promise<Inspection[]> {
  const told = entityNames.flatMap((entity) =>
    (files[entity] ?? []).map((path) => ({ path: resolve(path), entity })),
  );
  const taken = new Set(told.map(({ path }) => path));
  const others = (await exportsIn(folder))
    .filter((path) => !taken.has(path))
    .map((path) => ({ path, entity: undefined }));
  const found: Inspection[] = [];
  for (const { path, entity } of [...told, ...others]) {
    try {
      found.push(await inspectFile(path, { entity, zone, rowsMax: ROWS_MAX }, context.signal));
    } catch (error) {
      // A file that was named must be readable; one that lies about may be anything.
      if (!(error instanceof RunError) || entity !== undefined || context.signal.aborted) throw error;
      context.err(
        `  ${context.errStyle.yellow('!')} left out ${printable(cut(`${fromHere(path)}: ${error.message}`, 200))}\n`,
      );
    }
  }
  return found;
}

async function exportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new RunError('SOURCE.MISSING', `the folder ${folder} cannot be read: ${error.code}`, {
      cause: error,
    });
  });
  const paths = entries
    .filter((entry) => entry.isFile() && EXPORT.test(entry.name) && !NOT_EXPORTS.test(entry.name))
    .map(({ name }) => resolve(folder, name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (paths.length <= FILES_MAX) return paths;
  throw new RunError('USAGE.INVALID', `${folder} holds ${paths.length} exports, more than ${FILES_MAX}`, {
    hint: 'name the files of each entity, for example  --messages FILE FILE',
  });
}

function described({ entity, files, left }: Choice): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const names = cut(files.map(({ path }) => basename(path)).join(', '), 80);
  const more = files.some(({ whole }) => !whole) ? 'more than ' : '';
  const beside =
    left.length === 0 ? '' : `; not ${cut(left.map(({ path }) => basename(path)).join(', '), 60)}`;
  return printable(
    `${entity.padEnd(9)} ${names} (${more}${grouped(rows)} rows, by ${files[0]?.entity?.evidence}${beside})`,
  );
}

type Ask = NonNullable<CommandContext['ask']>;

async function confirmed(choices: readonly Choice[], ask: Ask): Promise<Choice[]> {
  const kept: Choice[] = [];
  for (const choice of choices) {
    const names = printable(cut(choice.files.map(({ path }) => basename(path)).join(', '), 60));
    const answer = await ask(`${choice.entity} from ${names}? [Y/n] `);
    if (!/^n/i.test(answer.trim())) kept.push(choice);
  }
  return kept;
}

const needsZone = ({ files }: Choice): boolean =>
  files.some(({ columns }) => columns.some(({ time }) => time && !time.zoned));

async function askZone(ask: Ask): Promise<string | undefined> {
  const answer = (
    await ask('some times name no zone; which is it, such as Europe/Berlin? [decide later] ')
  ).trim();
  if (answer === '') return undefined;
  return isZone(answer) ? answer : askZone(ask);
}

const NAME = /^[a-z0-9-]{1,64}$/;

async function askName(ask: Ask | undefined, proposed: string): Promise<string> {
  const answer = ask ? (await ask(`name of the pipeline? [${proposed}] `)).trim() : '';
  return answer === '' ? proposed : NAME.test(answer) ? answer : askName(ask, proposed);
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
    const { code } = error as NodeJS.ErrnoException;
    throw new RunError('STATE.UNWRITABLE', `${fromHere(file)} cannot be written: ${code}`, { cause: error });
  }
}
