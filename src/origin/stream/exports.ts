import { OriginError, type OriginList, unlessGone } from '../origin.ts';
import { type AskApp, asObject, NOT_THERE, segment, text } from './asked.ts';
import { type ChannelPlace, channelsAfter } from './people.ts';

/** Channels of one task. */
const CHANNELS = 25;
/** A task is asked after this time, then after longer and longer ones. Milliseconds. */
const [WAIT_MS, WAIT_MS_MAX] = [1_000, 60_000];

/** Place in the list: at channels whose task is to be begun, or at a task that runs. */
type Place = {
  /** The channels after which those of the task come; absent for the first ones. */
  readonly from?: ChannelPlace | undefined;
  readonly task?: string;
  /** The channels after which those of the next task come. */
  readonly next?: ChannelPlace | undefined;
  /** Number of times that the task was asked for. */
  readonly asked?: number;
};

/**
 * The files of export tasks, each of some channels with all of their messages. The id of a task is in the place before it is
 * awaited, so a stop begins none twice; a task that Stream does not know any more is begun again. They have all messages
 * until they run: the record of a channel, which is older, tells of none that they lack.
 * @param isWanted tells whether a channel is read at all
 */
export const exportsList = (
  asked: AskApp,
  isWanted: (row: Readonly<Record<string, unknown>>) => boolean,
): OriginList => ({
  name: 'exports',
  first: '{}',
  async step(at, signal) {
    const place = JSON.parse(at) as Place;
    return place.task === undefined ? await begin(place) : await look({ ...place, task: place.task });

    async function begin({ from }: Place): ReturnType<OriginList['step']> {
      const { rows, next } = await channelsAfter(asked, from, CHANNELS, signal);
      const channels = rows.filter(isWanted).map(({ channel }) => ({
        type: asObject(channel)?.['type'],
        id: asObject(channel)?.['id'],
      }));
      if (channels.length === 0)
        return { rows: [], next: next && JSON.stringify({ from: next } satisfies Place) };
      // Nobody needs the text of what was deleted.
      const body = { channels, version: 'v2', clear_deleted_message_text: true };
      const answer = await job(asked('/export_channels', { family: 'exports', body }, signal));
      const task = text(answer['task_id']);
      if (task === undefined) throw new OriginError('job', 'the answer to /export_channels names no task');
      return { rows: [], next: JSON.stringify({ from, task, next } satisfies Place), waitMs: WAIT_MS };
    }

    async function look(known: Place & { readonly task: string }): ReturnType<OriginList['step']> {
      const { from, task, next: after, asked: times = 0 } = known;
      const again = JSON.stringify({ from } satisfies Place);
      const asking = job(asked(`/tasks/${segment(task)}`, { family: 'tasks' }, signal));
      const answer = await unlessGone(asking, ({ code }) => code === String(NOT_THERE));
      if (!answer) return { rows: [], next: again, waitMs: WAIT_MS };
      const status = text(answer['status']);
      if (status === 'failed')
        throw new OriginError('job', `the export task ${task} failed: ${reasonIn(answer)}`);
      if (status !== 'completed') {
        const next = JSON.stringify({ ...known, asked: times + 1 } satisfies Place);
        return { rows: [], next, waitMs: Math.min(WAIT_MS * 1.5 ** times, WAIT_MS_MAX) };
      }
      const url = text(asObject(answer['result'])?.['url']);
      if (url === undefined) return { rows: [], next: again, waitMs: WAIT_MS };
      return {
        rows: [],
        file: { url, name: `channels-${task}${endingOf(url)}` },
        next: after && JSON.stringify({ from: after } satisfies Place),
      };
    }
  },
});

/** The ending that tells what a file is, such as `.json.gz`. */
function endingOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /(?:\.[a-z0-9]{1,5}){1,2}$/i.exec(path)?.[0] ?? '.json';
}

/** A task that is refused, for the plan or the rights of the app. */
async function job<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OriginError && ['forbidden', 'refused', 'gone'].includes(error.fault))
      throw error.as('job');
    throw error;
  }
}

function reasonIn(answer: Readonly<Record<string, unknown>>): string {
  const error = asObject(answer['error']);
  return text(error?.['description'])?.slice(0, 200) ?? text(error?.['type']) ?? 'no reason given';
}

/** The files of the tasks of the last full pull, which stay as they are: what is new comes by lists. */
export const formerExports: OriginList = {
  name: 'exports',
  first: '{}',
  adds: true,
  step: async () => ({ rows: [] }),
};
