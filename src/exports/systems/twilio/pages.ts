import { onlyRunError } from '../../../errors/run-error.ts';
import { openBytes } from '../../../input/sources/bytes/bytes.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { SmallFiles } from '../../files/small-files.ts';

/**
 * Answers of the REST API of Twilio Conversations, or of Programmable Chat, as they were received. A page has one list of
 * one request; its two members stand in any order, and pages in any order of time or index:
 *
 *   { "meta": { "page": 0, "page_size": 100, "next_page_url": null, …, "key": "messages" }, "messages": [{ … }, …] }
 *
 * A file has one page, or several one after the other, also each on a line; or the records alone, as an array or as lines.
 */
export type TwilioFile = {
  readonly file: ExportFile;
  /** The lists of its pages that may be there, none if it has an error alone; absent if it has records alone. */
  readonly lists?: ReadonlySet<string>;
  /** Those of them that have records, wherever they stand. */
  readonly filled: ReadonlySet<string>;
  /** True if each record, or each page, is a line. */
  readonly isLines: boolean;
  /** The address of what is wrong, if an answer is an error of Twilio's in place of a page. */
  readonly error?: string;
};

/** The files of Twilio, and sentences about what they lack. */
type TwilioFiles = { readonly files: readonly TwilioFile[]; readonly notes: readonly string[] };

/** The lists that are read, in the words of Conversations and of Programmable Chat. */
const LIST =
  /"(services|roles|users|bindings|delivery_receipts|conversations|channels|participants|members|messages)"\s*:\s*\[(\s*\{)?/g;
/** Members of a page about itself: which one it is, and which one is next. */
const META = /"meta"\s*:\s*\{([^{}]{1,3000})\}/g;
const LINK = /"(url|next_page_url)"\s*:\s*"([^"]+)"/g;
/** An error, which the API answers in place of a page. */
const ERROR = /"more_info"\s*:\s*"(https:\\?\/\\?\/www\.twilio\.com\\?\/docs[^"]*)"/;
/** A page without records tells by what it says of itself. */
const KEY = /"key"\s*:\s*"[a-z_]+"/;
const PAGE = /"next_page_url"\s*:/;
/** Records of these kinds, and a member that no other system's records have. */
const RECORD = /"(?:conversation_|channel_)?sid"\s*:\s*"(?:CH|IM|MB|US|IS|RL|DY|BS)[0-9a-f]{32}/i;
const OF_ACCOUNT =
  /"(?:account_|chat_service_|service_|conversation_|channel_)sid"\s*:\s*"(?:AC|IS|CH)[0-9a-f]{32}/i;

/** A beginning that is shorter is that of the whole file. */
const WHOLE_BELOW = 65_000;
/** The most characters of what a file is looked at for, where it is read in pieces. */
const OVERLAP = 4_096;

/**
 * The files of Twilio, by their content.
 * @param others files that are none of these, whatever their content
 * @param byHead whether their beginnings are enough, to recognise an export
 */
export async function twilioFiles(
  files: ExportFiles,
  others: readonly ExportFile[],
  byHead = false,
): Promise<TwilioFiles> {
  await using small = new SmallFiles(files.system);
  const found: TwilioFile[] = [];
  const known = new Map<string, ReadonlySet<string>>();
  const links = new PageLinks();
  const shared = (names: ReadonlySet<string>): ReadonlySet<string> => {
    const key = [...names].join();
    known.set(key, known.get(key) ?? names);
    return known.get(key) ?? names;
  };
  const isOther = new Set(others);
  for (const file of files.all) {
    if (isOther.has(file)) continue;
    // One that is packed, or in another encoding, does not begin as JSON.
    const whole = byHead ? undefined : (await small.bytes(file))?.toString('latin1').replace(BOM, '');
    const isWhole = whole !== undefined && BEGIN.test(whole);
    const text = isWhole ? whole : await files.head(file);
    if (!isOfTwilio(text)) continue;
    const seen = new SeenText(file, links);
    seen.add(text);
    if (seen.lists.size > 0 && !isWhole && !byHead && Buffer.byteLength(text) >= WHOLE_BELOW)
      await addRest(seen, file, files);
    const { lists, filled, error } = seen;
    const hasRecords = error === undefined || RECORD.test(text);
    found.push({
      file,
      isLines: !/^\s*\[/.test(text),
      filled: shared(filled),
      ...(lists.size > 0 || !hasRecords ? { lists: shared(lists) } : {}),
      ...(error === undefined ? {} : { error }),
    });
  }
  return { files: found, notes: links.notes };
}

const BEGIN = /^\s*[[{]/;
/** A byte order mark, as its bytes. */
const BOM = /^\u00ef\u00bb\u00bf/;

const isOfTwilio = (head: string): boolean =>
  BEGIN.test(head) &&
  ((RECORD.test(head) && OF_ACCOUNT.test(head)) ||
    (KEY.test(head) && PAGE.test(head) && Array.from(head.matchAll(LIST)).length > 0) ||
    ERROR.test(head));

/** Findings in the text of a file, piece by piece. */
class SeenText {
  readonly lists = new Set<string>();
  readonly filled = new Set<string>();
  error: string | undefined;
  readonly #file: ExportFile;
  readonly #links: PageLinks;

  constructor(file: ExportFile, links: PageLinks) {
    this.#file = file;
    this.#links = links;
  }

  add(text: string): void {
    for (const [, name = '', record] of text.matchAll(LIST)) {
      this.lists.add(name);
      if (record !== undefined) this.filled.add(name);
    }
    for (const [, meta = ''] of text.matchAll(META)) this.#links.add(meta, this.#file);
    this.error ??= ERROR.exec(text)?.[1]?.replaceAll('\\', '');
  }
}

/** The pages that there are, and those that they name as the next. */
class PageLinks {
  readonly #own = new Set<string>();
  readonly #next = new Map<string, ExportFile>();

  add(meta: string, file: ExportFile): void {
    for (const [, name, url = ''] of meta.matchAll(LINK))
      if (name === 'url') this.#own.add(pageOf(url));
      else this.#next.set(pageOf(url), file);
  }

  get notes(): readonly string[] {
    const missing = [...this.#next].filter(([page]) => !this.#own.has(page));
    const [first] = missing;
    if (!first) return [];
    const more = missing.length > 1 ? ', …' : '';
    return [
      `pages that no file has: ${missing.length} (the one after ${first[1].name}${more}); get each  meta.next_page_url  until it is null`,
    ];
  }
}

/** A page by its address, without the token that leads to it; a copy, since parts of a text keep the whole of it in memory. */
const pageOf = (url: string): string => {
  const [path = '', query = ''] = url.replaceAll('\\', '').split('?');
  const parts = query.split('&').filter((part) => !part.startsWith('PageToken='));
  return Buffer.from(`${path}?${parts.toSorted().join('&')}`).toString();
};

/** Adds what the rest of a file shows: other pages may follow the first one. */
async function addRest(seen: SeenText, file: ExportFile, files: ExportFiles): Promise<void> {
  try {
    const bytes = await openBytes(file.path, undefined, files.system);
    let before = '';
    for await (const piece of bytes.read(bytes.start)) {
      const text = before + piece.toString('latin1');
      seen.add(text);
      before = text.slice(-OVERLAP);
    }
  } catch (error) {
    // What is wrong with the file is said when its records are read.
    onlyRunError(error);
  }
}
