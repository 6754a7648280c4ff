import { isRecord } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import { type Ask, type ListStep, OriginError, type OriginList, unlessGone } from '../origin.ts';
import { placeInList } from './lists.ts';
import { naturalNumber, text } from './records.ts';

/** A window of the export, and its job once that is begun. */
type Place = {
  readonly from: number;
  readonly job?: string;
  /** Number of times that the job was asked about. */
  readonly asked?: number;
  /** Jobs of this window that came to nothing: they have failed, or are not known any more, or the address of their file is over. */
  readonly lost?: number | undefined;
};

/** Sendbird began in this year. */
const FIRST = Date.UTC(2013, 0, 1);
/** The longest window that it takes. */
const WINDOW_MS = 31 * 86_400_000;
const PATH = '/export/messages';
const JOBS = 'export-of-messages';
const LOST_MAX = 3;
const [WAIT_MS, WAIT_MAX_MS] = [1_000, 60_000];

/**
 * The messages that Sendbird's export job writes, one window after the other, deleted ones too. The place has the id of a job
 * before it is asked about.
 * @param until the end of the last window
 */
export function exportJobs(until: number, ask: Ask, clock: Pick<Clock, 'now'>): OriginList {
  const after = (from: number): string | undefined =>
    from + WINDOW_MS < until ? JSON.stringify({ from: from + WINDOW_MS }) : undefined;
  const begin = async ({ from, lost }: Place, signal: AbortSignal): Promise<ListStep> => {
    // What was written in the moment between two windows is in both.
    const body = { start_ts: from, end_ts: Math.min(from + WINDOW_MS, until), format: 'json' };
    const answer = await asJob(ask({ method: 'POST', path: PATH, body, family: 'jobs' }, signal));
    const job = text(answer.body['request_id']);
    if (!job?.isWellFormed()) throw new OriginError('job', `${PATH}: the answer has no request_id`);
    return { rows: [], next: JSON.stringify({ from, job, lost }) };
  };
  const anew = ({ from, lost = 0 }: Place, why: string): ListStep => {
    if (lost + 1 >= LOST_MAX) throw new OriginError('job', `${PATH}: ${why}, ${LOST_MAX} times`);
    return { rows: [], next: JSON.stringify({ from, lost: lost + 1 }) };
  };
  const look = async (place: Place & { readonly job: string }, signal: AbortSignal): Promise<ListStep> => {
    const { from, job, asked = 0 } = place;
    const path = `${PATH}/${encodeURIComponent(job)}`;
    const answer = await unlessGone(ask({ path, family: 'jobs' }, signal));
    if (!answer) return anew(place, 'the job is not known any more');
    const { status, file } = answer.body;
    if (status === 'scheduled' || status === 'exporting') {
      const waitMs = Math.min(WAIT_MS * 2 ** Math.min(asked, 10), WAIT_MAX_MS);
      return { rows: [], next: JSON.stringify({ ...place, asked: asked + 1 }), waitMs };
    }
    if (status === 'no data') return { rows: [], next: after(from) };
    if (status === 'failed') return anew(place, 'the job has failed');
    const url = status === 'done' && isRecord(file) ? text(file['url']) : undefined;
    if (url === undefined)
      throw new OriginError(
        'job',
        `${PATH}: a job has the status ${JSON.stringify(status)?.slice(0, 100)} and no file`,
      );
    const expires = isRecord(file) ? naturalNumber(file['expires_at']) : undefined;
    if (expires !== undefined && expires <= clock.now())
      return anew(place, 'the address of the file is over');
    return { rows: [], file: { url, name: `messages-${from}.zip` }, next: after(from) };
  };
  return {
    name: JOBS,
    first: JSON.stringify({ from: FIRST }),
    step(at, signal) {
      const place = placeInList<Place>(at, PATH, ({ from }) => naturalNumber(from) !== undefined);
      return place.job === undefined ? begin(place, signal) : look({ ...place, job: place.job }, signal);
    },
  };
}

/** List that leaves what the jobs of an earlier pull have written as it is. */
export const formerJobs: OriginList = { name: JOBS, adds: true, first: '', step: async () => ({ rows: [] }) };

/** A job that is refused: the plan of the application has none, or the key may not begin one. */
const asJob = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error) => {
    if (!(error instanceof OriginError) || error.fault === 'form') throw error;
    throw error.as('job');
  });
