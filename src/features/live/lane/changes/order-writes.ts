import { conversationOf } from '../../../../input/entities/conversation.ts';
import type { EntityName } from '../../../../input/entities/entity.ts';
import type { LaneWork, LiveRemoval, LiveRow } from '../../pass/lane-writer.ts';
import { timedRow } from '../../pass/unsendable.ts';
import { otherSide } from '../../side.ts';
import type { LaneMode } from '../lane.ts';
import type { LaneDeps } from '../lane-deps.ts';
import type { MessagePlace } from '../links/link.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate } from './candidate.ts';
import type { MadeRow } from './convert-changes.ts';
import { hintTime, messagePlace, neighbours, roomName, timeBetween } from './message-times.ts';
import type { SenderBudget } from './sender-budget.ts';

/** Calls of a pass, one after the other, and what is put off. */
export type OrderedWrites = {
  readonly calls: readonly LaneWork[];
  /** Changes whose senders have sent as many messages as they may. */
  readonly putOff: readonly Candidate[];
  /** New messages with the times that they get there, seconds since 1970; undefined if the service gives it. */
  readonly sent: readonly {
    readonly conversation: string;
    readonly place: MessagePlace;
    readonly sentAt: number | undefined;
  }[];
};

type Message = {
  readonly candidate: Candidate;
  readonly made: MadeRow;
  readonly at: number;
  readonly place: MessagePlace;
};
type Order = Readonly<{
  deps: LaneDeps;
  ledgers: BothLedgers;
  budget: SenderBudget;
  write: LaneMode['write'];
  canPutOff: boolean;
}>;

/**
 * Puts rows in the order in which they are written, and decides for each conversation whether its new messages are sent or
 * imported: all of them alike, since what is sent has the time of the service.
 */
export function orderWrites(
  candidates: readonly Candidate[],
  context: readonly MadeRow[],
  order: Order,
): OrderedWrites {
  const { deps } = order;
  const to = otherSide(deps.side);
  const byConversation = new Map<string, Message[]>();
  const first: MadeRow[] = [...context];
  const last: MadeRow[] = [];
  const removals: LiveRemoval[] = [];
  for (const candidate of candidates) {
    removals.push(...candidate.removals);
    for (const made of candidate.rows) {
      if (made.entity === 'messages') {
        const name = conversationOf(made.row);
        const place = messagePlace(candidate.folded, made.key);
        const message = { candidate, made, at: hintTime(candidate.folded.hint), place };
        byConversation.set(name, [...(byConversation.get(name) ?? []), message]);
      } else (made.entity === 'reactions' || made.entity === 'pins' ? last : first).push(made);
    }
  }
  const imported: MadeRow[] = [];
  const sending: MadeRow[] = [];
  const putOff: Candidate[] = [];
  const sent: OrderedWrites['sent'][number][] = [];
  for (const messages of byConversation.values()) {
    messages.sort(inOrder);
    const how = howOf(messages, [...first, ...context], order);
    let left = messages;
    if (how === 'send') {
      const most = mostSent(messages, order);
      left = order.canPutOff ? messages.slice(0, most) : messages;
      putOff.push(...messages.slice(left.length).map(({ candidate }) => candidate));
    }
    let last = 0;
    for (const { candidate, made, at, place } of left) {
      if (!candidate.isCreate) {
        sending.push(made);
        continue;
      }
      const conversation = roomName(made.row);
      const [before, after] = neighbours(deps.shared.links, to, conversation, place);
      const least = Math.max(last, before?.sentAt ?? 0);
      const nowS = Math.floor(deps.clock.now() / 1_000);
      // What is sent stands behind all that is there.
      const isLast = order.write === 'send' || (after === undefined && least <= nowS);
      if (how === 'send' && isLast) {
        order.budget.take(String(made.row['sender']));
        last = Math.max(last, nowS);
        sent.push({ conversation, place, sentAt: undefined });
        sending.push(made);
      } else {
        const own = Math.floor(at / 1_000);
        const sentAt = timeBetween(own, least, after?.sentAt);
        last = Math.max(last, sentAt);
        sent.push({ conversation, place, sentAt });
        imported.push({ ...made, row: sentAt === own ? made.row : timedRow(made.row, sentAt) });
      }
    }
  }
  const now = deps.clock.now();
  const late = [...sending, ...last];
  const isSent = sending.length > 0;
  // One call, if that is enough: each of them costs time.
  const calls: LaneWork[] =
    imported.length > 0 && isSent
      ? [
          { rows: grouped([...first, ...imported], now), removals: [], how: 'import' },
          { rows: grouped(late, now), removals, how: 'send' },
        ]
      : [
          {
            rows: grouped([...first, ...imported, ...late], now),
            removals,
            how: imported.length > 0 || order.write === 'import' ? 'import' : 'send',
          },
        ];
  return {
    calls: calls.filter(({ rows, removals: gone }) => Object.keys(rows).length > 0 || gone.length > 0),
    putOff: [...new Set(putOff)],
    sent,
  };
}

const inOrder = (a: Message, b: Message): number =>
  a.place.at - b.place.at ||
  a.place.order - b.place.order ||
  a.candidate.folded.first - b.candidate.folded.first;

function howOf(messages: readonly Message[], people: readonly MadeRow[], order: Order): 'send' | 'import' {
  const { write, deps, budget } = order;
  if (write !== 'auto') return write === 'send' ? 'send' : 'import';
  const created = messages.filter(({ candidate }) => candidate.isCreate);
  const wanted = new Map<string, number>();
  for (const { made } of created) {
    const sender = String(made.row['sender']);
    wanted.set(sender, (wanted.get(sender) ?? 0) + 1);
  }
  const since = deps.clock.now() - deps.rules.freshForMs;
  const isFresh = created.every(
    ({ candidate: { folded }, at }) => folded.hint.receivedAt >= since && at >= since,
  );
  const fits = [...wanted].every(([sender, count]) => budget.left(sender) >= count);
  return isFresh && fits && created.every(({ made }) => isMember(made.row, people, order))
    ? 'send'
    : 'import';
}

/** True if a sender may write to a group: the service sends nothing of others. */
function isMember(
  { receiverType, receiver, sender }: LiveRow,
  people: readonly MadeRow[],
  order: Order,
): boolean {
  if (receiverType !== 'group') return true;
  const key = order.deps.writer.keyOf('members', { guid: receiver, uid: sender });
  if (key === undefined) return false;
  return (
    people.some((row) => row.entity === 'members' && row.key === key) || order.ledgers.has('members', key)
  );
}

/** The first messages of a conversation that their senders may send now. */
function mostSent(messages: readonly Message[], { budget }: Order): number {
  const left = new Map<string, number>();
  const over = messages.findIndex(({ candidate, made }) => {
    if (!candidate.isCreate) return false;
    const sender = String(made.row['sender']);
    const rest = left.get(sender) ?? budget.left(sender);
    left.set(sender, rest - 1);
    return rest <= 0;
  });
  return over < 0 ? messages.length : over;
}

/** A group of the last seconds was created a little earlier: its first members join after that, and not in the future. */
const EARLIER_S = 3;
/** Our clock and that of a system differ by less, or one of them is wrong. */
const SKEW_S = 60;

function inTime({ entity, row }: MadeRow, now: number): LiveRow {
  const { createdAt, joinedAt } = row;
  // Always the same for a group, whenever it is written.
  if (entity === 'groups' && typeof createdAt === 'number')
    return { ...row, createdAt: createdAt - EARLIER_S };
  // Far behind the time at which somebody has joined, it is our clock that is wrong.
  if (entity === 'members' && typeof joinedAt === 'number' && joinedAt > now - 1)
    return { ...row, joinedAt: (joinedAt - now > SKEW_S ? joinedAt : now) - 1 };
  return row;
}

function grouped(rows: readonly MadeRow[], nowMs: number): LaneWork['rows'] {
  const now = Math.floor(nowMs / 1_000);
  const lists: Partial<Record<EntityName, LiveRow[]>> = {};
  for (const made of rows) {
    const { entity } = made;
    const list = lists[entity] ?? [];
    list.push(inTime(made, now));
    lists[entity] = list;
  }
  return lists;
}
