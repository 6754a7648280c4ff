import { RunError } from '../../../errors/run-error.ts';
import { parsedJson } from '../../../input/json/parse-json.ts';
import type { ExportInput } from '../../export-reader.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { instant, record } from '../../files/values.ts';

/** Header above the messages of a document. */
export type Header = {
  readonly channel: ExportObject;
  readonly guild: ExportObject;
  /** Milliseconds since 1970; 0 if it is not known. */
  readonly exportedAt: number;
};

/** A JSON document of DiscordChatExporter: a channel, or a part of one. */
export type DiscordFile = {
  readonly file: ExportFile;
  /** Absent if the beginning of the file does not have it. */
  readonly header?: Header;
};

/** Path of the messages of a document. */
export const MESSAGES = '$.messages[*]';

/** The folders of files that the exporter has fetched. What people have sent there is no document, whatever it looks like. */
const FETCHED = /_Files\//;
export const isFetched = ({ name }: ExportFile): boolean => FETCHED.test(name);

/** The list of messages. Inside of a text, there would be a backslash before the second quote. */
const LIST = /"messages"\s*:\s*\[/;
/** Beginning of a document; forks write something of their own before it. */
const BEGINS = /^\s*\{\s*"(?:mod|guild)"\s*:\s*\{/;
const HAS_CHANNEL = /"channel"\s*:\s*\{/;
/** Members of messages that no other system's files have, for a file that lacks its beginning. */
const OWN = [/"(?:callEndedTimestamp|timestampEdited)"\s*:/, /"(?:discriminator|inlineEmojis|isPinned)"\s*:/];
/** The form of a fork that writes people once, after the messages. */
const NORMALIZED = /^\s*\{\s*"mod"\s*:\s*\{[^{}]*"normal"\s*:\s*true/;

/**
 * The documents among the files, by their content.
 * @param isDeclared whether the pipeline names the system: then broken documents count, too, which else count only beside
 *   whole ones
 * @throws RunError `EXPORT.FORM_UNSUPPORTED` for the documents of a fork with people of their own
 */
export async function discordFiles(files: ExportFiles, isDeclared: boolean): Promise<readonly DiscordFile[]> {
  const found: DiscordFile[] = [];
  const broken: DiscordFile[] = [];
  for (const file of files.all) {
    if (isFetched(file)) continue;
    const head = (await files.head(file)).replace(/^\ufeff/, '');
    refuseNormalized(head, file);
    const header = headerIn(head);
    if (header) found.push({ file, header });
    else if ((BEGINS.test(head) && HAS_CHANNEL.test(head)) || isOfMessages(head)) broken.push({ file });
  }
  if (found.length === 0 && !isDeclared) return [];
  return [...found, ...broken];
}

const isOfMessages = (head: string): boolean => OWN.every((member) => member.test(head));

function refuseNormalized(head: string, { name }: ExportFile): void {
  if (NORMALIZED.test(head))
    throw new RunError('EXPORT.FORM_UNSUPPORTED', `${name} has its people apart from its messages (normal)`, {
      hint: 'export again as plain JSON, without that option',
    });
}

/** The header above the messages; undefined if it is not whole, or of something else. */
function headerIn(head: string): Header | undefined {
  const list = LIST.exec(head);
  if (!list || !/^\s*\{/.test(head)) return undefined;
  const above = record(parsedJson(`${head.slice(0, list.index).replace(/,\s*$/, '')}}`, true));
  return above && headerOf(above);
}

function headerOf(above: ExportObject): Header | undefined {
  const [channel, guild] = [record(above['channel']), record(above['guild'])];
  if (!channel || !guild) return undefined;
  return { channel, guild, exportedAt: instant(above['exportedAt']) ?? 0 };
}

/**
 * The documents in the order in which they were exported, so that of two copies the newer one is read last; each with what
 * stands above its messages, if that is in it at all.
 */
export async function inOrder(
  found: readonly DiscordFile[],
  input: Pick<ExportInput, 'files' | 'signal'>,
): Promise<readonly DiscordFile[]> {
  const dated: { readonly one: DiscordFile; readonly times: readonly [number, number] }[] = [];
  for (const each of found) {
    const one = each.header ? each : await withHeader(each, input);
    const head = await input.files.head(each.file);
    const first = TIME.exec(head.slice(LIST.exec(head)?.index ?? head.length))?.[1];
    dated.push({ one, times: [one.header?.exportedAt ?? 0, instant(first) ?? 0] });
  }
  const compare = ([a, first]: readonly [number, number], [b, other]: readonly [number, number]): number =>
    a - b || first - other;
  return dated.toSorted((a, b) => compare(a.times, b.times)).map(({ one }) => one);
}

/** The time of a message. */
const TIME = /"timestamp"\s*:\s*"([^"]*)"/;

/** Looks for the channel of a document in all of it. */
async function withHeader(
  { file }: DiscordFile,
  input: Pick<ExportInput, 'files' | 'signal'>,
): Promise<DiscordFile> {
  const above: Record<string, ExportObject> = {};
  for (const name of ['guild', 'channel'])
    await passJson(
      file,
      {
        rows: `$.${name}`,
        row: (row) => {
          above[name] = row;
        },
        // The pass over its messages says what is wrong with it.
        unreadable: () => {},
      },
      input,
    );
  const header = headerOf(above);
  return header ? { file, header } : { file };
}
