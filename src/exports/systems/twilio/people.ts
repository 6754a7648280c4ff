import { KeySet } from '../../../keys/key-table.ts';
import type { PeopleSink, RejectedKind } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { missing } from '../../files/unreadable.ts';
import { instant, ownValue, record, textValue } from '../../files/values.ts';
import type { RecordPlace } from '../../neutral.ts';
import type { Attributes } from './attributes.ts';
import { conversationFrom } from './conversations.ts';
import type { OneService } from './instance.ts';
import type { RecordKind, RecordTaker, TwilioRecords } from './records.ts';
import { Roles } from './roles.ts';

/** Kinds without a counterpart, and what they are counted as. */
const DROPPED = { binding: 'devices', receipt: 'reads', read: 'reads' } as const;

/** Reads users, then conversations, then participants. */
export class PeoplePass {
  readonly #sink: PeopleSink;
  readonly #service: OneService;
  readonly #attributes: Attributes;
  readonly #roles = new Roles();
  /** Identities, and addresses of participants without one. */
  readonly #users = new KeySet();
  readonly #named = new KeySet();
  #listed = 0;
  #skipped = 0;

  constructor(sink: PeopleSink, service: OneService, attributes: Attributes) {
    this.#sink = sink;
    this.#service = service;
    this.#attributes = attributes;
  }

  async read(records: TwilioRecords): Promise<void> {
    await records.pass('users', this.#taker('users'));
    this.#listed = this.#users.size;
    await records.pass('conversations', this.#taker('conversations'));
    await records.pass('members', this.#taker('members'));
    this.#service.check();
    if (this.#skipped > 0)
      this.#sink.note(`records that are neither people nor messages were skipped: ${this.#skipped}`);
  }

  isUser(id: string): boolean {
    return this.#users.has([id]);
  }

  #taker(of: RejectedKind): RecordTaker {
    return {
      record: (kind, row, place) => this.#take(kind, row, place),
      unreadable: (bad, place) => this.#sink.unreadable(of, bad, place),
    };
  }

  #take(kind: RecordKind, row: ExportObject, place: RecordPlace): void {
    const dropped = ownValue(DROPPED, kind);
    if (kind === 'other') this.#skipped += 1;
    else if (dropped) this.#sink.dropped(dropped, kind);
    else if (kind === 'role') this.#roles.add(row);
    else if (kind === 'user') this.#user(row, place);
    else if (kind === 'conversation') this.#conversation(row, place);
    else if (kind === 'member') this.#member(row, place);
  }

  #user(row: ExportObject, place: RecordPlace): void {
    const id = textValue(row['identity']);
    if (this.#service.isOther(row, place)) this.#sink.dropped('users', OTHER_SERVICE);
    else if (id === undefined) this.#sink.unreadable('users', missing('identity', row), place);
    else {
      this.#users.add([id]);
      const metadata = this.#attributes.of(row);
      const name = textValue(row['friendly_name']);
      this.#sink.user({ id, name, createdAt: instant(row['date_created']), metadata }, place);
    }
  }

  #conversation(row: ExportObject, place: RecordPlace): void {
    const found = conversationFrom(row, this.#attributes);
    if (!found) this.#sink.unreadable('conversations', missing('sid', row), place);
    else if (this.#service.isOther(row, place)) {
      this.#service.leave(found.id);
      this.#sink.dropped('conversations', OTHER_SERVICE);
    } else this.#sink.conversation(found, place);
  }

  #member(row: ExportObject, place: RecordPlace): void {
    const conversation = textValue(row['conversation_sid'] ?? row['channel_sid']);
    if (conversation === undefined) this.#sink.unreadable('members', missing('conversation_sid', row), place);
    else if (this.#service.isOther(row, place) || this.#service.hasLeft(conversation))
      this.#sink.dropped('members', OTHER_SERVICE);
    else this.#join(conversation, row, place);
  }

  #join(conversation: string, row: ExportObject, place: RecordPlace): void {
    const read = row['last_read_message_index'] ?? row['last_consumed_message_index'];
    if (textValue(read) !== undefined) this.#sink.dropped('reads', 'participant');
    const user = this.#userOf(row, place);
    if (user === undefined) this.#sink.unreadable('members', missing('identity', row), place);
    else {
      const scope = this.#roles.scopeOf(row);
      this.#sink.member({ conversation, user, scope, joinedAt: instant(row['date_created']) }, place);
    }
  }

  /** The user whom a participant is: by identity, or by the address from which they write messages of another network. */
  #userOf(row: ExportObject, place: RecordPlace): string | undefined {
    const identity = textValue(row['identity']);
    const id = identity ?? textValue(record(row['messaging_binding'])?.['address']);
    if (id === undefined) return undefined;
    // Users whom the list does not have were deleted, unless there is no list.
    if (identity !== undefined && this.#listed > 0) return id;
    const name = identity === undefined ? this.#nameOf(row) : undefined;
    const isNew = this.#users.add([id]);
    const isNamed = name !== undefined && this.#named.add([id]);
    if (isNew || isNamed) this.#sink.user({ id, name: name ?? id }, place);
    return id;
  }

  /** The name of a participant without an identity, as apps put it among the attributes. */
  #nameOf(row: ExportObject): string | undefined {
    const attributes = record(this.#attributes.of(row)['attributes']);
    const binding = record(row['messaging_binding']);
    return [
      binding?.['name'],
      attributes?.['name'],
      attributes?.['friendlyName'],
      attributes?.['displayName'],
    ]
      .map(textValue)
      .find((name) => name !== undefined);
  }
}

/** Why a record is left out that is not of the declared service. */
export const OTHER_SERVICE = 'otherService';
