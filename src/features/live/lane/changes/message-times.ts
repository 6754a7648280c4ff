import type { LiveRow } from '../../pass/lane-writer.ts';
import { otherSide } from '../../side.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { type MessagePlace, NOT_SENT, type SentMessage } from '../links/link.ts';
import { askEach } from './ask-side.ts';
import type { Candidate } from './candidate.ts';
import type { Folded, Hint } from './fold.ts';

/** The name of a conversation, as people write it: a guid, or two uids. */
export function roomName(row: LiveRow): string {
  const { receiverType, receiver, sender } = row;
  return receiverType === 'group' ? String(receiver) : [String(sender), String(receiver)].sort().join(',');
}

/** The time of a message on its side, milliseconds since 1970. */
export const hintTime = ({ change, receivedAt }: Hint): number =>
  change.time ?? (change.version > 0 ? change.version / 1_000 : receivedAt);

/** Members of records by which systems number messages. */
const NUMBERS = ['index', 'id', 'message_id'];

/** The place of a message among those of its side. */
export function messagePlace({ hint }: Pick<Folded, 'hint'>, key: string): MessagePlace {
  const record = hint.change.rows[0]?.row ?? {};
  const number = NUMBERS.map((name) => record[name]).find((value) => /^\d{1,15}$/.test(String(value ?? '')));
  return { key, at: Math.floor(hintTime(hint)), order: Number(number ?? 0) };
}

/**
 * Asks, before messages are written, for the times that their neighbours have on the other side, where nobody knows them: a
 * message that was sent has the time of the service.
 * @throws RunError if the side cannot be asked now
 */
export async function askTimes(
  candidates: readonly Candidate[],
  deps: LaneDeps,
  signal: AbortSignal,
): Promise<void> {
  const { side, there, writer } = deps;
  const { links } = deps.shared;
  const to = otherSide(side);
  const asked = new Map<string, { readonly room: string; readonly message: SentMessage }>();
  for (const { folded, rows, isCreate } of candidates)
    for (const { entity, key, row } of rows) {
      if (entity !== 'messages' || !isCreate) continue;
      const room = roomName(row);
      const [before, after] = neighbours(links, to, room, messagePlace(folded, key));
      const isNeeded = before && (before.sentAt === 0 || (after && !before.isExact));
      for (const message of [isNeeded ? before : undefined, after?.isExact ? undefined : after])
        if (message) asked.set(`${room} ${message.key}`, { room, message });
    }
  if (asked.size === 0) return;
  let isAnyAbsent = false;
  const answers = await askEach([...asked.values()], ({ message: { key, at } }) => {
    const id = writer.find('messages', key)?.id;
    return there.message({ key, time: at, ...(id === undefined ? {} : { id }) }, signal);
  });
  for (const [{ room, message }, found] of answers) {
    const time = 'answer' in found ? found.answer?.time : undefined;
    // One that is nowhere, or not any more, has the time that was noted; without that, nothing stands before or behind it.
    const sentAt = time === undefined ? message.sentAt || NOT_SENT : Math.floor(time / 1_000);
    links.noteSent(to, room, { ...message, sentAt, isExact: true });
    isAnyAbsent ||= sentAt === NOT_SENT;
  }
  // Others are the nearest now.
  if (isAnyAbsent) await askTimes(candidates, deps, signal);
}

/** The nearest messages around a place. */
export function neighbours(
  links: LaneDeps['shared']['links'],
  to: ReturnType<typeof otherSide>,
  room: string,
  place: MessagePlace,
): readonly [before: SentMessage | undefined, after: SentMessage | undefined] {
  return [links.near(to, room, place, 'before'), links.near(to, room, place, 'after')];
}

/**
 * The time of a message on the other side, between those of its neighbours there; seconds since 1970. Those of the same second
 * stand in the order in which they were written, so it is before that of the next one, where there is room.
 * @param own its own time
 * @param after the time of the next message there; undefined if there is none
 */
export function timeBetween(own: number, before: number, after: number | undefined): number {
  if (after === undefined) return Math.max(own, before);
  return before < after ? Math.min(Math.max(own, before), after - 1) : after;
}
