import { join } from 'node:path';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { didYouMean } from '../../errors/nearest.ts';
import { hintOf } from '../../errors/row-codes.ts';
import { exitCodes, type RunError, usageError } from '../../errors/run-error.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { openRejects, type Rejection, rejections } from '../../input/sources/rejects-source.ts';
import { isFiles, type Pipeline } from '../../pipeline/pipeline.ts';
import { openKept } from '../../state/open-kept.ts';
import { isDone, retryHint, State } from '../../state/state.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { amount, cut, fromHere, grouped, printable, printableJson } from '../../terminal/printable.ts';

/** Options of `chatferry rejects`. */
export type RejectsOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  /** Lists every row of this code; without it, some rows of every code. */
  readonly code: string | undefined;
};

type RejectGroup = {
  readonly code: string;
  readonly hint: string;
  count: number;
  readonly samples: Rejection[];
};

const SAMPLES_SHOWN = 3;

/** Shows the rows of a pipeline's rejects files by code, from its state alone. Returns the exit code. */
export async function showRejects(
  options: RejectsOptions,
  outside: Runtime & Stdout & Pick<Stderr, 'err'>,
): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const { paths, store } = new State(pipeline.stateFolder, context.system.files);
  await requireOwnFolder(paths.folder, context.system.files);
  const checkpoint = await store.load();
  const files = entityNames.flatMap((entity) =>
    Object.keys(checkpoint?.steps[entity]?.rejects ?? {}).map((name) => ({
      path: join(paths.rejects, name),
      delimiter: delimiterOf(pipeline.sources[entity]),
    })),
  );
  const places = files.map(({ path }) => path);
  const groups = await groupByCode(files, options, context);
  const shown = options.code === undefined ? groups : groups.filter(({ code }) => code === options.code);
  if (options.code !== undefined && shown.length === 0)
    throw noSuchCode(options.code, groups, options.pipeline);
  const rows = groups.reduce((sum, { count }) => sum + count, 0);
  const next = nextStep(checkpoint, places, pipeline, options);
  const body = { version: 1, command: 'rejects', pipeline: pipeline.name, rows, problems: shown };
  const found = { name: pipeline.name, hasRun: checkpoint !== undefined, rows, shown, places, next };
  context.out(
    context.json
      ? printableJson({ ...body, files: { rejects: places }, next })
      : rejectsText(found, options, context),
  );
  return exitCodes.ok;
}

type FoundRejects = {
  readonly name: string;
  readonly hasRun: boolean;
  readonly rows: number;
  readonly shown: readonly RejectGroup[];
  /** The rejects files. */
  readonly places: readonly string[];
  /** The next thing to do. */
  readonly next: string;
};

function rejectsText(found: FoundRejects, options: RejectsOptions, context: Pick<Stdout, 'style'>): string {
  const { style } = context;
  const { rows } = found;
  const none = found.hasRun ? style.green('no rejected rows') : 'not started';
  const lines = [
    `${style.bold(found.name)}  ${rows ? style.red(`${amount(rows, 'row')} rejected`) : none}`,
    '',
    ...found.shown.flatMap((group) => groupLines(group, options, context)),
    ...found.places.map((path) => `  rejects   ${printable(fromHere(path))}`),
    `  next      ${style.bold(found.next)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function nextStep(
  checkpoint: Checkpoint | undefined,
  files: readonly string[],
  pipeline: Pipeline,
  { pipeline: file }: RejectsOptions,
): string {
  if (!checkpoint) return `chatferry run ${file}`;
  if (!isDone(checkpoint)) return `the run is not finished:  chatferry run ${file}`;
  return files.length > 0 ? retryHint(files, file, pipeline) : 'nothing is left to do';
}

/** The delimiter that the sources of an entity declare. */
const delimiterOf = (specs: Pipeline['sources'][EntityName] = []): string | undefined =>
  specs.flatMap((spec) => (isFiles(spec) ? [spec.delimiter] : [])).find(Boolean);

function groupLines(
  { code, count, hint, samples }: RejectGroup,
  { pipeline }: RejectsOptions,
  { style }: Pick<Stdout, 'style'>,
): string[] {
  const lines = samples.map(
    ({ file, line, message }) =>
      `    ${printable(`${fromHere(file)}:${line}`)}  ${style.dim(cut(printable(message), 200))}`,
  );
  const more =
    count > samples.length
      ? [
          `    and ${grouped(count - samples.length)} more:  chatferry rejects ${pipeline} --code ${printable(code)}`,
        ]
      : [];
  const head = `${style.red('✖')} ${style.bold(printable(code))}  ${amount(count, 'row')}`;
  return [head, ...lines, ...more, `  → ${printable(hint)}`, ''];
}

/** Groups the rows by code, the most frequent first; with all rows of the given code, and some of the others. */
async function groupByCode(
  files: readonly { readonly path: string; readonly delimiter: string | undefined }[],
  { code, pipeline }: RejectsOptions,
  context: Runtime,
): Promise<RejectGroup[]> {
  const groups = new Map<string, RejectGroup>();
  for (const { path, delimiter } of files) {
    const source = await openRejects(path, 0, { delimiter }, context.system.files);
    for await (const rejection of rejections(source, context.signal)) {
      const group = groups.get(rejection.code) ?? {
        code: rejection.code,
        hint: hintOf(rejection.code, pipeline),
        count: 0,
        samples: [],
      };
      groups.set(rejection.code, group);
      group.count++;
      if (rejection.code === code || group.samples.length < SAMPLES_SHOWN) group.samples.push(rejection);
    }
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

function noSuchCode(code: string, groups: readonly RejectGroup[], pipeline: string): RunError {
  const codes = groups.map((group) => group.code);
  const text = `no row was rejected with the code ${code}${didYouMean(code, codes)}`;
  return usageError(text, { hint: `chatferry rejects ${pipeline}  shows every code` });
}
