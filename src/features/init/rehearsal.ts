import type { Plan } from '../../delivery/plan.ts';
import type { ProblemGroup, Tally } from '../../delivery/tally/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
import { RunError } from '../../errors/run-error.ts';
import type { ExportSummary } from '../../exports/export-summary.ts';
import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import { loadPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import { apiOf, planOptions } from '../../session/connect.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { errorJson, type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
import { amount, argument, byteSize, cut, fromHere, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { dryRun } from '../validate/dry-run.ts';
import { type Question, questionLines } from './ask/answering.ts';

/** The findings of a dry run of a new pipeline, by entity. */
export type Rehearsal = {
  /** Entities whose rows are only some of those of their files. */
  readonly apart?: ReadonlySet<string>;
  readonly entities: Readonly<Partial<Record<EntityName, Landing>>>;
  readonly error?: RunError;
  /** The contents of the export of another chat system; absent if there is none. */
  readonly exported?: ExportSummary;
  /** Size or number of files that are too many for a dry run by the way. */
  readonly tooLarge?: string;
};

/** The fate of the rows of an entity. */
type Landing = {
  readonly read: number;
  /** Rows that would be sent. */
  readonly lands: number;
  readonly leftOut: number;
  readonly rejected: number;
  /** Why rows are rejected: codes with the number of rows and the first message. */
  readonly why: readonly Reason[];
  /** Rows that land as somebody else than may be meant; absent if there are none. */
  readonly doubtful?: Reason;
};

type Reason = { readonly code: string; readonly count: number; readonly message: string };

/** An estimate of minutes is not shown, so any limit will do. */
const PER_MINUTE = 60;

/** About a minute of reading. */
const BYTES_MAX = 500_000_000;
const FILES_MAX = 10_000;

/**
 * Checks the rows of a pipeline as `validate` does, to tell what would land; a pipeline that cannot be read is a result.
 * @param found the files; more than 500 MB or 10,000 files are left to `validate`
 */
export async function rehearse(
  file: string,
  { bytes, count }: { readonly bytes: number; readonly count: number },
  context: Runtime & Stderr,
): Promise<Rehearsal> {
  if (bytes > BYTES_MAX) return { entities: {}, tooLarge: `the files have ${byteSize(bytes)}` };
  if (count > FILES_MAX) return { entities: {}, tooLarge: `there are ${grouped(count)} files` };
  return await rehearsed(() => loadPipeline(file, context.env), context);
}

/** The same for a pipeline that is opened first. */
export async function rehearsed(open: () => Pipeline, context: Runtime & Stderr): Promise<Rehearsal> {
  try {
    const pipeline = open();
    await using workplace = temporaryWorkplace(context);
    const plan = await openPlan(pipeline, planOptions(pipeline, workplace, context.system.clock.now()));
    const { steps } = await dryRun(plan, {
      requestsPerMinute: PER_MINUTE,
      signal: context.signal,
      access: apiOf(pipeline),
      isSync: pipeline.sync !== undefined,
    });
    const { exported } = plan;
    return { entities: landings(plan, steps), ...(exported ? { exported } : {}) };
  } catch (error) {
    if (!(error instanceof RunError) || context.signal.aborted) throw error;
    return { entities: {}, error };
  }
}

function landings(
  { steps: planned }: Plan,
  steps: Partial<Record<EntityName, Tally>>,
): Rehearsal['entities'] {
  return Object.fromEntries(
    planned.flatMap(({ entity: { name } }) => {
      const tally = steps[name];
      return tally ? [[name, landing(tally)]] : [];
    }),
  );
}

/** The notice of rows that may be one person. */
const NEAR: NoticeCode = 'ID.CASE_DIFFERS';

function landing({ counts, problems, notices = {} }: Tally): Landing {
  const reason = (code: string, { count, samples: [first] }: ProblemGroup): Reason => {
    const value = code === NEAR && first?.value !== undefined ? `${first.value} ` : '';
    return { code, count, message: value + (first?.message ?? '') };
  };
  const why = Object.entries(problems)
    .map(([code, group]) => reason(code, group))
    .sort((a, b) => b.count - a.count);
  const near = notices[NEAR];
  return {
    read: counts.read,
    lands: counts.pending,
    leftOut: counts.skipped,
    rejected: counts.rejected + counts.blocked,
    why,
    ...(near ? { doubtful: reason(NEAR, near) } : {}),
  };
}

const REASONS_SHOWN = 3;
/** A tick is for all of an export: more rows that are left out are something to look at. */
const LOSS_SHARE = 0.05;

/** Reasons for which the reader of an export leaves messages out because it does not know where or when they belong. */
const LOST = [
  'withoutMembers',
  'unreadable',
  'unknownConversation',
  'unknownUser',
  'notInConversation',
  'timeInvalid',
];

/** A sentence about the messages of an export that nobody would find again, if they are more than a few. */
export function lossText({ kinds: { messages } }: ExportSummary): string | undefined {
  const found = LOST.flatMap((name) =>
    messages?.dropped[name] ? [[name, messages.dropped[name]] as const] : [],
  );
  const lost = found.reduce((sum, [, count]) => sum + count, 0);
  if (!messages || lost <= messages.read * LOSS_SHARE) return undefined;
  const reasons = found.map(([name, count]) => `${grouped(count)} ${name}`).join(', ');
  return `${grouped(lost)} of ${amount(messages.read, 'message')} would be skipped: ${reasons}; say in sources.export.shape what the tables are`;
}

const isLossy = (exported: ExportSummary | undefined): boolean =>
  exported !== undefined && lossText(exported) !== undefined;

/** A line for each entity, with the reasons of rows that would not land. */
function rehearsalLines({ entities, error, tooLarge, apart, exported }: Rehearsal, style: Style): string[] {
  if (tooLarge !== undefined)
    return [`  ${tooLarge}: chatferry validate counts the rows that would be imported`];
  if (error)
    return [
      `  ${style.yellow('!')} the pipeline does not work yet: ${printable(error.message)}`,
      `    → ${printable(error.hint)}`,
    ];
  return entriesOf(entities).flatMap(([name, { read, lands, leftOut, rejected, why, doubtful }]) => {
    const isShort = rejected > 0 || (leftOut > read * LOSS_SHARE && apart?.has(name) !== true);
    const isShown = isShort || (name === 'messages' && isLossy(exported));
    const mark = isShown || doubtful ? style.yellow('!') : style.green('✔');
    const more = [
      ...(leftOut > 0 ? [`${grouped(leftOut)} skipped`] : []),
      ...(rejected > 0 ? [`${grouped(rejected)} would be rejected`] : []),
    ];
    const reasons = (doubtful ? [doubtful] : []).concat(why).slice(0, REASONS_SHOWN);
    return [
      `  ${mark} ${name.padEnd(9)} ${grouped(lands)} of ${amount(read - leftOut, 'row')} would be imported${more.length > 0 ? `, ${more.join(', ')}` : ''}`,
      ...reasons.map(
        ({ code, count, message }) => `      ${grouped(count)} × ${code}: ${printable(cut(message, 100))}`,
      ),
    ];
  });
}

/** The result in one line. */
export const landingText = ({ entities, error }: Rehearsal): string =>
  error
    ? error.message
    : `${entriesOf(entities)
        .map(
          ([name, { read, lands, leftOut }]) =>
            `${name} ${grouped(lands)} of ${amount(read - leftOut, 'row')}`,
        )
        .join(', ')} would be imported`;

/** The result as JSON. */
export const rehearsalJson = ({ entities, error, tooLarge }: Rehearsal): object | null =>
  tooLarge !== undefined ? null : error ? { error: errorJson(error) } : entities;

/** The commands to type after a pipeline was written. */
export const nextCommands = (file: string): string[] =>
  ['validate', 'run', 'status'].map((verb) => `chatferry ${verb} ${argument(fromHere(file))}`);

const NEXT_COMMENTS = [
  'checks everything, sends nothing',
  'imports into the local sandbox',
  'shows the progress',
];

/** The same with what each command does. */
function nextLines(next: readonly string[]): string[] {
  const width = Math.max(...next.map((each) => each.length));
  return next.map(
    (each, at) => `  ${at === 0 ? 'next' : '    '}  ${each.padEnd(width)}   # ${NEXT_COMMENTS[at]}`,
  );
}

/** The pipeline file that was written, what it would land, and the commands to type. */
export function writtenText(
  file: string,
  rehearsal: Rehearsal,
  { style }: Pick<Stdout, 'style'>,
  more = '',
): string {
  return [
    `${isLossy(rehearsal.exported) ? style.yellow('!') : style.green('✔')} wrote ${printable(fromHere(file))}${more}`,
    ...rehearsalLines(rehearsal, style),
    ...nextLines(nextCommands(file)),
    '',
  ].join('\n');
}

const QUESTIONS_SHOWN = 12;

/** The open questions, and how to answer them; until then the pipeline is not run. */
export function openText(
  file: string,
  questions: readonly Question[],
  { style }: Pick<Stdout, 'style'>,
): string {
  const lines = questionLines(questions);
  const count = lines.length === 1 ? '1 question is' : `${lines.length} questions are`;
  const more = lines.length - QUESTIONS_SHOWN;
  return [
    `${style.yellow('!')} wrote ${printable(fromHere(file))}; ${count} open, so it cannot run yet`,
    ...lines.slice(0, QUESTIONS_SHOWN).map((line) => `  ${style.yellow('?')} ${printable(line)}`),
    ...(more > 0 ? [`    and ${more} more in the first lines of the file`] : []),
    '  next  repeat the command with --force and an --answer for each, or write the answers in place of "?"',
    '',
  ].join('\n');
}
