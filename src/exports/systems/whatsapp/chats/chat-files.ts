import { type ExportFile, type ExportFiles, MEDIA } from '../../../files/export-files.ts';
import { dayOf, ordersOf } from '../lines/dates.ts';
import { type Dialect, type Header, headerOf } from '../lines/header.ts';
import { saidIn } from '../lines/said.ts';
import { isDeleted } from '../phrases/deleted.ts';
import { OWN_MARK } from '../phrases/marks.ts';
import { mediaIn } from '../phrases/media.ts';
import { kindOfSystem } from '../phrases/system.ts';

/** A file that is a chat. */
export type ChatFile = {
  readonly file: ExportFile;
  readonly dialect: Dialect;
  /** Set if it says nothing that only a chat says, and is written as other files may be. */
  readonly isCommon?: true;
};

/** Of the lines of a head that begin a message, at least one of so many has an author or is known. */
const SAID_SHARE = 3;

/**
 * The files that are chats, by what stands in them. Those that could as well be something else are among them if there are no
 * others, or if they are written as one of the others.
 */
export async function chatFiles(files: ExportFiles): Promise<readonly ChatFile[]> {
  const found: ChatFile[] = [];
  for (const file of files.all) {
    if (MEDIA.test(file.name)) continue;
    const chat = looksLike(await files.head(file));
    if (chat) found.push({ file, ...chat });
  }
  const sure = new Set(found.filter(({ isCommon }) => !isCommon).map(({ dialect }) => dialect.key));
  return sure.size === 0 ? found : found.filter(({ dialect }) => sure.has(dialect.key));
}

/** Finds how the messages of a chat begin, by the beginning of its file; undefined if it is none. */
function looksLike(head: string): Omit<ChatFile, 'file'> | undefined {
  const lines = head.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const headers = lines.flatMap((line) => {
    const header = headerOf(line);
    return header && isDated(header) ? [header] : [];
  });
  const dialects = [...Map.groupBy(headers, ({ dialect }) => dialect.key).values()];
  const [most] = dialects.sort((a, b) => b.length - a.length);
  const [first] = most ?? [];
  if (!most || !first) return undefined;
  const { dialect } = first;
  const said = most.filter(
    (header) => saidIn(header).name !== undefined || kindOfSystem(header.rest) !== undefined,
  );
  if (said.length === 0 || said.length * SAID_SHARE < most.length) return undefined;
  const begins = headerOf(lines[0] as string)?.dialect.key === dialect.key;
  if (!begins && most.length < 2) return undefined;
  // A line or two in the middle of something else make no chat, unless they say what only a chat says.
  const isSure = most.some(isKnown) || (begins && most.length > 1 && isOwnForm(dialect));
  return isSure ? { dialect } : { dialect, isCommon: true };
}

const isDated = (header: Header): boolean =>
  ordersOf(header.dialect).some((order) => dayOf(header, order) !== undefined);

/** Kinds of lines that no log has, as it says who joined and left. */
const SURE = new Set(['encryption', 'security', 'created', 'subject', 'description', 'disappearing']);

/** True if a line says what only a chat of this app says. */
function isKnown(header: Header): boolean {
  const { rest } = header;
  const said = saidIn(header);
  if (said.name === undefined) return SURE.has(kindOfSystem(rest) ?? '');
  return rest.includes(OWN_MARK) || isDeleted(said.text) || mediaIn(said.text) !== undefined;
}

/** Logs have seconds and the year first; a comma behind the date, and no seconds behind a dash, is how chats are written. */
const isOwnForm = ({ form, hasComma, isExact, hasHalves }: Dialect): boolean =>
  form === 'dash' ? !isExact && (hasComma || hasHalves) : hasComma || hasHalves;
