import type { RemovalResult } from '../../delivery/removal/removal-account.ts';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { makeReport, type Report } from '../../report/result/report.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { errorJson, type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
import { printableJson } from '../../terminal/printable.ts';
import type { UndoSession } from './open-undo.ts';
import { leftText, type PutBackResult } from './put-back-counts.ts';
import type { RemovedFiles, UndoDocument, UndoDone, UndoPreview } from './undo-document.ts';
import { laterText } from './undo-files.ts';
import { hasWork, type UndoPlan } from './undo-plan.ts';
import { adviceOn, undoPlanText, undoResultText } from './undo-text.ts';

/** The JSON output of `undo`, with the properties that it always has. */
export const undoJson = (
  body: Omit<UndoPreview, 'version' | 'command'> | Omit<UndoDone, 'version' | 'command'>,
): string => printableJson({ version: 1, command: 'undo', ...body } satisfies UndoDocument);

/** Shows what would be removed and put back; returns the exit code. Reports `UNDO.STALE` for the id of another plan. */
export function showUndoPlan(plan: UndoPlan, session: UndoSession, context: Stdout & Stderr): number {
  const { pipeline, includeUsed, confirm } = session.options;
  const command = `chatferry undo ${pipeline}${includeUsed ? ' --include-used' : ''} --confirm ${plan.id}`;
  const isEmpty = !hasWork(plan);
  const later = laterText(plan.givenUp, session.options);
  const next = isEmpty ? (later ?? 'nothing is left to do') : command;
  const stale =
    confirm === undefined || isEmpty
      ? undefined
      : new RunError('UNDO.STALE', `${confirm} is not the id of what would be removed now`, {
          hint: command,
        });
  if (context.json) context.out(planJson(plan, session, next, stale));
  else context.out(undoPlanText(plan, { style: context.style, next }));
  if (stale) context.err(errorBlock(stale, context));
  return stale?.exitCode ?? exitCodes.ok;
}

function planJson(
  plan: UndoPlan,
  { connection }: UndoSession,
  next: string,
  stale: RunError | undefined,
): string {
  const { id, counts, putBack, cost, inUse, files } = plan;
  return undoJson({
    exitCode: stale?.exitCode ?? exitCodes.ok,
    dry: true,
    target: connection.shown,
    ...(hasWork(plan) ? { confirm: id } : {}),
    entities: counts,
    ...(Object.keys(putBack).length > 0 ? { putBack } : {}),
    requests: { core: cost.core, standard: cost.standard },
    minutes: Math.ceil(cost.minutes),
    ...(files ? { files } : {}),
    inUse,
    next,
    ...(stale ? { error: errorJson(stale) } : {}),
  });
}

/** Result of an undo. */
export type UndoResult = RemovalResult & {
  readonly putBack: PutBackResult;
  readonly files?: RemovedFiles | undefined;
};

/** Parts that the trace of an undo needs. */
type UndoEnd = {
  readonly result: UndoResult;
  readonly hasFailed: boolean;
  readonly session: UndoSession;
  readonly startedAt: Date;
};

/** The report of an undo, for its trace. */
export function undoReport(
  { result, hasFailed, session, startedAt }: UndoEnd,
  { commandLine }: Pick<Runtime, 'commandLine'>,
): Report {
  const { pipeline, connection, system, state } = session;
  return makeReport({
    command: 'undo',
    commandLine,
    pipeline: pipeline.name,
    target: connection.shown,
    exitCode: hasFailed ? exitCodes.rejected : exitCodes.ok,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date(system.clock.now()).toISOString(),
    steps: {},
    requests: session.requests.counts(),
    removed: result.counts,
    warnings: [
      ...result.problems.map((problem) => problemText(problem, 'removed')),
      ...result.putBack.problems.map((problem) => problemText(problem, 'restored')),
      ...(result.putBack.left.count > 0 ? [leftText(result.putBack.left.count)] : []),
    ],
    files: { rejects: [], log: state.paths.log },
  });
}

const problemText = ({ entity, code, count }: RemovalResult['problems'][number], done: string): string =>
  `${count} ${entity} could not be ${done} (${code}): ${adviceOn(code)}`;

/** Shows what was removed and put back; returns the exit code. */
export function showUndoResult(
  result: UndoResult,
  hasFailed: boolean,
  { options, connection }: UndoSession,
  context: Pick<Runtime, 'commandLine'> & Stdout,
): number {
  const exitCode = hasFailed ? exitCodes.rejected : exitCodes.ok;
  const kept = Object.values(result.counts).reduce((sum, counts) => sum + counts.kept, 0);
  const later = laterText(result.files?.shared ?? 0, options);
  const left =
    kept === 0
      ? (later ?? 'nothing is left to do')
      : `${kept === 1 ? '1 row stays' : `${kept} rows stay`} in the service`;
  const next = hasFailed
    ? `${context.commandLine}  retries the rest`
    : `${left}; to start over:  chatferry run ${options.pipeline}`;
  const { counts, problems, notesLeft, putBack, files } = result;
  const isAnyChanged = Object.keys(putBack.counts).length > 0;
  if (context.json)
    context.out(
      undoJson({
        exitCode,
        dry: false,
        target: connection.shown,
        entities: counts,
        problems: [...putBack.problems, ...problems].map((problem) => ({
          ...problem,
          hint: adviceOn(problem.code),
        })),
        ...(isAnyChanged ? { putBack: putBack.counts, notPutBack: putBack.left } : {}),
        ...(files ? { files } : {}),
        notesLeft,
        next,
      }),
    );
  else if (!context.quiet || hasFailed) context.out(undoResultText(result, { style: context.style, next }));
  return exitCode;
}
