import { z } from 'zod';
import { defined, jsonIn } from '../../../input/json/defined.ts';
import { type Files, type OpenFile, writeAll } from '../../../system/files.ts';
import type { PulledCounts } from '../../pull-event.ts';
import { onDisk } from './disk-room.ts';
import { logLines, replaceLog } from './log-lines.ts';

const countedSchema = z.object({ users: z.int(), conversations: z.int(), messages: z.int() });

/** Records of a file, by the lists whose records are counted. */
export type Counted = z.infer<typeof countedSchema>;

/** No records. */
export const NO_RECORDS: Counted = { users: 0, conversations: 0, messages: 0 };

const foundSchema = {
  newest: z.number().optional(),
  /** True if messages of after the pull began are left for the next one. */
  isCut: z.boolean().optional(),
  authors: z.array(z.string()).optional(),
};

const writingSchema = z.object({
  /** The place of the next part. */
  at: z.string(),
  bytes: z.int(),
  counted: countedSchema,
  /** Files of the vendor that belong to it. */
  files: z.array(z.string()).optional(),
  /** Set once the end of the list was reached, while it waits for others. */
  isEnded: z.boolean().optional(),
  ...foundSchema,
});

/** A list that is being read: what is on the disk of it, and where it goes on. */
export type WritingList = Readonly<z.infer<typeof writingSchema>>;

const heldSchema = z.object({
  list: z.string(),
  generation: z.int(),
  bytes: z.int(),
  counted: countedSchema,
  files: z.array(z.string()).optional(),
  /** Of people who were asked for by id: the digest of the ids. */
  asked: z.string().optional(),
});

/** A list that is on the disk as a whole. */
export type HeldList = Readonly<z.infer<typeof heldSchema>>;

const faultSchema = z.object({
  code: z.enum(['PULL.FORBIDDEN', 'PULL.FORM']),
  text: z.string(),
  /** No messages are there where there were some: said twice, it is so. */
  isEmptied: z.boolean().optional(),
});

/** Why a conversation could not be read; its earlier records stay. */
export type ConversationFault = Readonly<z.infer<typeof faultSchema>>;

const of = z.string().optional();
const conversationSchema = z.object({
  of: z.string(),
  mark: z.string().optional(),
  newest: z.number().optional(),
  /** Absent: those whom its lists say that were read in this pull, or else those before. */
  authors: z.array(z.string()).optional(),
  read: z.number().optional(),
  settled: z.number().optional(),
  isDeleted: z.boolean().optional(),
  fault: faultSchema.optional(),
  isCut: foundSchema.isCut,
});
const lastSchema = z.object({
  until: z.number(),
  fullAt: z.number(),
  generation: z.int(),
  deleted: z.int().optional(),
  counts: countedSchema.extend({ requests: z.int(), bytes: z.int() }),
  /** Decides which records of the account are read. */
  choice: z.string().optional(),
});
const pullSchema = z.object({
  until: z.number(),
  isFull: z.boolean(),
  /** The account that is read, while the records that are there are still of another one. */
  source: z.string().optional(),
  choice: z.string().optional(),
  /** True if records that are there were read by another choice: what it left out was not deleted. */
  isOtherChoice: z.boolean().optional(),
  generation: z.int(),
  by: z.literal('list').optional(),
  isTimed: z.boolean().optional(),
  /** Set once all is read: what is left to do is to remove files. */
  isRead: z.boolean().optional(),
  deleted: lastSchema.shape.deleted,
});

const entrySchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('source'), source: z.string() }),
  z.object({ is: z.literal('begun'), ...pullSchema.shape }),
  z.object({ is: z.literal('part'), of, list: z.string(), ...writingSchema.shape }),
  z.object({ is: z.literal('unwritten'), of, list: z.string() }),
  z.object({ is: z.literal('held'), of, ...heldSchema.shape, ...foundSchema }),
  z.object({ is: z.literal('lost'), of, list: z.string() }),
  z.object({ is: z.literal('conversation'), ...conversationSchema.shape }),
  z.object({ is: z.literal('left'), of: z.string() }),
  z.object({ is: z.literal('fetched'), counts: lastSchema.shape.counts.partial() }),
  z.object({ is: z.literal('stopped') }),
  z.object({ is: z.literal('ended'), ...lastSchema.omit({ counts: true }).shape }),
  z.object({ is: z.literal('last'), ...lastSchema.shape }),
]);

const lineSchema = z.array(entrySchema);

/** A part of a line of the log. */
export type JournalEntry = z.infer<typeof entrySchema>;

/** Facts that the messages of a conversation say together. */
export type FoundInLists = Pick<WritingList, 'newest' | 'isCut' | 'authors'>;

/** A conversation, as far as its records were read. */
export type KnownConversation = Readonly<Omit<z.infer<typeof conversationSchema>, 'of'>> & {
  readonly lists: readonly HeldList[];
  /** Facts that the lists say that were read in this pull. */
  readonly found?: FoundInLists;
};

/** A list, at the top or of a conversation. */
export type ListKey = { readonly of?: string | undefined; readonly list: string };

const textOf = ({ of: conversation, list }: ListKey): string => `${list} ${conversation ?? ''}`;
const NONE: PulledCounts = { requests: 0, bytes: 0, users: 0, conversations: 0, messages: 0 };

type CountsOf = { readonly [K in keyof PulledCounts]?: number | undefined };

/** The sum of counts. */
export const summed = <T extends Partial<PulledCounts>>(one: T, other: CountsOf): T =>
  Object.fromEntries(
    Object.entries(one).map(([name, count]) => [name, count + (other[name as keyof PulledCounts] ?? 0)]),
  ) as T;

/**
 * The log of a folder of records: which file each list is in and how much of it is sure, where each goes on, and what is known
 * of each conversation. A line is written after the bytes that it speaks of are on the disk.
 */
export class Journal implements AsyncDisposable {
  readonly tops = new Map<string, HeldList>();
  readonly conversations = new Map<string, KnownConversation>();
  /** The address and the account that the records are of; undefined before the first pull. */
  source: string | undefined;
  /** True while the pull under way has not replaced records of another account. */
  get isBeforeOther(): boolean {
    return this.pull?.source !== undefined && this.pull.source !== this.source;
  }

  /** The pull under way; undefined if what is there is complete. */
  pull: Readonly<z.infer<typeof pullSchema>> | undefined;
  /** The last pull that was complete; undefined before the first one. */
  last: Readonly<z.infer<typeof lastSchema>> | undefined;
  /** Counts of what the pull under way has fetched. */
  counts: PulledCounts = NONE;
  readonly #writing = new Map<
    string,
    Omit<WritingList, 'authors'> & ListKey & { readonly authors?: string[] }
  >();
  readonly #names = new Map<string, string>();
  readonly #path: string;
  #file: OpenFile | undefined;
  #position = 0;
  /** Set once a line could not be written: what is there after the last one that was is unknown. */
  #failed: { readonly error: unknown } | undefined;
  #waiting = '';
  #flushing: Promise<void> | undefined;

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads a log; of one that is not there, or that somebody has damaged, nothing is known.
   * @throws RunError `DISK.UNREADABLE`
   */
  static async read(path: string, files: Files): Promise<Journal> {
    const journal = new Journal(path);
    for await (const line of logLines(path, files)) {
      const entries = lineSchema.safeParse(jsonIn(line)).data;
      if (!entries) return new Journal(path);
      for (const entry of entries) journal.#take(entry);
    }
    return journal;
  }

  /** Reads a log and writes it anew, as short as can be; then lines can be added. */
  static async open(path: string, files: Files): Promise<Journal> {
    const journal = await Journal.read(path, files);
    journal.#position = await replaceLog(path, journal.#lines(), files);
    journal.#file = await files.open(path, 'r+');
    return journal;
  }

  writing(key: ListKey): WritingList | undefined {
    return this.#writing.get(textOf(key));
  }

  held({ of: conversation, list }: ListKey): HeldList | undefined {
    if (conversation === undefined) return this.tops.get(list);
    return this.conversations.get(conversation)?.lists.find((each) => each.list === list);
  }

  /** All lists that are there as a whole. */
  *lists(): Generator<HeldList & ListKey> {
    yield* this.tops.values();
    for (const [id, { lists }] of this.conversations) for (const each of lists) yield { of: id, ...each };
  }

  /**
   * Makes a line of entries survive a power cut, all or none of them; those that others add meanwhile are written with it.
   * @throws RunError `SOURCE.SPOOL_FULL`; then nothing can be added any more
   */
  async add(entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    this.#waiting += lineOf(entries);
    for (const entry of entries) this.#take(entry);
    // A flush that has begun has not taken these lines.
    await this.#flushing;
    if (this.#waiting === '') return await this.#flushing;
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    if (this.#failed) throw this.#failed.error;
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    const file = this.#file;
    if (!file) throw new Error('the log is not open');
    try {
      await onDisk(this.#path, async () => {
        await writeAll(file, bytes, this.#position);
        await file.datasync();
      });
    } catch (error) {
      this.#failed = { error };
      throw error;
    }
    this.#position += bytes.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#flushing?.catch(() => {});
    await this.#file?.close();
  }

  #take(entry: JournalEntry): void {
    switch (entry.is) {
      case 'source':
        if (this.source !== undefined && this.source !== entry.source) this.#forgetFormer();
        this.source = entry.source;
        return;
      case 'begun': {
        const { is, ...pull } = entry;
        // Another generation begins all lists anew.
        if (this.pull?.generation !== pull.generation) this.#writing.clear();
        if (this.pull?.until !== pull.until && pull.isTimed !== true) this.counts = NONE;
        this.pull = pull;
        return;
      }
      case 'part': {
        const { is, authors: more, ...writing } = entry;
        const key = textOf(entry);
        const authors = this.#authorsOf(more, this.#writing.get(key)?.authors);
        this.#writing.set(key, { ...writing, ...(authors ? { authors } : {}) });
        return;
      }
      case 'unwritten':
        this.#writing.delete(textOf(entry));
        return;
      case 'held':
        this.#hold(entry);
        return;
      case 'lost':
        this.#lose(entry);
        return;
      case 'conversation': {
        const { is, of: id, authors: given, ...known } = entry;
        const { lists = [], found, authors: before } = this.conversations.get(id) ?? {};
        for (const [key, writing] of this.#writing) if (writing.of === id) this.#writing.delete(key);
        const authors = this.#authorsOf(given) ?? (found ? found.authors : before);
        this.conversations.set(id, { ...known, ...(authors ? { authors } : {}), lists });
        return;
      }
      case 'left':
        this.conversations.delete(entry.of);
        return;
      case 'fetched':
        this.counts = summed(this.counts, entry.counts);
        return;
      case 'stopped':
        this.#end();
        return;
      case 'ended': {
        const { is, ...last } = entry;
        this.last = { ...last, counts: this.counts };
        this.#end();
        return;
      }
      case 'last': {
        const { is, ...last } = entry;
        this.last = last;
      }
    }
  }

  /** The lists of another account have been read: what was there is nothing that they know. */
  #forgetFormer(): void {
    this.tops.clear();
    this.conversations.clear();
    this.last = undefined;
  }

  #end(): void {
    this.pull = undefined;
    this.counts = NONE;
    this.#writing.clear();
  }

  #hold({ is, of: id, newest, isCut, authors, ...held }: Extract<JournalEntry, { is: 'held' }>): void {
    const key = textOf({ of: id, list: held.list });
    const noted = this.#authorsOf(authors, this.#writing.get(key)?.authors);
    this.#writing.delete(key);
    if (id === undefined) {
      this.tops.set(held.list, held);
      return;
    }
    const known = this.conversations.get(id);
    const others = known?.lists.filter(({ list }) => list !== held.list) ?? [];
    const found = foundIn(known?.found, defined({ newest, isCut, authors: noted }));
    this.conversations.set(id, { ...known, lists: [...others, held], ...(found ? { found } : {}) });
  }

  /** Authors behind those before, each text once in memory, since the same people write everywhere. */
  #authorsOf(authors: readonly string[] | undefined, before?: string[]): string[] | undefined {
    if (!authors) return before;
    const known = authors.map((author) => {
      const name = this.#names.get(author) ?? author;
      this.#names.set(name, name);
      return name;
    });
    if (!before) return known;
    for (const author of known) before.push(author);
    return before;
  }

  #lose({ of: id, list }: ListKey): void {
    if (id === undefined) {
      this.tops.delete(list);
      return;
    }
    const known = this.conversations.get(id);
    if (known)
      this.conversations.set(id, { ...known, lists: known.lists.filter((each) => each.list !== list) });
  }

  /** Everything that is known, in as few lines as can be. */
  *#lines(): Generator<string> {
    for (const entry of this.#entries()) yield lineOf([entry]);
  }

  *#entries(): Generator<JournalEntry> {
    if (this.source !== undefined) yield { is: 'source', source: this.source };
    if (this.last) yield { is: 'last', ...this.last };
    if (this.pull) {
      yield { is: 'begun', ...this.pull };
      yield { is: 'fetched', counts: this.counts };
    }
    for (const held of this.tops.values()) yield { is: 'held', ...held };
    for (const [id, { lists, found, ...known }] of this.conversations) {
      yield { is: 'conversation', of: id, ...known };
      for (const [at, held] of lists.entries())
        yield { is: 'held', of: id, ...held, ...(at === 0 ? found : {}) };
    }
    for (const writing of this.#writing.values()) yield { is: 'part', ...writing };
  }
}

/** Facts that several lists of a conversation say together. */
function foundIn(one: FoundInLists | undefined, other: FoundInLists): FoundInLists | undefined {
  if (!one) return Object.keys(other).length > 0 ? other : undefined;
  const times = [one.newest, other.newest].filter((time) => time !== undefined);
  return {
    newest: times.length > 0 ? Math.max(...times) : undefined,
    isCut: one.isCut === true || other.isCut === true,
    authors: [...new Set([...(one.authors ?? []), ...(other.authors ?? [])])],
  };
}

const lineOf = (entries: readonly JournalEntry[]): string => `${JSON.stringify(entries)}\n`;
