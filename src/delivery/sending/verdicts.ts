import { RunError } from '../../errors/run-error.ts';
import type { Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { RETENTION_DAYS } from '../../input/rows/retention.ts';
import type { RefusalForNow, Route, Verdict } from '../../service/targets/target.ts';
import type { ApiError, ApiResponse } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { RefusedAs } from './refusal-watch.ts';
import { refusedText, type Silence } from './silence.ts';

/** True if an item changes a row. A change never shares a request with other rows. */
export const isChange = ({ remote }: Item): boolean => remote !== undefined;

/** True if a verdict shows that the service does not refuse every row. A code of ours says what the service has. */
export const isAccepting = (verdict: Verdict): boolean =>
  verdict.status === 'rejected'
    ? !verdict.problems.some(({ code }) => code.startsWith('SERVICE.'))
    : verdict.status !== 'again';

/** The outcome of a row that was sent, if nobody knows what became of it. */
export const inDoubt = (message: string): Outcome => ({
  status: 'inDoubt',
  problems: [{ code: 'ROW.IN_DOUBT', message }],
});

/** Outcome of a row that was refused for now to the end: one that may be at fault is rejected, any other is for the next run. */
export const refusedForGood = (refusal: RefusalForNow, silence: Silence, clock: Clock): Outcome =>
  refusal.isUnmade
    ? inDoubt(refusedText(refusal, silence, clock))
    : { status: 'rejected', problems: [{ code: `SERVICE.${refusal.code}`, message: refusal.message }] };

/** Refusal that the service states by refusing a request of one row. */
export const refusedAs = (
  response: ApiResponse,
  error: ApiError | undefined,
  { maxItems }: Pick<Route, 'maxItems'>,
): RefusedAs => ({
  status: response.status,
  code: error?.code ?? `HTTP_${response.status}`,
  message: error?.message ?? `the service answered ${response.status} without a reason`,
  // A call for several rows judges each of them in an answer that succeeds.
  isUnjudged: !error || maxItems > 1,
  answer: response,
});

/** The outcome of a row that cannot land. */
export type Rejected = Extract<Outcome, { status: 'rejected' }>;

/** A rejection that also says what it leaves behind. */
export const saying = (verdict: Rejected, left: string): Rejected => ({
  ...verdict,
  problems: verdict.problems.map((one) => ({ ...one, message: `${one.message}; ${left}` })),
});

const DAY_S = 86_400;

/**
 * A rejection by an error that names no reason, of a message that is older than a service keeps: it says so, because that is
 * the likely one. @param nowMs the time, epoch milliseconds
 */
export function withAge(verdict: Rejected, { data }: Item, nowMs: number): Rejected {
  const { sentAt } = data;
  const isUnnamed = verdict.problems.some(({ code }) => code === 'SERVICE.ERR_EXCEPTION');
  if (!isUnnamed || typeof sentAt !== 'number') return verdict;
  const days = Math.floor((nowMs / 1_000 - sentAt) / DAY_S);
  if (days < RETENTION_DAYS) return verdict;
  const kept = `services keep messages for ${RETENTION_DAYS} days unless more is agreed`;
  return saying(verdict, `it is ${days} days old: ${kept} (retention of the pipeline)`);
}

/** The outcome of a row that the service refused. */
export const rejected = ({ status, code, message }: RefusedAs): Rejected => ({
  status: 'rejected',
  problems: [{ code: status === 413 ? 'ROW.TOO_LARGE' : `SERVICE.${code}`, message }],
});

/** The end of a run that got so many successive 2xx answers of something else than the service. */
export const notTheApi = (count: number, { text, body }: ApiResponse): RunError =>
  new RunError(
    'SERVICE.NOT_THE_API',
    `${count} successive answers did not come from the chat service; the last one began: ${text ?? JSON.stringify(body)?.slice(0, 200)}`,
  );
