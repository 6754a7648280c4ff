import { onlyRunError, type RunError } from '../../../../errors/run-error.ts';
import { parsedJson } from '../../../../input/json/parse-json.ts';
import { RAW_CHARS_MAX } from '../../../../input/rows/row.ts';
import { openBytes } from '../../../../input/sources/bytes/bytes.ts';
import type { ExportInput } from '../../../export-reader.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import type { ExportObject } from '../../../files/export-rows.ts';
import { restOfFile } from '../../../files/unreadable.ts';
import { list, number, record, records, textValue } from '../../../files/values.ts';
import type { RecordPlace } from '../../../neutral.ts';
import { broken, nameOfType, type SomeAnswers } from './answers.ts';

/**
 * Chunk files: a JSON object on each line, an answer of Slack's API, with short names as the type `Chunk` of slackdump's
 * package `chunk` has them: `t` the kind, `id` the channel, `m` messages, `p` the first message of a thread, `u` users,
 * `ch` channels, `ci` one channel, `cu` ids of its members, `w` the workspace.
 */
const types = {
  messages: 0,
  thread: 1,
  files: 2,
  users: 3,
  channels: 4,
  channel: 5,
  workspace: 6,
  members: 7,
};

/** Subject of a pass over the chunks; the other chunks are not parsed. */
export type Part = 'users' | 'conversations' | 'messages';

/** Beginning of each line: slackdump writes the kind first. */
const KIND = /^\{"t":(\d{1,3}),/;
const HEAD_BYTES = 16;

const PARTS: ReadonlyMap<number, Part> = new Map([
  [types.users, 'users'],
  [types.workspace, 'users'],
  [types.channels, 'conversations'],
  [types.channel, 'conversations'],
  [types.members, 'conversations'],
]);

/** Passes what one file has of a part. */
export async function passChunks(
  file: ExportFile,
  part: Part,
  taker: SomeAnswers,
  input: Pick<ExportInput, 'files' | 'signal'>,
): Promise<void> {
  await passLines(
    file,
    {
      line: (bytes, line) => {
        const place = { file: file.name, root: file.root, line };
        const type = KIND.exec(bytes?.toString('latin1', 0, HEAD_BYTES) ?? '')?.[1];
        if ((PARTS.get(Number(type)) ?? 'messages') !== part) return;
        const chunk = bytes && record(parsedJson(bytes.toString(), false));
        if (chunk) take(chunk, taker, place);
        else taker.unreadable(part, brokenLine(bytes), place);
      },
      damaged: (error, line) => {
        // Every pass meets it; the rest of a file is most likely messages.
        if (part !== 'messages') return;
        const place = { file: file.name, line: error.where?.line ?? line };
        taker.unreadable('messages', restOfFile(file, error), place);
      },
    },
    input,
  );
}

const brokenLine = (bytes: Buffer | undefined) =>
  broken(
    bytes ? 'the line is not a JSON object' : 'the line is too long to be an answer of Slack',
    bytes?.toString('utf8', 0, RAW_CHARS_MAX),
  );

function take(chunk: ExportObject, taker: SomeAnswers, place: RecordPlace): void {
  const type = number(chunk['t']) ?? Number.NaN;
  const channel = textValue(chunk['id']) ?? textValue(record(chunk['ci'])?.['id']) ?? '';
  if (type === types.messages || type === types.thread) takeMessages(chunk, channel, taker, place);
  else if (type === types.users) for (const row of records(chunk['u'])) taker.user?.(row, place);
  else if (type === types.channels) for (const row of records(chunk['ch'])) taker.conversation?.(row, place);
  else if (type === types.channel) for (const row of records([chunk['ci']])) taker.conversation?.(row, place);
  else if (type === types.workspace) for (const row of records([chunk['w']])) taker.workspace?.(row);
  else if (type === types.members)
    for (const user of list(chunk['cu'])) taker.member?.(channel, textValue(user) ?? '', place);
  // Messages have their files, too.
  else if (type !== types.files) leaveOut(type, chunk, taker);
}

function takeMessages(chunk: ExportObject, channel: string, taker: SomeAnswers, place: RecordPlace): void {
  const parent = record(chunk['p']);
  // A thread that was asked for alone has its first message nowhere else.
  const isApart = parent && !list(chunk['m']).some((row) => record(row)?.['ts'] === parent['ts']);
  if (isApart) taker.message?.(channel, parent, place);
  for (const row of records(chunk['m'])) taker.message?.(channel, row, place);
}

/** Lists that are no messages. */
const NO_MESSAGES = new Set([8, 9, 11]);
/** The discussions of canvases; number 12 is in some versions something else, without messages. */
const CANVASES = new Set([12, 13]);

/** Results of searches, discussions of canvases, and kinds that came later: counted by name, and not read. */
function leaveOut(type: number, chunk: ExportObject, taker: SomeAnswers): void {
  const found = list(chunk['m'] ?? chunk['sm']).length;
  if (NO_MESSAGES.has(type)) taker.note(`not imported, because they are not messages: ${nameOfType(type)}`);
  else if (CANVASES.has(type) && found > 0) taker.dropped('messages', 'canvasMessages', found);
  else taker.dropped('messages', nameOfType(type), Math.max(1, found));
}

/** The longest line that is read: an answer of Slack's API has at most 1000 messages. */
const LINE_BYTES_MAX = 134_217_728;
const LF = 0x0a;

/** Takes the lines of a file. */
type LineTaker = {
  /** @param line undefined for one that is too long to be read */
  line(line: Buffer | undefined, number: number): void;
  /** The rest of the file cannot be read. */
  damaged(error: RunError, number: number): void;
};

/** Passes the lines of a packed or plain file; keeps one of them in memory. */
async function passLines(
  file: ExportFile,
  { line, damaged }: LineTaker,
  { files, signal }: { readonly files: ExportFiles; readonly signal: AbortSignal },
): Promise<void> {
  let begun: Buffer[] = [];
  let length = 0;
  let number = 1;
  const add = (piece: Buffer): void => {
    length += piece.length;
    // What reads the file uses its memory again.
    if (length <= LINE_BYTES_MAX) begun.push(Buffer.from(piece));
    else begun = [];
  };
  // What the taker throws says nothing of the file.
  let thrown: unknown;
  const end = (): void => {
    try {
      if (length > 0) line(length > LINE_BYTES_MAX ? undefined : Buffer.concat(begun), number);
    } catch (error) {
      thrown = error;
      throw error;
    }
    begun = [];
    length = 0;
  };
  try {
    const bytes = await openBytes(file.path, undefined, files.system);
    for await (const piece of bytes.read(bytes.start, signal)) {
      let from = 0;
      for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, from)) {
        add(piece.subarray(from, at));
        end();
        number++;
        from = at + 1;
      }
      add(piece.subarray(from));
    }
    end();
  } catch (error) {
    if (error === thrown) throw error;
    damaged(onlyRunError(error), number);
  }
}
