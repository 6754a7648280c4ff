import { isAbsent, Unreadable } from '../decode-cell.ts';
import { libraryOf } from '../library.ts';
import { textOf } from './cell-text.ts';
import type { CellReader } from './context.ts';
import { meant } from './copied-address.ts';
import type { AttachmentsForm, RefinedForm } from './field-source.ts';
import { type FieldDeps, refinedValue } from './refine.ts';

const mime = libraryOf<typeof import('mime')>('mime');

const UNKNOWN_TYPE = 'application/octet-stream';
const UNKNOWN_ENDING = 'bin';

/** One file of a message, as the service has it. */
export type Attachment = {
  readonly url: string;
  readonly name: string;
  readonly mimeType: string;
  readonly extension: string;
};

/** Reads the files of a message; undefined if it has none. */
export function attachmentsReader(form: AttachmentsForm, deps: FieldDeps): CellReader {
  const part = (of: string | RefinedForm): CellReader => {
    const refined = typeof of === 'string' ? { from: of } : of;
    const read = refinedValue(refined, { ...deps, kind: 'text', ownId: undefined, keepsPlaces: true });
    const { default: fallback } = refined;
    return fallback === undefined ? read : (values) => filled(read(values), fallback);
  };
  const readUrl = part(form.url);
  const readName = form.name === undefined ? undefined : part(form.name);
  const readType = form.type === undefined ? undefined : part(form.type);
  const separator = typeof form.split === 'string' ? form.split : undefined;
  return (values) => {
    const url = readUrl(values);
    if (url instanceof Unreadable) return url;
    if (isAbsent(url)) return undefined;
    const name = readName?.(values);
    if (name instanceof Unreadable) return name;
    const type = readType?.(values);
    if (type instanceof Unreadable) return type;
    const names = textsIn(name, separator);
    const types = textsIn(type, separator);
    const files: Attachment[] = [];
    for (const [index, each] of textsIn(url, separator).entries()) {
      if (each === '') continue;
      const whole = absolute(each, form.base);
      if (whole instanceof Unreadable) return whole;
      files.push(attachment(whole, names[index] || undefined, types[index] || undefined));
    }
    return files.length > 0 ? files : undefined;
  };
}

/** A value, or each value of a list, with a default where there is none. */
function filled(value: unknown, fallback: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (isAbsent(each) ? fallback : each));
  return isAbsent(value) ? fallback : value;
}

/** The texts of a cell: of each value if it is a list, of each part if there is a separator. */
function textsIn(cell: unknown, separator: string | undefined): readonly string[] {
  if (isAbsent(cell)) return [];
  if (Array.isArray(cell)) return cell.map((each) => textOf(each).trim());
  const text = textOf(cell);
  return (separator ? text.split(separator) : [text]).map((part) => part.trim());
}

/** A file by its URL, and by its name and type as far as they are known. */
export function attachment(url: string, name: string | undefined, type: string | undefined): Attachment {
  const lastPart = lastPartOf(url);
  const named = endingOf(name ?? '') ?? endingOf(lastPart);
  const given = type ?? DATA.exec(url)?.[1];
  const mimeType = given && /^[\w.+-]+\/[\w.+-]+$/.test(given) ? given.toLowerCase() : typeOf(named, given);
  const extension = named ?? mime().default.getExtension(mimeType) ?? UNKNOWN_ENDING;
  return { url, name: name ?? (lastPart || `file.${extension}`), mimeType, extension };
}

/** A file that is no attachment, as a link in the Markdown of a text. */
export const fileLink = (name: string, url: string): string =>
  `[${name.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;

/** A whole URL as people write it: with a scheme and a host. */
const WHOLE = /^[a-z][a-z0-9+.-]*:\/\/[^/\\\s]/i;

/**
 * A URL with its base; one that cannot be read stays as written, and the row is refused. A value that is no whole URL has no
 * say in the host: `\\server\file` of Windows and `//host/file` are whole to a browser.
 */
function absolute(url: string, base: string | undefined): string | Unreadable {
  if (base === undefined || WHOLE.test(url)) return url;
  const own = URL.parse(url, base);
  const at = URL.parse(base);
  if (!own || !at) return url;
  if (own.protocol === at.protocol && own.host === at.host && !URL.canParse(url)) return own.href;
  return new Unreadable(
    'MESSAGE.ATTACHMENT_INVALID',
    `the address is one of ${originOf(URL.parse(url) ?? own)}, but base leads to ${originOf(at)}: a value without https:// is a path below base`,
    url,
  );
}

const originOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** An address that has the whole file in it. */
const DATA = /^data:([\w.+-]+\/[\w.+-]+)?[;,]/i;

/** The name of the file in a URL's path, without the session that follows it. */
export function lastPartOf(url: string): string {
  if (DATA.test(url)) return '';
  const path = URL.parse(url)?.pathname ?? url;
  const [part = ''] = path.slice(path.lastIndexOf('/') + 1).split(/;jsessionid=/i, 1);
  return meant(part);
}

const endingOf = (name: string): string | undefined =>
  /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1]?.toLowerCase();

/** The MIME type by the ending; else by a word such as `image`, which some exports have. */
function typeOf(ending: string | undefined, word: string | undefined): string {
  const known = ending === undefined ? null : mime().default.getType(ending);
  if (known) return known;
  const kind = word?.trim().toLowerCase() ?? '';
  return Object.hasOwn(COMMON, kind) ? (COMMON[kind] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;
}

/** The MIME type of a file of which only the kind is known. */
const COMMON: Readonly<Record<string, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
};

/** The type of a message with files alone, by its first file: image, video, audio or file. */
export function typeOfFiles(attachments: unknown): string | undefined {
  const [first] = Array.isArray(attachments) ? attachments : [];
  const mimeType = (first as Partial<Attachment> | undefined)?.mimeType;
  if (typeof mimeType !== 'string') return undefined;
  const kind = mimeType.slice(0, mimeType.indexOf('/'));
  return Object.hasOwn(COMMON, kind) ? kind : 'file';
}
