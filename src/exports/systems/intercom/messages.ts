import type { ExportObject } from '../../files/export-rows.ts';
import { boolean, instant, number, record, records, textValue } from '../../files/values.ts';
import { deletedOrEdited, type SourceFile, type SourceMessage } from '../../neutral.ts';
import { userOf } from './identities.ts';

/** Kinds of parts that both sides see. Whatever else has a text may be a note: what an assignment says is one. */
const SHOWN = new Set(['comment', 'open', 'close', 'quick_reply']);
/** The name of the markup of all texts. */
export const HTML = 'html';

/** A part of a conversation as a message; undefined without an id. */
export function partMessage(part: ExportObject, conversation: string): SourceMessage | undefined {
  const id = textValue(part['id']);
  if (id === undefined) return undefined;
  const kind = textValue(part['part_type']) ?? 'unknown';
  const written = writtenIn(part);
  const isBlank = (written.text ?? '') === '' && written.files.length === 0;
  const time = instant(part['created_at']) ?? Number.NaN;
  const changed = instant(part['updated_at']);
  const isShown = SHOWN.has(kind) && !(isBlank && kind !== 'comment');
  const isEvent = !isShown && isBlank && !isNote(kind);
  return {
    id,
    conversation,
    ...authorOf(part),
    ...written,
    ...(isEvent ? { system: kind, text: kind.replaceAll('_', ' '), markup: undefined } : {}),
    ...(isShown || isEvent ? {} : { hidden: 'internal' }),
    time,
    version: changed ?? 0,
    ...deletedOrEdited(time, changed, boolean(part['redacted']) && { at: changed }),
  };
}

/** The first message of a conversation, which began it; undefined if nothing was written. */
export function firstMessage(row: ExportObject, conversation: string): SourceMessage | undefined {
  const source = record(row['source']);
  if (!source) return undefined;
  const id = textValue(source['id']);
  return {
    // Parts have numbers of their own.
    id: id === undefined ? 'source' : `source-${id}`,
    conversation,
    ...authorOf(source),
    ...writtenIn(source),
    time: instant(row['created_at']) ?? Number.NaN,
    version: instant(row['updated_at']) ?? 0,
    ...(boolean(source['redacted']) ? { deleted: {} } : {}),
  };
}

const isNote = (kind: string): boolean => kind.includes('note');

/** The kind of a part whose text is not imported though nothing calls it a note; undefined for all others. */
export function withheldKind(part: ExportObject): string | undefined {
  const kind = textValue(part['part_type']) ?? 'unknown';
  if (SHOWN.has(kind) || isNote(kind)) return undefined;
  const { text, files } = writtenIn(part);
  return text === undefined && files.length === 0 ? undefined : kind;
}

function authorOf({ author }: ExportObject): Pick<SourceMessage, 'sender' | 'senderName' | 'senderIsBot'> {
  const user = userOf(record(author) ?? {});
  if (!user) return {};
  return { sender: user.id, senderName: user.name, ...(user.isBot ? { senderIsBot: true } : {}) };
}

/** Stores of Intercom's: their addresses are signed for some time, and end with the workspace. */
const STORE = /(?:^|\.)(?:intercomcdn(?:\.eu)?\.com|intercom-attachments[\w-]*\.com)$/;
const SIGNED = /[?&](?:expires|signature)=/i;
const placeOf = (url: string): Pick<SourceFile, 'url' | 'privateUrl'> =>
  STORE.test(URL.parse(url)?.hostname ?? '') || SIGNED.test(url) ? { privateUrl: url } : { url };

/** Pictures inside of a text. */
const PICTURE = /<img\s[^<>]{0,4000}>/gi;
const ADDRESS = /\ssrc="([^"<>]{1,4000})"/i;

/** The text and the files of a part; pictures of a text whose addresses end are files of it. */
function writtenIn(
  part: ExportObject,
): Pick<SourceMessage, 'text' | 'markup'> & { readonly files: readonly SourceFile[] } {
  const files: SourceFile[] = records(part['attachments']).map((file) => ({
    name: textValue(file['name']),
    type: textValue(file['content_type']),
    size: number(file['filesize']),
    ...addressOf(file),
  }));
  const text = textValue(part['body'])?.replaceAll(PICTURE, (picture) => {
    const url = ADDRESS.exec(picture)?.[1]?.replaceAll('&amp;', '&');
    if (url === undefined || !('privateUrl' in placeOf(url))) return picture;
    files.push(placeOf(url));
    return '';
  });
  return { text, markup: HTML, files };
}

function addressOf({ url }: ExportObject): Pick<SourceFile, 'url' | 'privateUrl'> {
  const address = textValue(url);
  return address === undefined ? {} : placeOf(address);
}
