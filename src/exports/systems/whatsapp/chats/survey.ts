import { type ExportFile, MEDIA } from '../../../files/export-files.ts';
import type { RecordPlace } from '../../../neutral.ts';
import { type DayOrder, DayOrderEvidence, dayOf, type FoundOrder, ordersOf } from '../lines/dates.ts';
import { passSoundLines, type Reading } from '../lines/entries.ts';
import { type Dialect, type Header, headerOf } from '../lines/header.ts';
import { isSaidOf, type Said, saidIn } from '../lines/said.ts';
import { isOwnOfAuthors } from '../phrases/deleted.ts';
import { mediaIn } from '../phrases/media.ts';
import { isOfGroup, kindOfSystem, subjectIn } from '../phrases/system.ts';

/** An author with the name that the file shows first. */
export type Author = { readonly id: string; readonly name: string; readonly place: RecordPlace };

/** Findings of the first pass over a chat, if its dates are in one order. */
export type Surveyed = {
  readonly authors: ReadonlyMap<string, Author>;
  readonly messages: number;
  /** True if the app says what it says of groups alone. */
  readonly isGroup: boolean;
  /** The name of the group, by what the app says. */
  readonly subject: string | undefined;
  /** Names of files of messages that are no pictures and the like, and so could be taken for chats. */
  readonly texts: ReadonlySet<string>;
  /** The number of files that the messages name, without those that are left out. */
  readonly named: number;
};

/** The first pass over a chat. */
export type Survey = {
  /** The order of its dates; undefined if it has to be declared. */
  order(declared: DayOrder | undefined): FoundOrder | undefined;
  of(order: DayOrder): Surveyed;
  /** The first message, for messages to people. */
  readonly first: Header | undefined;
  readonly place: RecordPlace | undefined;
};

/**
 * Reads who writes in a chat and what tells the order of its dates. What a file that breaks off has is counted.
 * @throws RunError `SOURCE.*`
 */
export async function surveyOf(file: ExportFile, dialect: Dialect, reading: Reading): Promise<Survey> {
  const evidence = new DayOrderEvidence(dialect);
  const counts = new Map(ordersOf(dialect).map((order) => [order, new Counted()] as const));
  let first: { readonly header: Header; readonly place: RecordPlace } | undefined;
  await passSoundLines(
    file,
    ({ text, place, problem }) => {
      const header = headerOf(text);
      if (header?.dialect.key !== dialect.key) return;
      evidence.add(header);
      const said = problem ? undefined : saidIn(header);
      for (const [order, counted] of counts)
        if (dayOf(header, order) !== undefined) {
          first ??= { header, place };
          if (said) counted.add(said, place);
        }
    },
    reading,
  );
  return {
    order: (declared) => evidence.order(declared),
    of: (order) => (counts.get(order) as Counted).surveyed(),
    first: first?.header,
    place: first?.place,
  };
}

/** Counts the messages of a chat under one order of its dates. */
class Counted {
  readonly #authors = new Map<string, Author>();
  /** The number of messages of each of them. */
  readonly #lines = new Map<string, number>();
  /** Names that stand as authors only where an iPhone marks what the app says: of the chat, or of people. */
  readonly #marked = new Map<string, string>();
  readonly #texts = new Set<string>();
  #messages = 0;
  #isGroup = false;
  #subject: string | undefined;
  #named = 0;

  add(said: Said, place: RecordPlace): void {
    this.#messages += 1;
    const { author, name, text, isMarked, isTight } = said;
    const media = name === undefined ? undefined : mediaIn(text);
    for (const { name: file, isOmitted } of media?.files ?? []) {
      if (isOmitted) continue;
      this.#named += 1;
      if (file !== undefined && !MEDIA.test(file)) this.#texts.add(file);
    }
    if (isTight) return;
    if (author === undefined || name === undefined) this.#addSystem(text);
    else if (isMarked && !media && !isOwnOfAuthors(text)) {
      this.#marked.set(author, name);
      this.#addSystem(text);
    } else {
      if (!this.#authors.has(author)) this.#authors.set(author, { id: author, name, place });
      this.#lines.set(author, (this.#lines.get(author) ?? 0) + 1);
    }
  }

  #addSystem(text: string): void {
    const kind = kindOfSystem(text);
    if (kind !== undefined && isOfGroup(kind)) this.#isGroup = true;
    this.#subject = subjectIn(text, kind) ?? this.#subject;
  }

  surveyed(): Surveyed {
    const names = new Set([...this.#authors.values()].map(({ name }) => name));
    const authors = [...this.#authors].filter(
      ([id, { name }]) => (this.#lines.get(id) ?? 0) > SAID_MAX || !isSaidOf(name, names),
    );
    const [chat] = [...this.#marked].filter(([id]) => !this.#authors.has(id));
    return {
      authors: new Map(authors),
      messages: this.#messages,
      isGroup: this.#isGroup || authors.length < this.#authors.size,
      subject: chat?.[1] ?? this.#subject,
      texts: this.#texts,
      named: this.#named,
    };
  }
}

/** Whoever has more messages than that is a person, whatever the name. */
const SAID_MAX = 3;
