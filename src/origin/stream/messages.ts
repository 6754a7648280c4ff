import { type ConversationNow, OriginError, type OriginList, type OriginRow, unlessGone } from '../origin.ts';
import {
  type AskApp,
  asObject,
  type Json,
  listNamed,
  millis,
  numberIn,
  objects,
  segment,
  text,
} from './asked.ts';
import { placeAfter, placeFrom, readTimed, type Timed, type TimePlace } from './time-pages.ts';

const PAGE = 300;
/** Requests of one step: what a stop may cost. */
const REQUESTS = 8;
/** Threads that a place may hold: a page is cut after so many. */
const THREADS = 20;
/** More reactions than these of one message are not asked for: an offset ends there. */
const REACTIONS_MAX = 1000;

/** A thread that is still to be read: its parent, the time of that, and how far it was read. */
type Thread = { readonly id: string; readonly time: string; readonly place?: TimePlace };
type Place = TimePlace & { readonly threads?: readonly Thread[] };

/** Facts about the channel of a list. */
type OfChannel = {
  readonly asked: AskApp;
  readonly channel: Json;
  /** Milliseconds since 1970: the list ends where messages are later. */
  readonly until: number;
};

/**
 * The messages of a channel with the replies to them. A message with more reactions than stand in it is written as
 * `{ message, reactions }`; a reply as `{ message, parent_created_at }`: it is read with its parent, and so it belongs to
 * the time of that.
 */
export function messagesList(of: OfChannel, from?: number): OriginList {
  const first: Place = placeFrom(from ?? 0);
  return {
    name: 'messages',
    first: JSON.stringify(first),
    ...(from === undefined ? {} : { from }),
    async step(at, signal) {
      const place = JSON.parse(at) as Place;
      return place.threads
        ? await threadStep(of, place, place.threads, signal)
        : await pageStep(of, place, signal);
    },
  };
}

/** The message of a record of the list, and the time that it counts as being of. */
export function messageIn(row: Json): { readonly message: Json; readonly time: number | undefined } {
  // An app may call a member of its messages `message`; a message has an id.
  const held = row['id'] === undefined ? asObject(row['message']) : undefined;
  const message = held ?? row;
  return { message, time: millis(held && row['parent_created_at']) ?? millis(message['created_at']) };
}

const isLate = ({ until }: OfChannel, { time }: Timed): boolean => (millis(time) ?? 0) > until;

/** False if the channel has a later message than the last one of a short page: then the old system cuts pages shorter. */
const hasReached = ({ channel }: OfChannel, last: Timed | undefined): boolean =>
  (millis(channel['last_message_at']) ?? 0) <= (millis(last?.time) ?? 0);

/** A page of messages, as far as a step may go; the threads that begin in it are read next. */
async function pageStep(of: OfChannel, place: Place, signal: AbortSignal): ReturnType<OriginList['step']> {
  const page = await readTimed((bounds) => messagesAt(of, bounds, signal), place, PAGE);
  const [rows, read, threads]: [OriginRow[], Timed[], Thread[]] = [[], [], []];
  let requests = 1;
  for (const each of page.fresh) {
    const isOver = isLate(of, each);
    const more = isOver ? 0 : lackedReactions(each.row);
    if (requests + more > REQUESTS && read.length > 0) break;
    const reactions = more > 0 ? await reactionsOf(of, each.id, signal) : undefined;
    requests += more;
    rows.push(rowOf(of, reactions ? { message: each.row, reactions } : each.row));
    read.push(each);
    if (hasThread(each.row) && !isOver) threads.push({ id: each.id, time: each.time });
    if (threads.length === THREADS) break;
  }
  const isCut = read.length < page.fresh.length;
  const isEnd = page.isEnd && (page.fresh.length === 0 || hasReached(of, page.fresh.at(-1)));
  const isDone = !isCut && (isEnd || page.fresh.some((each) => isLate(of, each)));
  const next = {
    ...placeAfter(isCut ? place : page.place, read),
    ...(threads.length > 0 ? { threads } : {}),
  };
  return { rows, next: isDone ? written(threads) : JSON.stringify(next) };
}

/** A place after which there are no more messages, but perhaps threads: it has no time. */
const END: TimePlace = { time: '', seen: [] };
const written = (threads: readonly Thread[]): string | undefined =>
  threads.length > 0 ? JSON.stringify({ ...END, threads } satisfies Place) : undefined;

/** The replies of some threads, as far as a step may go. */
async function threadStep(
  of: OfChannel,
  place: Place,
  threads: readonly Thread[],
  signal: AbortSignal,
): ReturnType<OriginList['step']> {
  const rows: OriginRow[] = [];
  const left = [...threads];
  for (let requests = 0; requests < REQUESTS; ) {
    const [thread] = left;
    if (!thread) break;
    const from = thread.place ?? placeFrom(0);
    const page = await readTimed((bounds) => repliesAt(of, thread, bounds, signal), from, PAGE);
    requests++;
    const read: Timed[] = [];
    for (const each of page.fresh) {
      const more = lackedReactions(each.row);
      if (requests + more > REQUESTS && read.length > 0) break;
      read.push(each);
      requests += more;
      // Those that the channel shows are in the list of its messages.
      if (each.row['show_in_channel'] === true) continue;
      const reactions = more > 0 ? await reactionsOf(of, each.id, signal) : undefined;
      rows.push(
        rowOf(of, { message: each.row, parent_created_at: thread.time, ...(reactions ? { reactions } : {}) }),
      );
    }
    const isCut = read.length < page.fresh.length;
    if (page.isEnd && !isCut) left.shift();
    else left[0] = { ...thread, place: placeAfter(isCut ? from : page.place, read) };
  }
  const { threads: _, ...after } = place;
  if (left.length > 0) return { rows, next: JSON.stringify({ ...after, threads: left }) };
  return { rows, next: after.time === END.time ? undefined : JSON.stringify(after) };
}

function rowOf({ channel }: OfChannel, row: Json): OriginRow {
  const of = text(channel['cid']);
  return { list: 'messages', ...(of === undefined ? {} : { of }), row };
}

/** Asks for messages of the channel, the earliest first. */
const messagesAt = async (of: OfChannel, bounds: object, signal: AbortSignal): Promise<readonly Json[]> =>
  listNamed(await channelAt(of, { limit: PAGE, ...bounds }, signal), 'messages');

/** Asks for a channel and its last message; undefined if it is there no more. Its own time of that stays when that is erased. */
export async function channelNow(
  asked: AskApp,
  channel: Json,
  signal: AbortSignal,
): Promise<ConversationNow | undefined> {
  const answer = await unlessGone(channelAt({ asked, channel }, { limit: 1 }, signal));
  if (!answer) return undefined;
  const now = asObject(answer['channel']);
  if (now?.['cid'] !== channel['cid']) throw new OriginError('form', 'the answer is of another channel');
  const [last] = listNamed(answer, 'messages');
  // A channel whose messages were all erased keeps the time of the last one: that tells nothing.
  return {
    newest: millis(last?.['created_at']) ?? (millis(now?.['last_message_at']) === undefined ? 0 : undefined),
  };
}

/** Asks for a channel. Without data of a creator this never makes one: one that is gone is refused. */
async function channelAt(
  { asked, channel }: Pick<OfChannel, 'asked' | 'channel'>,
  messages: object,
  signal: AbortSignal,
): Promise<Json> {
  const [type, id] = [text(channel['type']) ?? '', text(channel['id']) ?? ''];
  const body = {
    state: true,
    watch: false,
    presence: false,
    members: { limit: 1 },
    messages,
  };
  try {
    const path = `/channels/${segment(type)}/${segment(id)}/query`;
    return await asked(path, { family: 'messages', body }, signal);
  } catch (error) {
    if (error instanceof OriginError && error.status === 400 && /created_by/.test(error.message))
      throw new OriginError('gone', `the channel ${type}:${id} is there no more`, { status: 400 });
    throw error;
  }
}

/** Asks for replies; none if their parent was deleted meanwhile. */
async function repliesAt(
  { asked }: OfChannel,
  { id }: Thread,
  bounds: object,
  signal: AbortSignal,
): Promise<readonly Json[]> {
  const query = { limit: PAGE, sort: [{ field: 'created_at', direction: 1 }], ...bounds };
  const path = `/messages/${segment(id)}/replies`;
  const answer = await unlessGone(asked(path, { family: 'replies', query }, signal));
  return answer ? listNamed(answer, 'messages') : [];
}

const hasThread = (row: Json): boolean =>
  text(row['parent_id']) === undefined &&
  numberIn(row['reply_count']) + numberIn(row['deleted_reply_count']) > 0;

/** Requests for the reactions of a message; 0 if all of them stand in it. */
function lackedReactions(row: Json): number {
  const counts = Object.values(asObject(row['reaction_counts']) ?? {});
  const all = counts.reduce<number>((sum, each) => sum + numberIn(each), 0);
  if (all <= objects(row['latest_reactions']).length) return 0;
  return Math.ceil(Math.min(all, REACTIONS_MAX) / PAGE);
}

/** The reactions of a message, the latest first: one that is given meanwhile moves the others on, and they come twice. */
async function reactionsOf({ asked }: OfChannel, id: string, signal: AbortSignal): Promise<readonly Json[]> {
  const all = new Map<string, Json>();
  for (let offset = 0; offset < REACTIONS_MAX; offset += PAGE) {
    const query = { limit: PAGE, offset };
    const path = `/messages/${segment(id)}/reactions`;
    const answer = await unlessGone(asked(path, { family: 'reactions', query }, signal));
    const page = answer ? listNamed(answer, 'reactions') : [];
    for (const each of page) all.set(JSON.stringify([each['user_id'], each['type']]), each);
    if (page.length < PAGE) break;
  }
  return [...all.values()];
}
