import { HangingRows, isSentAlone } from '../../delivery/sending/hanging-rows.ts';
import { emptyTally, type Tally } from '../../delivery/tally/tally.ts';
import { tally } from '../../delivery/tally/tally-rows.ts';
import { contentHash, fieldBits } from '../../input/entities/content-hash.ts';
import { peerOf } from '../../input/entities/conversation.ts';
import { entities } from '../../input/entities/entities.ts';
import { type Data, type Entity, isReferredTo } from '../../input/entities/entity.ts';
import { WITHOUT_ROOT } from '../../input/entities/message-marks.ts';
import { SENT_AS_READ } from '../../input/entities/policies.ts';
import { isInactiveUser } from '../../input/entities/rights.ts';
import { NOTHING_TO_MARK, OUTSIDE_CONVERSATION } from '../../input/rows/broken-ref.ts';
import { duplicate, type Judged, judge } from '../../input/rows/judge.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { placeText } from '../../input/rows/place.ts';
import type { Problem, Row } from '../../input/rows/row.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { contentOf, type Stamp } from '../../keys/key-index.ts';
import { Facts, pairHi, pairLo } from '../../prefilter/facts.ts';
import type { AccountRooms } from './account-rooms.ts';
import {
  BiggestConversations,
  ConversationTable,
  EARLIER,
  keyOfPair,
  SAME_SECOND,
} from './conversations/conversation-table.ts';
import { KeyLog } from './key-log.ts';
import { Months } from './months.ts';
import { countMarks, lostFields, marks, Notices } from './notice-bits.ts';
import { type AuditDeps, boundedIndex, CREATED_AT, MEMBERS, type References } from './references.ts';
import { fillFacts } from './row-facts.ts';
import { conversationId, type Shown, ShownRow } from './shown.ts';
import { SUPERSEDED, type SupersededRows } from './superseded-rows.ts';

const PARENT_BIT = fieldBits(entities.messages, ['parentMuid']);
/** Members that the service takes in one group. */
const GROUP_MEMBERS_MAX = 100_000;

/** Counts the outcomes of one step of a dry run, for records that passed the screen and for rows. */
export class Audit {
  /** Facts of the current row. */
  readonly facts = new Facts();
  readonly tally: Tally = emptyTally();
  readonly notices: Notices;
  readonly months: Months;
  readonly conversations: ConversationTable;
  readonly biggest = new BiggestConversations();
  /** True if a message to a group was accepted. */
  hasGroupMessages = false;
  /** Keys of entities that nothing refers to; duplicates among them are found at the end. */
  readonly keys: KeyLog;
  readonly hanging: HangingRows;
  /** In a sync: rows that give way to others of their keys. */
  superseded: SupersededRows | undefined;
  readonly deps: AuditDeps;
  readonly #entity: Entity;
  readonly #refs: References;

  /** @param rooms memory that the screen fills too; the audit has its own for what has none */
  constructor(given: AuditDeps, { days, conversations, keys }: Partial<AccountRooms> = {}) {
    this.conversations = new ConversationTable(conversations);
    this.keys = new KeyLog(keys);
    this.hanging = new HangingRows(given, given.keys.messages, boundedIndex());
    const deps = { ...given, messageOf: this.hanging.messageOf };
    this.deps = deps;
    this.months = new Months(deps.retention?.before ?? Number.NEGATIVE_INFINITY, days);
    this.#entity = deps.entity;
    this.#refs = deps.keys;
    this.notices = new Notices(deps.placeOf, deps.samplesMax);
  }

  /** True if the current row, which is valid by itself, certainly fits the rows before it. */
  isAcceptable(): boolean {
    const { facts } = this;
    const refs = this.#refs;
    if (this.superseded?.has(facts)) return false;
    switch (this.#entity.name) {
      case 'users':
        return !refs.users.has(facts.keyLo, facts.keyHi);
      case 'groups':
        return (
          !refs.groups.has(facts.keyLo, facts.keyHi) &&
          ((facts.userLo === 0 && facts.userHi === 0) || refs.isValidUser(facts.userLo, facts.userHi))
        );
      case 'members':
        return (
          refs.isValidGroup(facts.otherLo, facts.otherHi) &&
          refs.isValidUser(facts.userLo, facts.userHi) &&
          facts.seconds < this.deps.now &&
          !this.#joinedTooEarly()
        );
      case 'messages': {
        const { retention } = this.deps;
        if (retention && retention.policy !== 'allow' && facts.seconds < retention.before) return false;
        const toSelf = facts.userLo === facts.otherLo && facts.userHi === facts.otherHi;
        return (
          (facts.toGroup || !toSelf) &&
          refs.isValidUser(facts.userLo, facts.userHi) &&
          (facts.toGroup
            ? refs.isValidGroup(facts.otherLo, facts.otherHi)
            : refs.isValidUser(facts.otherLo, facts.otherHi))
        );
      }
      default:
        // Checked as a row.
        return false;
    }
  }

  /** Counts the current row as one that will be imported. */
  accept(shown: Shown): void {
    const { counts } = this.tally;
    counts.read++;
    counts.pending++;
    if (this.facts.lost !== 0)
      for (const field of lostFields(this.#entity, marks(this.facts)))
        this.tally.notCarried[field] = (this.tally.notCarried[field] ?? 0) + 1;
    this.noteSentAsRead(1);
    const { keyLo, keyHi, content, line, file } = this.facts;
    // A record that is a row is among them already, with whether its user is active.
    if (this.#entity.name === 'users') this.#refs.users.land(keyLo, keyHi, contentOf(content), line, file);
    this.#account(shown);
  }

  /** Counts messages that are sent as read, if messages are. A record that says when it was read is a row. */
  noteSentAsRead(count: number): void {
    if (this.deps.policies.unread !== 'read' || count === 0) return;
    this.tally.notCarried[SENT_AS_READ] = (this.tally.notCarried[SENT_AS_READ] ?? 0) + count;
  }

  /** Checks a row and counts it, whatever its outcome. */
  row(row: Row): void {
    const { deps } = this;
    const judged = this.hanging.withoutRoot(judge(row, deps));
    const outcome = this.#outcomeOf(row, judged);
    // Of a row that stands before with the same key, the values were counted there.
    const notCarried = judged.data && outcome.status === 'pending' ? judged.notCarried : undefined;
    const settled = {
      row,
      valid: judged.data !== undefined,
      outcome,
      ...(judged.key === undefined ? {} : { key: judged.key }),
      ...(notCarried ? { notCarried } : {}),
    };
    tally(this.tally, [settled], deps.placeOf, deps.samplesMax);
    if (outcome.status !== 'pending' || !judged.data) return;
    const mapping = deps.mappings[row.file] as Mapping;
    this.facts.lost = fieldBits(this.#entity, notCarried ?? []);
    const doubt = deps.route?.doubts?.(judged.data);
    const found = marks.ofRow(notCarried, doubt);
    const shown = new ShownRow(row, mapping, judged.data, judged.key, doubt);
    if (isSentAlone(judged)) this.tally.alone = (this.tally.alone ?? 0) + 1;
    else if (notCarried?.includes(WITHOUT_ROOT))
      this.notices.add('MESSAGE.PARENT_UNUSABLE', row, shown, 'parentMuid');
    this.#account(shown, found);
  }

  /** The problem of a row that is valid by itself, if the service will certainly refuse it. */
  refuses(data: Data): Problem | undefined {
    const { route, entity, keys } = this.deps;
    const refused = route.refuses?.(data);
    const { joinedAt } = data;
    if (
      refused ||
      entity.name !== 'members' ||
      typeof joinedAt !== 'number' ||
      !route.carries.has('joinedAt')
    )
      return refused;
    const { lo, hi } = fingerprint64(String(data['guid']));
    return joinedAt <= keys.ofGroup(lo, hi, CREATED_AT) ? joinedTooEarly(joinedAt) : undefined;
  }

  #outcomeOf(row: Row, judged: Judged): Outcome {
    const refs = this.#refs;
    const { name } = this.#entity;
    const place = { content: 0, line: row.line, file: row.file };
    if (!judged.data) {
      if (judged.claim && isReferredTo(name)) refs[name].add(judged.claim.key, judged.claim.state, place);
      if (judged.tooOldAt !== undefined) this.months.add(judged.tooOldAt);
      return this.hanging.unwritten(row, judged);
    }
    if (this.superseded?.has(row)) return SUPERSEDED;
    const { data, key } = judged;
    const mapping = this.deps.mappings[row.file] as Mapping;
    const content = contentHash(this.#entity, data);
    fillFacts(this.facts, this.#entity, row, data, mapping, content);
    if (name === 'members' && this.#joinedTooEarly())
      return { status: 'rejected', problems: [joinedTooEarly(mapping.cell(row.values, 'joinedAt'))] };
    const lacking = this.#lacking(data, key, place);
    // The first row with its key, for the rows that repeat it.
    if (lacking)
      this.keys.add(this.facts.keyLo, this.facts.keyHi, content, this.facts.seconds, this.facts, 0);
    if (lacking || !isReferredTo(name)) return lacking ?? { status: 'pending' };
    const kept = contentOf(content);
    const state = isInactiveUser(this.#entity, data) ? 'inactive' : 'landed';
    const { first } = refs[name].add(key, state, { ...place, content: kept });
    return first ? this.#repeated(first, kept, data, row, key) : { status: 'pending' };
  }

  #repeated(first: Stamp, content: number, data: Data, row: Row, key: string): Outcome {
    const outcome = duplicate(first, content, row, data, this.deps);
    if (outcome.status === 'skipped') {
      const shown = new ShownRow(row, this.deps.mappings[row.file] as Mapping, data, key);
      this.notices.add(
        'ROW.REPEATED',
        row,
        shown,
        undefined,
        ` ${placeText(this.deps.placeOf(first.file, first.line))}`,
      );
    }
    return outcome;
  }

  #lacking(data: Data, key: string, place: Omit<Stamp, 'lo' | 'hi'>): Outcome | undefined {
    if (this.#entity.goesWith !== 'side') return this.hanging.lacking(data, key, place);
    return this.hanging.isFirst(key, place) ? receiptOutcome(data, this.#refs) : undefined;
  }

  #joinedTooEarly(): boolean {
    const { seconds: joinedAt, otherLo, otherHi } = this.facts;
    return (
      this.deps.route.carries.has('joinedAt') &&
      joinedAt !== 0 &&
      joinedAt <= this.#refs.ofGroup(otherLo, otherHi, CREATED_AT)
    );
  }

  /** Records a valid row for the checks of later rows and for the profile; `more` are marks that its facts do not say. */
  #account(shown: Shown, more = 0): void {
    const { facts } = this;
    const refs = this.#refs;
    switch (this.#entity.name) {
      case 'users':
        break;
      case 'groups':
        refs.groups.land(facts.keyLo, facts.keyHi, contentOf(facts.content), facts.line, facts.file);
        refs.ofGroup(facts.keyLo, facts.keyHi, CREATED_AT, facts.seconds);
        if (this.deps.access.ownersJoin)
          addTo(
            refs.owners,
            pairLo(facts.keyLo, facts.keyHi, facts.userLo, facts.userHi),
            pairHi(facts.keyLo, facts.keyHi, facts.userLo, facts.userHi),
          );
        break;
      case 'members':
        this.#member(shown);
        return;
      case 'messages':
        this.#message(shown, more);
        return;
      default:
        this.keys.add(facts.keyLo, facts.keyHi, facts.content, 0, facts, marks(facts) | more);
    }
    countMarks(this.notices, marks(facts) | more, facts, shown, this.#entity);
  }

  #member(shown: Shown): void {
    const { facts } = this;
    const { otherLo, otherHi, userLo, userHi } = facts;
    const lo = pairLo(otherLo, otherHi, userLo, userHi);
    const hi = pairHi(otherLo, otherHi, userLo, userHi);
    let found = marks(facts);
    // What is imported is history: who is banned now may have written before.
    if (facts.isBanned && this.deps.access.membersOnly) {
      found |= marks.banned;
      addTo(this.#refs.bans, lo, hi);
    }
    if (this.#refs.ofGroup(otherLo, otherHi, MEMBERS, 1) > GROUP_MEMBERS_MAX) found |= marks.groupTooLarge;
    countMarks(this.notices, found, facts, shown, this.#entity);
    this.keys.add(lo, hi, facts.content, 0, facts, found);
  }

  #message(shown: Shown, more: number): void {
    const { facts, conversations } = this;
    const { keyLo, keyHi, userLo, userHi, otherLo, otherHi, toGroup, seconds: sentAt } = facts;
    this.months.add(sentAt);
    let found = marks(facts) | more;
    if (this.hanging.isRepeated(keyLo, keyHi)) {
      // The end takes it back; when a conversation began, it cannot take back.
      this.keys.add(keyLo, keyHi, facts.content, sentAt, facts, found);
      if (found !== 0) countMarks(this.notices, found, facts, shown, this.#entity);
      return;
    }
    const { lo, hi } = toGroup ? { lo: otherLo, hi: otherHi } : keyOfPair(userLo, userHi, otherLo, otherHi);
    // A live reply gets the time at which it is sent.
    const isLive = (facts.lost & PARENT_BIT) !== 0 && this.deps.policies.threads === 'write';
    const order = conversations.add(lo, hi, isLive ? this.deps.now : sentAt);
    // Of times that the clocks show twice, nobody knows which is earlier.
    if (order === EARLIER && !isLive && facts.ambiguousField < 0) found |= marks.outOfOrder;
    else if (order === SAME_SECOND && !isLive) found |= marks.sameSecond;
    if (sentAt > this.deps.now) found |= marks.inFuture;
    if (toGroup) {
      this.hasGroupMessages = true;
      const pairedLo = pairLo(otherLo, otherHi, userLo, userHi);
      const pairedHi = pairHi(otherLo, otherHi, userLo, userHi);
      if (this.#refs.memberships && !this.#refs.isMember(pairedLo, pairedHi))
        found |= this.deps.access.membersOnly || isLive ? marks.senderRefused : marks.notMember;
    }
    if (this.biggest.needsName(conversations))
      this.biggest.name(lo, hi, conversationId(shown, toGroup), conversations);
    if (found !== 0) countMarks(this.notices, found, facts, shown, this.#entity);
    this.keys.add(keyLo, keyHi, facts.content, sentAt, facts, found);
    this.hanging.land(facts);
    if (facts.isReply) this.keys.refer(facts.parentLo, facts.parentHi, sentAt, facts, 0);
  }
}

function addTo(pairs: References['bans'], lo: number, hi: number): void {
  if (!pairs.find(lo, hi)) pairs.add(lo, hi);
}

function joinedTooEarly(value: unknown): Problem {
  const message = 'joined before the group was created';
  return { code: 'MEMBER.JOINED_AT_INVALID', field: 'joinedAt', value, message };
}

/** The outcome of a receipt that certainly marks nothing, by the members and messages of the files; undefined for any other. */
function receiptOutcome(
  { conversation, uid, readAt, deliveredAt }: Data,
  refs: References,
): Outcome | undefined {
  const { conversations, memberships } = refs;
  const peer = peerOf(conversation as string, uid as string);
  if (!peer || !conversations) return undefined;
  const [own, other] = [fingerprint64(uid as string), fingerprint64(peer.id)];
  const isGroup = peer.entity === 'groups';
  if (isGroup && memberships && refs.groups.hasLanded(other.lo, other.hi)) {
    const [lo, hi] = [pairLo(other.lo, other.hi, own.lo, own.hi), pairHi(other.lo, other.hi, own.lo, own.hi)];
    if (!refs.isMember(lo, hi)) return OUTSIDE_CONVERSATION;
  }
  const { lo, hi } = isGroup ? other : keyOfPair(own.lo, own.hi, other.lo, other.hi);
  const firstAt = conversations.firstAt(lo, hi);
  const to = (readAt ?? deliveredAt) as number;
  return firstAt === 0 || firstAt > to ? NOTHING_TO_MARK : undefined;
}
