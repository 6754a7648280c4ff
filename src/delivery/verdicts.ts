import type { Outcome } from '../input/rows/outcome.ts';
import type { Verdict } from '../service/targets/target.ts';

/** Whether a verdict shows that the service does not refuse every row. A code of ours says what the service has. */
export const isAccepting = (verdict: Verdict): boolean =>
  verdict.status === 'rejected'
    ? !verdict.problems.some(({ code }) => code.startsWith('SERVICE.'))
    : verdict.status !== 'again';

/** The outcome of a row that was sent, if nobody knows what became of it. */
export const inDoubt = (message: string): Outcome => ({
  status: 'inDoubt',
  problems: [{ code: 'ROW.IN_DOUBT', message }],
});

/** The outcome of a row that the service refused. */
export const reject = (code: string, message: string): Outcome => ({
  status: 'rejected',
  problems: [{ code, message }],
});
