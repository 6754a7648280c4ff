import { basename, dirname, relative, resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import {
  type AllPolicies,
  DEFAULT_EXPORT_POLICIES,
  exportPolicyValues,
} from '../../../exports/export-rules.ts';
import type { ExportKind, ExportSummary } from '../../../exports/export-summary.ts';
import { type FoundReader, type ShapeDraft, shapeDrafter } from '../../../exports/readers.ts';
import { DEFAULT_POLICIES, type Policies } from '../../../input/entities/policies.ts';
import { checkDraft, checkPipeline } from '../../../pipeline/pipeline.ts';
import { exportLines } from '../../../report/result/export-lines.ts';
import { temporaryWorkplace } from '../../../session/workplace/workplace.ts';
import type { Questions, Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
import { argument, printable, printableJson } from '../../../terminal/printable.ts';
import { type Answers, answered, questionLines } from '../ask/answering.ts';
import {
  lossText,
  nextCommands,
  openText,
  type Rehearsal,
  rehearsalJson,
  rehearsed,
  writtenText,
} from '../rehearsal.ts';
import { flow, footLines, headLines, mapLines, oneLine } from '../text/pipeline-text.ts';

/** The facts that a pipeline for an export is written from. */
export type InitExport = {
  /** The file, the folder or the archive. */
  readonly path: string;
  /** The pipeline file to write. */
  readonly file: string;
  readonly name: string;
  readonly schema: string;
  readonly zone: string | undefined;
  /** The statements of `shape`, as answers to questions. */
  readonly answers: Answers;
  /** Takes the answers that the evidence is for, instead of asking. */
  readonly yes: boolean;
  /** Writes the file. */
  write(text: string): Promise<void>;
};

/**
 * Writes a commented pipeline for the export of another chat system, after a dry run of it.
 * @returns the exit code
 * @throws RunError `EXPORT.UNKNOWN` if the files may be of several systems; the error of an export that cannot be read
 */
export async function initExport(
  found: readonly FoundReader[],
  { path, file, name, schema, zone, answers, yes, write }: InitExport,
  context: Runtime & Stdout & Stderr & Questions,
): Promise<number> {
  const [one, ...others] = found;
  if (!one || others.length > 0)
    throw new RunError(
      'EXPORT.UNKNOWN',
      `${printable(path)} may be an export of several systems: ${found.map(({ reader }) => reader.label).join(', ')}`,
    );
  const draft = await draftOf(one, { path, answers, yes }, context);
  const shape = draft
    ? { ...Object.fromEntries([...answers].filter(isOfAll)), ...draft.shape }
    : statements(answers);
  const source = {
    ...sourceOf(one, { path, file, zone }),
    ...(Object.keys(shape).length > 0 ? { shape } : {}),
  };
  if (draft && draft.questions.length > 0) {
    const text = exportPipelineText({ name, schema, source, draft, doubts: draft.doubts });
    checkDraft(text, file);
    await write(text);
    showOpen({ file, name, system: one.reader.system, draft }, context);
    return 0;
  }
  const rehearsal = await rehearsedExport(source, { file, name }, context);
  const { error, exported } = rehearsal;
  if (error?.code === 'EXPORT.ZONE_MISSING')
    throw new RunError(error.code, error.message, {
      hint: `name the zone:  chatferry init ${argument(path)} --zone Europe/Berlin`,
      missingFlags: ['--zone'],
    });
  if (error || !exported) throw error ?? new RunError('EXPORT.UNKNOWN', `${path} is not an export`);
  const loss = lossText(exported);
  const doubts = (draft?.doubts ?? []).concat(loss ?? []);
  const text = exportPipelineText({ name, schema, source, draft, doubts, summary: exported });
  checkDraft(text, file);
  await write(text);
  const { system } = one.reader;
  show({ file, name, rehearsal, exported, system, doubts }, context);
  return 0;
}

/** Answers such as `messages.table=posts` as parts of a shape. */
function statements(answers: Answers): Record<string, unknown> {
  const shape: Record<string, unknown> = {};
  for (const [id, answer] of answers) {
    const [part = '', ...field] = id.split('.');
    const value = answer === 'false' ? false : answer;
    shape[part] = field.length === 0 ? answer : { ...(shape[part] as object), [field.join('.')]: value };
  }
  return shape;
}

/** True for what is said of the export as a whole, and not of one of its tables. */
const isOfAll = ([id]: readonly [string, string]): boolean => !id.includes('.');

/** The shape of an export whose tables are not clear, after the questions; undefined if it needs none. */
async function draftOf(
  found: FoundReader,
  { path, answers, yes }: Pick<InitExport, 'path' | 'answers' | 'yes'>,
  context: Runtime & Stdout & Stderr & Questions,
): Promise<ShapeDraft | undefined> {
  const drafted = await drafterOf(found, path, answers, context);
  if (!drafted) return undefined;
  return drafted(await answered((some) => drafted(some).questions, { yes, given: answers }, context));
}

/** Drafts the shape of an export with some answers; undefined if its tables are clear. */
export async function drafterOf(
  found: FoundReader,
  path: string,
  answers: Answers,
  context: Runtime & Stderr,
): ReturnType<typeof shapeDrafter> {
  await using workplace = temporaryWorkplace(context);
  const ofAll = Object.fromEntries([...answers].filter(isOfAll));
  return await shapeDrafter(found, resolve(path), ofAll, context.system.files, workplace);
}

/** The lines of a drafted shape, with its open questions as comments. */
export function shapeLines({ shape, remarks, questions }: ShapeDraft): string[] {
  const asked = new Map(questions.map((question) => [question.id, questionLines([question])[0] ?? '']));
  const parts = new Set([...Object.keys(shape), ...Object.keys(remarks)]);
  return [...parts].flatMap((part) => {
    const said = shape[part] ?? {};
    if (typeof said !== 'object') return [`${part}: ${flow(said)}`];
    const { where = {}, types = {}, ...fields } = said as Readonly<Record<string, unknown>>;
    const asks = (within: string) =>
      Object.fromEntries(
        [...asked].flatMap(([id, line]) =>
          id.startsWith(within) ? [[id.slice(within.length), line] as const] : [],
        ),
      );
    const within = (name: string, values: object): string[] => {
      const lines = mapLines(values as Record<string, unknown>, asks(`${part}.${name}.`));
      return lines.length > 0 ? [`  ${name}:`, ...lines.map((line) => `    ${line}`)] : [];
    };
    if (Array.isArray(said)) return [`${part}: ${flow(said)}`];
    return [
      ...(shape[part] ? [`${part}:`] : []),
      ...mapLines(fields, asks(`${part}.`)).map((line) => `  ${line}`),
      ...within('types', types as object),
      ...within('where', where as object),
      ...(remarks[part] ?? []).map((remark) => `  # ${oneLine(remark)}`),
    ];
  });
}

type ExportPlace = Pick<InitExport, 'path' | 'file' | 'zone'>;

const sourceOf = ({ reader }: FoundReader, { path, file, zone }: ExportPlace) => ({
  system: reader.system,
  path: relative(dirname(file), resolve(path)) || '.',
  ...(zone === undefined ? {} : { zone }),
});

const rehearsedExport = (
  source: object,
  { file, name }: Pick<InitExport, 'file' | 'name'>,
  context: Runtime & Stderr,
): Promise<Rehearsal> =>
  rehearsed(
    () => checkPipeline({ version: 1, name, target: 'sandbox', sources: { export: source } }, file, {}),
    context,
  );

/** Another reading of the files, and what would become of their rows. */
export type OtherReading = {
  readonly system: string;
  /** The line that the pipeline would have below `sources:`. */
  readonly source: string;
  readonly rehearsal: Rehearsal;
};

/** The rows of all entities that would be imported. */
const landed = ({ entities }: Rehearsal): number =>
  Object.values(entities).reduce((sum, { lands }) => sum + lands, 0);

/** Files that were taken as tables, as exports of the systems in which no fewer of their rows would be imported. */
export async function otherReadings(
  maybe: readonly FoundReader[],
  place: ExportPlace & Pick<InitExport, 'name'>,
  asTables: Rehearsal,
  context: Runtime & Stderr,
): Promise<readonly OtherReading[]> {
  const least = Math.max(1, landed(asTables));
  const readings: OtherReading[] = [];
  for (const one of maybe) {
    const source = sourceOf(one, place);
    const rehearsal = await rehearsedExport(source, place, context);
    if (landed(rehearsal) < least) continue;
    readings.push({ system: source.system, source: `export: ${flow(source)}`, rehearsal });
  }
  return readings;
}

type Open = {
  readonly file: string;
  readonly name: string;
  readonly system: string;
  readonly draft: ShapeDraft;
};

const doubtLines = (doubts: readonly string[], { style }: Pick<Stdout, 'style'>): string[] =>
  doubts.map((doubt) => `  ${style.yellow('!')} ${printable(doubt)}`);

function showOpen({ file, draft: { questions, doubts }, ...known }: Open, context: Stdout): void {
  if (!context.json)
    return void context.out([...doubtLines(doubts, context), openText(file, questions, context)].join('\n'));
  const asked = questions.map(({ check: _, ...question }) => question);
  const result = { version: 1, exitCode: 0, pipeline: file, ...known, questions: asked, doubts, next: [] };
  context.out(printableJson(result));
}

type Shown = {
  readonly file: string;
  readonly name: string;
  readonly system: string;
  readonly rehearsal: Rehearsal;
  readonly exported: NonNullable<Rehearsal['exported']>;
  readonly doubts: readonly string[];
};

function show({ file, name, system, rehearsal, exported, doubts }: Shown, context: Stdout): void {
  if (context.json) {
    const result = { version: 1, exitCode: 0, pipeline: file, name, system, export: exported, doubts };
    context.out(printableJson({ ...result, dryRun: rehearsalJson(rehearsal), next: nextCommands(file) }));
    return;
  }
  context.out(
    [
      ...exportLines(exported),
      ...doubtLines([...doubts, ...exported.notes], context),
      writtenText(file, rehearsal, context),
    ].join('\n'),
  );
}

/** The path of the pipeline of an export: in its folder, or beside its file. */
export const pipelineBeside = (path: string, isFolder: boolean): string =>
  resolve(isFolder ? path : dirname(resolve(path)), 'pipeline.yaml');

/** A name for the pipeline of a file, without its ending. */
export const nameOfFile = (path: string): string => basename(path).replace(/\.[a-z0-9]{1,6}$/i, '');

/** A pipeline for the export of another chat system. */
type ExportDraft = {
  readonly name: string;
  /** Path of the JSON Schema, for editors. */
  readonly schema: string;
  readonly source: Readonly<Record<string, unknown>>;
  /** Its shape, if its tables are not clear by themselves. */
  readonly draft: ShapeDraft | undefined;
  readonly doubts: readonly string[];
  /** Absent if its rows cannot be read, because a question is open. */
  readonly summary?: ExportSummary;
};

/** The text of a commented pipeline file: what the export has, and every policy that decides about it at its default. */
function exportPipelineText({ name, schema, source, draft, doubts, summary }: ExportDraft): string {
  const { shape, ...rest } = source;
  const parts = draft && Object.keys(shape as object).filter((key) => !Object.hasOwn(draft.shape, key));
  return `${[
    `# yaml-language-server: $schema=${schema}`,
    '#',
    '# Written by chatferry init from the contents of the export.',
    ...questionLines(draft?.questions ?? []).map((text) => `# ? ${oneLine(text)}`),
    ...doubts.map((text) => `# ! ${oneLine(text)}`),
    ...(summary?.notes ?? []).map((note) => `# note: ${oneLine(note)}`),
    ...headLines(name),
    'sources:',
    ...(summary ? exportLines(summary) : []).map((line) => `  #${oneLine(line.slice(1))}`),
    ...(draft
      ? [
          '  export:',
          ...Object.entries(rest).map(([key, value]) => `    ${key}: ${flow(value)}`),
          '    shape:',
          ...(parts ?? []).map((key) => `      ${key}: ${flow((shape as Record<string, unknown>)[key])}`),
          ...shapeLines(draft).map((line) => `      ${line}`),
        ]
      : [`  export: ${flow(source)}`]),
    ...(source['filesBase'] === undefined
      ? ['  # If you publish the files of the export:  filesBase: https://files.example.com/export/']
      : []),
    '  # To import only a part, add one of these to export:',
    '  #   include: { conversations: [general, "team-*"] }     by id or name; also users, types',
    '  #   exclude: { users: ["test*"], types: [direct] }      and everything that these users wrote',
    '  #   since: 2024-01-01                                   only messages from then on; until: only messages before',
    '',
    '# How to handle what the service has no field for. These are the defaults.',
    'policies:',
    ...policyLines(summary),
    ...footLines(),
  ].join('\n')}\n`;
}

/** The kinds that a policy decides about; the policies without one are always shown. */
const DECIDES: Readonly<Partial<Record<keyof AllPolicies, ExportKind>>> = {
  threads: 'replies',
  reactions: 'reactions',
  edits: 'edits',
  deletions: 'deletions',
  deleted: 'deletions',
  pins: 'pins',
  topics: 'topics',
  attachments: 'attachments',
};

const VALUES: Readonly<Record<keyof Policies, readonly string[]>> = {
  threads: ['metadata', 'write', 'drop'],
  reactions: ['metadata', 'write', 'drop'],
  pins: ['metadata', 'write', 'drop'],
  edits: ['metadata', 'drop'],
  deletions: ['drop', 'metadata'],
  unread: ['read', 'keep'],
};

function policyLines({ kinds }: Partial<ExportSummary> = {}): string[] {
  const defaults: Readonly<Record<string, string>> = {
    ...DEFAULT_POLICIES,
    ...DEFAULT_EXPORT_POLICIES,
    unread: 'read',
  };
  const values: Readonly<Record<string, readonly string[]>> = { ...VALUES, ...exportPolicyValues };
  return Object.entries(values).flatMap(([policy, all]) => {
    const kind = DECIDES[policy as keyof AllPolicies];
    const count = kind && kinds?.[kind]?.read;
    if (kind && kinds && !count) return [];
    const chosen = defaults[policy] as string;
    const others = all.filter((value) => value !== chosen).join(', ');
    const line = `  ${policy}: ${chosen}`;
    return [`${line.padEnd(26)} # or ${others}${count ? `; ${count} in the export` : ''}`];
  });
}
