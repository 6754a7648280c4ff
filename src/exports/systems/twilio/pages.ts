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
  /** The lists of its pages that may be there; absent if it has records alone. */
  readonly lists?: ReadonlySet<string>;
  /** True if each record is a line. */
  readonly isLines: boolean;
};

/** The lists that are read, in the words of Conversations and of Programmable Chat. */
const LIST =
  /"(services|roles|users|bindings|delivery_receipts|conversations|channels|participants|members|messages)"\s*:\s*\[/g;
/** A page without records tells by what it says of itself. */
const KEY = /"key"\s*:\s*"[a-z_]+"/;
const PAGE = /"next_page_url"\s*:/;
/** Records of these kinds, and a member that no other system's records have. */
const RECORD = /"(?:conversation_|channel_)?sid"\s*:\s*"(?:CH|IM|MB|US|IS|RL|DY|BS)[0-9a-f]{32}/i;
const OF_ACCOUNT =
  /"(?:account_|chat_service_|service_|conversation_|channel_)sid"\s*:\s*"(?:AC|IS|CH)[0-9a-f]{32}/i;

/** A beginning that is shorter is that of the whole file. */
const WHOLE_BELOW = 65_000;
/** The most characters between the name of a list and its bracket that count, where a file is read in pieces. */
const OVERLAP = 64;

/**
 * The files of Twilio, by their content.
 * @param byHead whether their beginnings are enough, to recognise an export
 */
export async function twilioFiles(files: ExportFiles, byHead = false): Promise<readonly TwilioFile[]> {
  await using small = new SmallFiles(files.system);
  const found: TwilioFile[] = [];
  const known = new Map<string, ReadonlySet<string>>();
  for (const file of files.all) {
    // One that is packed, or in another encoding, does not begin as JSON.
    const whole = byHead ? undefined : (await small.bytes(file))?.toString('latin1').replace(BOM, '');
    const isWhole = whole !== undefined && BEGIN.test(whole);
    const text = isWhole ? whole : await files.head(file);
    if (!isOfTwilio(text)) continue;
    const lists = listsIn(text);
    if (lists.size > 0 && !isWhole && !byHead && Buffer.byteLength(text) >= WHOLE_BELOW)
      await addLists(lists, file, files);
    const key = [...lists].join();
    known.set(key, known.get(key) ?? lists);
    found.push({
      file,
      isLines: !/^\s*\[/.test(text),
      ...(lists.size > 0 ? { lists: known.get(key) ?? lists } : {}),
    });
  }
  return found;
}

const BEGIN = /^\s*[[{]/;
/** A byte order mark, as its bytes. */
const BOM = /^\u00ef\u00bb\u00bf/;

const isOfTwilio = (head: string): boolean =>
  BEGIN.test(head) &&
  ((RECORD.test(head) && OF_ACCOUNT.test(head)) ||
    (KEY.test(head) && PAGE.test(head) && listsIn(head).size > 0));

const listsIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(LIST), ([, name = '']) => name));

/** Adds the lists of the rest of a file: other pages may follow the first one. */
async function addLists(lists: Set<string>, file: ExportFile, files: ExportFiles): Promise<void> {
  try {
    const bytes = await openBytes(file.path, undefined, files.system);
    let before = '';
    for await (const piece of bytes.read(bytes.start)) {
      const text = before + piece.toString('latin1');
      for (const name of listsIn(text)) lists.add(name);
      before = text.slice(-OVERLAP);
    }
  } catch (error) {
    // What is wrong with the file is said when its records are read.
    onlyRunError(error);
  }
}
