import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import { isSqlite } from '../../../files/sqlite-file.ts';
import { dayOf, isList, isSent } from '../lists.ts';
import { isArchiveOfSlackdump } from './database.ts';

/** A file of `slackdump dump`: a conversation, or a thread of one. */
export type DumpFile = {
  readonly file: ExportFile;
  readonly conversation: string;
  readonly name: string | undefined;
};

/** The files of slackdump's own formats, by what they hold. */
export type SlackdumpFiles = {
  readonly databases: readonly ExportFile[];
  readonly chunks: readonly ExportFile[];
  readonly dumps: readonly DumpFile[];
  /** Dumps of the discussions of canvases. */
  readonly canvases: readonly DumpFile[];
};

const TEXT = /\.jsonl?(?:\.(?:gz|zst|zstd))?$/i;
/** The time is in nanoseconds. */
const CHUNK = /^\{"t":\d{1,3},"ts":\d{16,20}[,}]/;
/** `Conversation` of slackdump's package `types`; before its version 3 the id came last. */
const DUMP =
  /^\s*\{\s*(?:"channel_id"\s*:\s*"(?<id>[CDG][A-Z0-9]+)"|(?:"name"\s*:\s*"[^"]*"\s*,\s*)?"messages"\s*:\s*\[)/;
const TS = /"ts"\s*:\s*"\d{9,11}\.\d{6}"/;
const NAME = /^[^[]*?"name"\s*:\s*"(?<name>[^"\\]+)"/;
const NAME_OF_FILE = /(?:^|\/)(?<id>[CDG][A-Z0-9]+)(?:-\d+\.\d+)?\.json(?:\.\w+)?$/;
const CANVAS = /(?:^|\/)__canvas\//;

/** The names of chunk files, which are known even if nothing of them can be unpacked. */
const NAME_OF_CHUNKS = /(?:^|\/)(?:users|channels|workspace|search|[CDG][A-Z0-9]+(?:-\d+\.\d+)?)\.json\.gz$/;

/** Finds the files of slackdump's own formats. */
export async function slackdumpFiles(files: ExportFiles): Promise<SlackdumpFiles> {
  const [databases, chunks, unread]: [ExportFile[], ExportFile[], ExportFile[]] = [[], [], []];
  const [dumps, canvases]: [DumpFile[], DumpFile[]] = [[], []];
  for (const file of files.all) {
    if (isSent(file) || dayOf(file) || isList(file)) continue;
    if (!TEXT.test(file.name)) {
      if ((await isSqlite(file, files)) && (await isArchiveOfSlackdump(file))) databases.push(file);
      continue;
    }
    const head = await files.head(file);
    if (CHUNK.test(head)) chunks.push(file);
    else if (head === '' && NAME_OF_CHUNKS.test(file.name)) unread.push(file);
    const dump = dumpOf(file, head);
    if (dump) (CANVAS.test(file.name) ? canvases : dumps).push(dump);
  }
  return { databases, chunks: chunks.length > 0 ? [...chunks, ...unread] : [], dumps, canvases };
}

function dumpOf(file: ExportFile, head: string): DumpFile | undefined {
  const { id = NAME_OF_FILE.exec(file.name)?.groups?.['id'] } = DUMP.exec(head)?.groups ?? {};
  if (id === undefined || !DUMP.test(head)) return undefined;
  if (!TS.test(head) && !/"messages"\s*:\s*(?:\[\s*\]|null)/.test(head)) return undefined;
  return { file, conversation: id, name: NAME.exec(head)?.groups?.['name'] };
}

/** Describes the files, for people; undefined if none is of slackdump's own formats. */
export function variantOf({ databases, chunks, dumps }: SlackdumpFiles): string | undefined {
  const found = [
    ...(databases.length > 0 ? ["slackdump's archive in SQLite"] : []),
    ...(chunks.length > 0 ? ["slackdump's archive in chunk files"] : []),
    ...(dumps.length > 0 ? ["slackdump's dump, a file for each conversation"] : []),
  ];
  return found.length === 0 ? undefined : found.join(', and ');
}
