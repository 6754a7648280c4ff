import { KeySet } from '../../../keys/key-table.ts';
import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { missing, notAnEntry } from '../../files/unreadable.ts';
import { boolean, instant, record, textValue } from '../../files/values.ts';
import { NamedPeople } from '../../named-people.ts';
import type { RecordPlace, SourceConversation } from '../../neutral.ts';
import { authorOf, visitorOf } from './messages.ts';
import { kindOf } from './rows.ts';

/** Takes the people of an export, and its conversations with their members. */
export class PeoplePass {
  /** The ids of visitors whom Crisp has proved, by their sessions. */
  readonly visitors = new Map<string, string>();
  readonly #sink: PeopleSink;
  readonly #people: NamedPeople;
  readonly #sessions = new KeySet();
  readonly #written = new KeySet();
  #silent = 0;

  constructor(sink: PeopleSink) {
    this.#sink = sink;
    this.#people = new NamedPeople(sink);
  }

  take(row: ExportObject, place: RecordPlace): void {
    const kind = kindOf(row);
    if (kind === 'operator') this.#operator(row, place);
    else if (kind === 'conversation') this.#conversation(row, place);
    else if (kind === 'message') this.#author(row, place);
    else this.#sink.unreadable('messages', notAnEntry(row), place);
  }

  /** Says of how many conversations there is no message. */
  finish(): void {
    if (this.#silent > 0)
      this.#sink.note(
        `conversations without a message in the export: ${this.#silent}; get them by  GET /website/{website_id}/conversation/{session_id}/messages`,
      );
  }

  #operator({ details }: ExportObject, place: RecordPlace): void {
    const { user_id, first_name, last_name, email, avatar } = record(details) ?? {};
    const id = textValue(user_id);
    if (id === undefined) {
      this.#sink.unreadable('users', missing('user_id', { details }), place);
      return;
    }
    const names = [textValue(first_name), textValue(last_name)].filter((each) => each !== undefined);
    const name = names.length > 0 ? names.join(' ') : undefined;
    this.#people.person(
      { id: `operator-${id}`, name, email: textValue(email), avatar: textValue(avatar) },
      place,
    );
  }

  #conversation(row: ExportObject, place: RecordPlace): void {
    const session = textValue(row['session_id']) ?? '';
    const meta = record(row['meta']) ?? {};
    const people = textValue(row['people_id']);
    // An e-mail that somebody has typed proves nothing.
    const isProved = people !== undefined && boolean(row['is_verified']);
    if (isProved) this.visitors.set(session, `people-${people}`);
    this.#sink.conversation(conversationOf(row, session, meta), place);
    if (session === '') return;
    if (this.#sessions.add([session]) && !this.#written.has([session])) this.#silent += 1;
    const visitor = visitorOf(session, this.visitors);
    this.#people.person(
      {
        id: visitor,
        name: textValue(meta['nickname']),
        email: textValue(meta['email']),
        avatar: textValue(meta['avatar']),
        metadata: { peopleId: people },
      },
      place,
    );
    this.#people.join(visitor, session, place);
    const assigned = textValue(record(row['assigned'])?.['user_id']);
    if (assigned === undefined) return;
    this.#people.person({ id: `operator-${assigned}` }, place);
    this.#people.join(`operator-${assigned}`, session, place);
  }

  /** Whoever of the staff writes may read. */
  #author(row: ExportObject, place: RecordPlace): void {
    const session = textValue(row['session_id']);
    if (session === undefined) return;
    if (this.#written.add([session]) && this.#sessions.has([session])) this.#silent -= 1;
    const author = authorOf(row, session, this.visitors);
    if (!author || author.id === visitorOf(session, this.visitors)) return;
    this.#people.person(author, place);
    if (author.id.startsWith('operator-')) this.#people.join(author.id, session, place);
  }
}

/** Each session is a private group of its own: a visitor may have any number of them. */
function conversationOf(row: ExportObject, id: string, meta: ExportObject): SourceConversation {
  return {
    id,
    type: 'private',
    name: textValue(meta['subject']) ?? textValue(meta['nickname']),
    createdAt: instant(row['created_at']),
    // Its segments and its topic are the words of the team about it, which a visitor never sees.
    isArchived: row['state'] === 'resolved',
  };
}
