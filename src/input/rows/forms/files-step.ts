import { attachmentFault, DATA_BYTES_MAX, isObject } from '../../entities/limits.ts';
import { jsonText } from '../../json/json-text.ts';
import type { Problem } from '../row.ts';
import { addressKey, openAddress } from './address-key.ts';
import { fileLink, lastPartOf, typeOfFiles } from './attachments.ts';
import {
  type CopiedAddress,
  type FileFailure,
  type FilesIn,
  type FileWithoutRoom,
  type FindCopy,
  fileFieldOf,
  type KindOfFiles,
  type OnFailure,
} from './copied-address.ts';

type Fields = Record<string, unknown>;

/** The fields of a row, and the problems of those that could not be read. */
export type FoundFields = {
  readonly fields: Fields;
  readonly problems: readonly Problem[];
  readonly noRoom?: readonly FileWithoutRoom[];
};

/** A file that a row names. */
export type FileReference = {
  /** With all that opens it: `https`, `http`, `private+https`, `data:`, or `export:` for a file of the export. */
  readonly address: string;
  /** Its media type as the row says it. */
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  /** Bytes as the row says them. */
  readonly size?: number | undefined;
};

/** Schemes of addresses that files are got from. */
const FILE = /^(?:(?:private\+)?https?:\/\/|data:|export:\/\/\/)/i;
const isFile = (address: unknown): address is string =>
  typeof address === 'string' && FILE.test(address) && URL.canParse(address.replace(/^private\+/i, ''));

/**
 * The files that a row names, in its order; addresses that are none are left out.
 * @param fields of a mapping, or as the check has shaped them
 */
export function fileReferences(entityName: string, fields: Readonly<Fields>): readonly FileReference[] {
  const of = fileFieldOf(entityName);
  if (!of) return [];
  if (of.kind !== 'attachments') {
    const address = fields[of.field];
    return isFile(address) ? [{ address }] : [];
  }
  return (attachmentsIn(fields) ?? []).flatMap((file) => {
    if (!isAttachment(file)) return [];
    const { url, mimeType, name, size } = file;
    const isSize = Number.isSafeInteger(size) && (size as number) > 0;
    return [
      {
        address: url,
        type: textIn(mimeType),
        name: textIn(name),
        size: isSize ? (size as number) : undefined,
      },
    ];
  });
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

type File = Fields & { readonly url: string };
const isAttachment = (file: unknown): file is File => isObject(file) && isFile((file as Fields)['url']);

/** The attachments of a message: those of the field win over those inside of `data`. */
function attachmentsIn({ attachments, data }: Readonly<Fields>): readonly unknown[] | undefined {
  const found = attachments ?? (isObject(data) ? (data as Fields)['attachments'] : undefined);
  return Array.isArray(found) ? found : undefined;
}

/** Rules for what becomes of files, as a pipeline says. */
export type CopyRules = {
  readonly what: ReadonlySet<KindOfFiles>;
  readonly onFailure: OnFailure;
  readonly find: FindCopy;
  /** Finds what is known of an address before anything is copied: by that it is decided which rows are sent at all. */
  readonly planned: FindCopy;
  /** Everything that decides about the answers of `find`: another value gives the same rows another meaning. */
  readonly meaning?: (kind: KindOfFiles) => unknown;
};

/** The fields of a row that its files decide about. */
export const fieldsOfFiles = (of: FilesIn): readonly string[] =>
  of.kind === 'attachments' ? MESSAGE_FIELDS : [of.field];

const MESSAGE_FIELDS = ['attachments', 'data', 'metadata', 'text', 'type'];

/** The fields of a row with the addresses of copies in the place of those that it names. */
export const copiedFields = (of: FilesIn): ((found: FoundFields, rules: CopyRules) => FoundFields) =>
  of.kind === 'attachments' ? withAttachments : withPicture(of.field);

/** An address that stays: without what differs each night, and without what opens it. */
function stayingAddress(address: string): string | undefined {
  if (/^(?:export|data):/i.test(address)) return undefined;
  return openAddress(address);
}

const withPicture =
  (field: string) =>
  (found: FoundFields, { find, onFailure }: CopyRules): FoundFields => {
    const address = found.fields[field];
    if (!isFile(address)) return found;
    const copy = find(address);
    const url = pictureOf(address, copy, onFailure);
    const { [field]: _, ...fields } = found.fields;
    if (isLate(copy)) return { ...found, problems: [...found.problems, unasked(address, field)] };
    return { ...found, fields: url === undefined ? fields : { ...fields, [field]: url } };
  };

function pictureOf(
  address: string,
  copy: CopiedAddress,
  onFailure: CopyRules['onFailure'],
): string | undefined {
  if (copy.outcome === 'copied') return copy.url;
  if (copy.outcome === 'unknown') return copy.placeholder;
  if (copy.outcome === 'kept') return /^private\+/i.test(address) ? stayingAddress(address) : address;
  // Nobody is lost for a picture.
  return (copy.how ?? onFailure) === 'keep' ? stayingAddress(address) : undefined;
}

/** Files of a message that are not attachments of it. */
type Left = {
  readonly name: string;
  readonly type: string | undefined;
  readonly size: unknown;
  readonly link?: string;
};

/** A file of a message: as its row has it, and as the message gets it. */
type Placed = { readonly given: File; readonly own: File };

function withAttachments(found: FoundFields, rules: CopyRules): FoundFields {
  const given = attachmentsIn(found.fields);
  if (!given?.some(isAttachment)) return found;
  const planned = given.map((file) => (isAttachment(file) ? plannedOf(file, rules) : file));
  // Whether a row is sent at all must not depend on what became of its files: a faulty one, or one that is too large either way,
  // stays as it is, with every file in its place, and the check says what is wrong.
  const before = withMember(found.fields, 'attachments', planned);
  const isTooLarge = dataBytes(found.fields) > DATA_BYTES_MAX && dataBytes(before) > DATA_BYTES_MAX;
  if (isTooLarge || planned.some((file) => attachmentFault(file, '') !== undefined))
    return { ...found, fields: before };
  const files: Placed[] = [];
  const left: Left[] = [];
  const problems: Problem[] = [];
  for (const file of given.filter(isAttachment)) {
    const copy = rules.find(file.url);
    const onFailure = (copy.outcome === 'failed' ? copy.how : undefined) ?? rules.onFailure;
    const own = attachmentOf(file, copy, onFailure);
    if (own) files.push({ given: file, own });
    else left.push(leftOf(file, onFailure === 'drop' ? undefined : stayingAddress(file.url)));
    if (isLate(copy)) problems.push(unasked(file.url, 'attachments'));
    // What was deleted in the old system is sent without its files.
    if (
      !own &&
      copy.outcome === 'failed' &&
      onFailure === 'reject' &&
      found.fields['deletedAt'] === undefined
    )
      problems.push(problemOf(file.url, copy.why));
  }
  return { ...withFiles(found.fields, given, files, left), problems: [...found.problems, ...problems] };
}

/** A file with the address that its message would get if it were copied. */
const plannedOf = (file: File, { planned }: CopyRules): File =>
  attachmentOf(file, planned(file.url), 'keep') ?? file;

/** A file with the address that the service gets; undefined if it is no attachment any more. */
function attachmentOf(file: File, copy: CopiedAddress, onFailure: CopyRules['onFailure']): File | undefined {
  if (copy.outcome === 'unknown')
    return { ...described(file, endingOf(copy.placeholder)), url: copy.placeholder };
  if (copy.outcome === 'copied') {
    const { url, type, bytes } = copy;
    const extension = endingOf(url) ?? file['extension'];
    const size = file['size'] === undefined ? {} : { size: bytes };
    return { ...described(file, endingOf(url)), url, mimeType: type, extension, ...size };
  }
  if (copy.outcome === 'failed' && onFailure !== 'keep') return undefined;
  const { url } = file;
  const kept = copy.outcome === 'kept' && /^https?:/i.test(url) ? url : stayingAddress(url);
  if (kept === undefined) return undefined;
  // A copy that fails must not cost the message what a copy had given it.
  const whole = copy.outcome === 'kept' ? file : described(file, endingOf(lastPartOf(file.url)));
  return { ...whole, url: kept };
}

const endingOf = (name: string): string | undefined => /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1];

/** A file with the members that the service requires, where the row does not say them. */
function described(file: File, ending = 'bin'): File {
  const { name, mimeType, extension } = file;
  if ([name, mimeType, extension].every((member) => textIn(member) !== undefined)) return file;
  return {
    ...file,
    name: textIn(name) === undefined ? nameOf(file.url, ending) : name,
    mimeType: textIn(mimeType) === undefined ? 'application/octet-stream' : mimeType,
    extension: textIn(extension) === undefined ? ending : extension,
  };
}

/** A name by the address. What has no ending may be anything, also what opens the file. */
function nameOf(address: string, ending: string): string {
  const name = /^data:/i.test(address) ? '' : lastPartOf(address);
  return FILE_NAME.test(name) ? name : `file.${ending}`;
}

const FILE_NAME = /^[^\p{Cc}/\\]{1,200}\.[A-Za-z0-9]{1,16}$/u;

function leftOf({ url, name, mimeType, size }: File, link: string | undefined): Left {
  const found = textIn(name) ?? 'file';
  // The name that was made of an address may be a signature or a whole file.
  const shown = /^data:/i.test(url) && found.length > NAME_CHARS_MAX ? 'file' : found;
  return { name: shown, type: textIn(mimeType), size, ...(link === undefined ? {} : { link }) };
}

const NAME_CHARS_MAX = 255;

const problemOf = (address: string, why: FileFailure): Problem => ({
  code: `FILE.${why.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`,
  field: 'attachments',
  value: addressKey(address),
  message: `the file was not copied: ${WHY[why]}`,
});

const isLate = (copy: CopiedAddress): boolean => copy.outcome === 'unknown' && copy.isLate === true;

/** The problem of a row that is to be sent with a file that nobody has asked for. */
const unasked = (address: string, field: string): Problem => ({
  code: 'FILE.UNASKED',
  field,
  value: addressKey(address),
  message:
    'the file was not asked for: its row was not among those that were to be sent when files were copied',
});

const WHY: Readonly<Record<FileFailure, string>> = {
  gone: 'it is not there any more',
  login: 'its address needs a login',
  denied: 'its host refuses the header of the pipeline',
  expired: 'its address was signed for a time that is over',
  tooLarge: 'it is larger than files.maxBytes',
  type: 'files.types excludes its type',
  refused: 'its address is not asked',
  empty: 'it has no bytes',
  encoded: 'the answer is compressed',
  silent: 'its host does not answer',
};

/** Types that a message has because of its files. */
const TYPES_OF_FILES: ReadonlySet<unknown> = new Set(['image', 'file', 'audio', 'video']);

/** Bytes of a message's data that its thread, edits, deletion and pin may add. */
const MARKS_BYTES_MAX = 2_000;
const MARKS = ['parentMuid', 'parentId', 'editedAt', 'editedBy', 'deletedAt', 'deletedBy', 'pinned'];

/** Bytes that a message may have. */
const roomOf = (fields: Readonly<Fields>): number =>
  MARKS.some((field) => fields[field] !== undefined) ? DATA_BYTES_MAX - MARKS_BYTES_MAX : DATA_BYTES_MAX;

/**
 * True if the copies of a row's files may have no room in its message.
 * @param fields with the addresses that the source has
 * @param addressChars characters of the address of a copy
 */
export function mayLackRoom(fields: Readonly<Fields>, addressChars: number): boolean {
  const files = attachmentsIn(fields)?.length ?? 0;
  return files > 0 && dataBytes(fields) + files * (addressChars + MEMBERS_CHARS_MAX) > roomOf(fields);
}

/** Characters by which the type, the ending and the size of a copy may be longer than those in its row. */
const MEMBERS_CHARS_MAX = 300;

/** Ways to have a file in a message that has no room for the address of its copy, the best first. */
const INSTEAD = ['link', 'ownAddress', 'name'] as const;

/** A message with files, and with what is said of those that are left out, as far as its data has room. */
function withFiles(
  before: Readonly<Fields>,
  given: readonly unknown[],
  files: readonly Placed[],
  left: readonly Left[],
): { readonly fields: Fields; readonly noRoom?: readonly FileWithoutRoom[] } {
  const room = roomOf(before);
  const made = (own: readonly File[], named: readonly Left[], links: readonly Left[]): readonly Fields[] => {
    const plain = typed(withMember(before, 'attachments', own.length > 0 ? own : undefined), given, own);
    const listed = withNames(plain, named);
    const all = [...named, ...links];
    // Files that were not copied are named as far as there is room for their names.
    const bare = withText(withText(plain, named, false), links, true);
    return [withText(listed, all, true), withText(withText(listed, named, false), links, true), bare];
  };
  const isFitting = (fields: Fields): boolean => dataBytes(fields) <= room;
  const copies = files.map(({ own }) => own);
  const whole = made(copies, left, []).find(isFitting);
  if (whole) return { fields: whole };
  for (const instead of INSTEAD)
    for (let count = files.length - 1; count >= 0; count--) {
      const cut = files.slice(count);
      const at =
        instead === 'ownAddress'
          ? cut.flatMap(({ given: file }) =>
              isStaying(file) ? [described(file, endingOf(lastPartOf(file.url)))] : [],
            )
          : [];
      if (instead === 'ownAddress' && at.length < cut.length) continue;
      const links = instead === 'link' ? cut.map((file) => leftOf(file.given, file.own.url)) : [];
      // Files that have no room are named; one whose name has none either is worth less than its message.
      const names = instead === 'name' ? cut.map((file) => leftOf(file.given, undefined)) : [];
      const all = made([...copies.slice(0, count), ...at], [...left, ...names], links);
      const isLast = instead === 'name' && count === 0;
      const fields = (isLast || instead !== 'name' ? all : all.slice(0, 2)).find(isFitting);
      const fitting = fields ?? (isLast ? all.at(-1) : undefined);
      if (fitting)
        return { fields: fitting, noRoom: cut.map(({ given: file }) => withoutRoom(file, instead)) };
    }
  return { fields: made([], left, []).at(-1) as Fields };
}

/** True for a file whose address opens it for everybody and does not end, as far as its text says. */
const isStaying = ({ url }: File): boolean => /^https?:/i.test(url) && stayingAddress(url) === url;

function withoutRoom(file: File, instead: FileWithoutRoom['instead']): FileWithoutRoom {
  const { name, type } = leftOf(file, undefined);
  return { address: file.url, name, type, instead };
}

function dataBytes({ text, metadata, attachments, data }: Readonly<Fields>): number {
  const members = { text, metadata, attachments };
  const added = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return Buffer.byteLength(jsonText({ ...(isObject(data) ? data : {}), ...added }));
}

/** Sets a member of the data of a message where it stands: in a field of its own, else inside of `data`. */
function withMember(fields: Readonly<Fields>, name: string, value: unknown): Fields {
  const { [name]: own, ...rest } = fields;
  const { data } = fields;
  const inner = isObject(data) && Object.hasOwn(data, name) ? (data as Fields) : undefined;
  if (value !== undefined)
    return own === undefined && inner
      ? { ...fields, data: { ...inner, [name]: value } }
      : { ...fields, [name]: value };
  if (!inner) return rest;
  const { [name]: _, ...others } = inner;
  return { ...rest, data: others };
}

const memberOf = ({ data, ...fields }: Readonly<Fields>, name: string): unknown =>
  fields[name] ?? (isObject(data) ? (data as Fields)[name] : undefined);

/** A message whose type is that of its files gets that of those that it has now. */
function typed(fields: Fields, given: readonly unknown[], own: readonly unknown[]): Fields {
  const { type, category = 'message' } = fields;
  if (category !== 'message' || !TYPES_OF_FILES.has(type)) return fields;
  if (own.length === 0) return { ...fields, type: 'text' };
  return type === typeOfFiles(given) ? { ...fields, type: typeOfFiles(own) ?? type } : fields;
}

/** Names files in `metadata.source.files`. Metadata that are no object stay: the check refuses them. */
function withNames(fields: Fields, left: readonly Left[]): Fields {
  const metadata = memberOf(fields, 'metadata') ?? {};
  if (left.length === 0 || !isObject(metadata)) return fields;
  const { source = {} } = metadata as Fields;
  if (!isObject(source)) return fields;
  const { files = [] } = source as Fields;
  const named = left.map(({ name, type, size }) => ({ name, type, size }));
  const all = [...(Array.isArray(files) ? files : []), ...named];
  return withMember(fields, 'metadata', { ...metadata, source: { ...source, files: all } });
}

/** Adds the links of files to a text. A message that would be empty gets the names of its files. */
function withText(fields: Fields, left: readonly Left[], hasLinks: boolean): Fields {
  const given = memberOf(fields, 'text');
  if (left.length === 0 || (given !== undefined && typeof given !== 'string')) return fields;
  const text = given ?? '';
  const isEmpty = text.trim() === '';
  const links = hasLinks
    ? left.flatMap(({ name, link }) => (link === undefined ? [] : [fileLink(name, link)]))
    : [];
  const isNeeded = isEmpty && attachmentsIn(fields) === undefined && isOfMessage(fields);
  const lines = links.length > 0 || !isNeeded ? links : namesIn(left);
  if (lines.length === 0) return fields;
  return withMember(fields, 'text', [...(isEmpty ? [] : [text]), ...lines].join('\n'));
}

const isOfMessage = ({ category = 'message' }: Readonly<Fields>): boolean => category === 'message';

/** So many names say what a message was. */
const NAMES_MAX = 10;
const namesIn = (left: readonly Left[]): readonly string[] =>
  left.slice(0, NAMES_MAX).map(({ name }) => `[${name.slice(0, NAME_CHARS_MAX)}]`);
