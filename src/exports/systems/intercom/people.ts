import { htmlToText } from '../../../input/rows/markup/html.ts';
import { type ExportInput, type PeopleSink, rejectedAs } from '../../export-reader.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { missing, notAnEntry } from '../../files/unreadable.ts';
import { instant, record, records, textValue } from '../../files/values.ts';
import { NamedPeople } from '../../named-people.ts';
import type { RecordPlace, SourceConversation } from '../../neutral.ts';
import type { IntercomFile } from './files.ts';
import { idOf, isStaff, userOf } from './identities.ts';
import { PartCounts, partsIn, passConversations } from './parts.ts';

const PEOPLE: ReadonlySet<unknown> = new Set(['contact', 'user', 'lead', 'admin', 'team']);

/** The first pass over an export: its people, and its conversations with their members. */
export class PeoplePass {
  readonly #input: ExportInput;
  readonly #sink: PeopleSink;
  readonly #people: NamedPeople;
  readonly #counts = new PartCounts();

  constructor(input: ExportInput, sink: PeopleSink) {
    this.#input = input;
    this.#sink = sink;
    this.#people = new NamedPeople(sink);
  }

  async read(files: readonly IntercomFile[]): Promise<void> {
    const person = (row: ExportObject, place: RecordPlace): void => this.#entry(row, place);
    // Their names count more than those in conversations.
    for (const { file, rows, holds } of files)
      if (holds === 'people')
        await passJson(file, { rows, row: person, unreadable: rejectedAs('users', this.#sink) }, this.#input);
    for (const each of files)
      if (each.holds === 'conversations')
        await passConversations(
          each,
          {
            conversation: (row, id, place) => this.#conversation(row, id, place),
            part: (value, id, place) => {
              this.#counts.part(id);
              this.#author(record(value) ?? {}, id, place);
            },
            other: person,
            unreadable: rejectedAs('conversations', this.#sink),
          },
          this.#input,
        );
    const total = files.reduce((most, file) => Math.max(most, file.total ?? 0), 0);
    for (const note of this.#counts.notes(total)) this.#sink.note(note);
  }

  /** A contact, an admin or a team of a list. */
  #entry(row: ExportObject, place: RecordPlace): void {
    if (!PEOPLE.has(row['type'])) this.#sink.unreadable('users', notAnEntry(row), place);
    else if (this.#person(row, place) === undefined)
      this.#sink.unreadable('users', missing('id', row), place);
  }

  #conversation(row: ExportObject, id: string, place: RecordPlace): void {
    this.#counts.conversation(row, id);
    this.#sink.conversation(conversationOf(row, id), place);
    if (id === '') return;
    // The names of those who write stand in what they write; lists have their ids alone.
    this.#author(record(row['source']) ?? {}, id, place);
    for (const part of records(partsIn(row))) this.#author(part, id, place);
    for (const contact of records(record(row['contacts'])?.['contacts']))
      this.#join(this.#person({ ...contact, type: 'contact' }, place), id, place);
    for (const admin of records(record(row['teammates'])?.['admins']))
      this.#join(this.#person({ ...admin, type: 'admin' }, place), id, place);
    // 0 stands for nobody.
    const assignee = { type: 'admin', id: row['admin_assignee_id'] || undefined };
    this.#join(this.#person(assignee, place), id, place);
  }

  /** Whoever of the staff writes may read; contacts may, as long as the conversation lists them. */
  #author({ author }: ExportObject, conversation: string, place: RecordPlace): void {
    const id = this.#person(record(author) ?? {}, place);
    if (id !== undefined && isStaff(id)) this.#join(id, conversation, place);
  }

  /** Passes somebody on, whom an e-mail names as well; their id. */
  #person(row: ExportObject, place: RecordPlace): string | undefined {
    const user = userOf(row);
    if (user) this.#people.person(user, place, user.name !== undefined || user.email !== undefined);
    return user?.id;
  }

  #join(user: string | undefined, conversation: string, place: RecordPlace): void {
    if (user !== undefined) this.#people.join(user, conversation, place);
  }
}

/** Each conversation is a private group of its own: two people may have any number of them. */
function conversationOf(row: ExportObject, id: string): SourceConversation {
  const source = record(row['source']) ?? {};
  const subject = htmlToText(textValue(source['subject']) ?? '').trim();
  const via = textValue(source['type']);
  return {
    id,
    type: 'private',
    name: textValue(row['title']) ?? (subject || nameOfContact(row)),
    createdAt: instant(row['created_at']),
    isArchived: row['state'] === 'closed',
    // Its tags and topics are the words of the team about it, which a contact never sees.
    metadata: via === undefined || via === 'conversation' ? {} : { via },
  };
}

/** The name of the first contact, if the conversation itself says it. */
function nameOfContact(row: ExportObject): string | undefined {
  const [contact] = records(record(row['contacts'])?.['contacts']);
  const id = idOf('contact', contact?.['id']);
  if (id === undefined) return undefined;
  const authors = [row['source'], ...(partsIn(row) ?? [])].map((part) =>
    userOf(record(record(part)?.['author']) ?? {}),
  );
  return textValue(contact?.['name']) ?? authors.find((author) => author?.id === id)?.name;
}
