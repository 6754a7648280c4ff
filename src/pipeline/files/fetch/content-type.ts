import type { FileTypeResult } from 'file-type';
import type { Mime } from 'mime/lite';
import type { FilesSpec } from '../files-spec.ts';
import type { FetchFailure } from './download.ts';
import type { FetchedFile } from './fetched-file.ts';

/** Enough of a file to know what it is; archives of documents name their type behind other members. */
export const HEAD_BYTES = 64 * 1024;

/** The first bytes of a file, and names and types that others give it. */
export type ContentClues = {
  readonly head: Uint8Array;
  /** Its media type as its row says it. */
  readonly declared: string | undefined;
  /** As the answer says it. */
  readonly answered: string | undefined;
  /** Names with an ending: that of the row, the path of the address. */
  readonly names: readonly (string | undefined)[];
  /** True for what a server has answered, which may be a login page. */
  readonly isAnswer: boolean;
};

/** The type to store, and what goes with it. */
export type JudgedContent = Pick<FetchedFile, 'type' | 'extension' | 'isDownload' | 'notice'>;

const UNKNOWN = 'application/octet-stream';
/** Types that say nothing. */
const GENERIC =
  /^(?:(?:application|binary)\/(?:octet-stream|x-binary|unknown|force-download|download)|\*\/\*)$/;
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
};
/** Types that a browser, or a web server that publishes a folder, may run. */
const ACTIVE =
  /html|[/+]xml|xsl|svg|script|php|perl|python|asp|jsp|cgi|x-(?:c|ba|z)?sh$|shockwave|wasm|^multipart\/|^message\/|cache-manifest/;
/** Found types that others are made of. */
const CONTAINER = /^application\/(?:zip|x-cfb|gzip)$/;
/** Containers of films, which may have sound alone. */
const FILM =
  /^(?:video\/(?:mp4|webm|ogg|quicktime|3gpp2?|matroska|x-ms-asf)|application\/(?:ogg|vnd\.ms-asf))$/;

/** Forms of text that a browser may run. */
type ActiveText = 'html' | 'svg' | 'xml' | 'script';

const MARKUP: Readonly<Record<ActiveText, string>> = {
  html: 'text/html',
  svg: 'image/svg+xml',
  xml: 'application/xml',
  script: 'application/x-sh',
};

/**
 * Decides what a file is: as its bytes say, else as it was declared, else as its ending says. What may be run is never stored
 * under its type.
 */
export async function judgeContent(
  content: ContentClues,
  types: FilesSpec['types'],
): Promise<JudgedContent | FetchFailure> {
  const { head, isAnswer } = content;
  const { default: mime } = await import('mime');
  const { found: magic, isKnown } = await magicOf(head);
  const markup = magic === undefined || magic.mime === MARKUP.xml ? markupOf(head) : undefined;
  const found = markup === undefined ? plainType(magic?.mime) : MARKUP[markup];
  const declared = plainType(content.declared);
  const ending = content.names.map((name) => typeOfEnding(name, mime)).find((type) => type !== undefined);
  if (isAnswer && markup === 'html' && !/html/.test(declared ?? ending ?? ''))
    return { why: 'login', message: 'its host answers with a web page: it may want a login' };
  const claims = [declared, plainType(content.answered), ending].filter((type) => type !== undefined);
  const [claimed] = claims;
  const type = chosen(found, claimed, isKnown);
  const judged = [type, ...(found === undefined ? [] : [found])];
  if (types.allow && !matches(type, types.allow)) return refused(type, 'does not allow that');
  const denied = judged.find((each) => types.deny && matches(each, types.deny));
  if (denied !== undefined) return refused(denied, 'denies that');
  const isActive =
    found === undefined || markup !== undefined ? [found, ...claims].some(canRun) : canRun(found);
  const notice =
    declared?.startsWith('image/') && !type.startsWith('image/')
      ? `it was declared as ${declared} and is ${type === UNKNOWN ? 'something else' : type}`
      : undefined;
  return {
    type: isActive ? UNKNOWN : type,
    extension: isActive ? 'bin' : extensionOf(type, magic, mime),
    isDownload: isActive,
    ...(notice === undefined ? {} : { notice }),
  };
}

function chosen(
  found: string | undefined,
  claimed: string | undefined,
  isKnown: (type: string) => boolean,
): string {
  if (found === undefined) {
    // An image whose bytes would be recognised is none if they are not.
    return claimed === undefined || (claimed.startsWith('image/') && isKnown(claimed)) ? UNKNOWN : claimed;
  }
  const isWithin = CONTAINER.test(found) && claimed?.startsWith('application/') && !canRun(claimed);
  const isSound = FILM.test(found) && claimed?.startsWith('audio/');
  return claimed !== undefined && (isWithin || isSound) ? claimed : found;
}

const refused = (type: string, how: string): FetchFailure => ({
  why: 'type',
  message: `it is ${type}, and files.types ${how}`,
});

const canRun = (type: string | undefined): boolean => type !== undefined && ACTIVE.test(type);

/** True if one of some types, such as `image/*`, covers a type. */
const matches = (type: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const wanted = pattern.toLowerCase();
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });

/** A media type in lower case and without parameters; undefined if it is none, or says nothing. */
function plainType(text: string | undefined): string | undefined {
  const [, type] = /^\s*([\w.+-]{1,60}\/[\w.+-]{1,100})\s*(?:;|$)/.exec(text?.toLowerCase() ?? '') ?? [];
  if (type === undefined || GENERIC.test(type)) return undefined;
  return ALIASES[type] ?? type;
}

function typeOfEnding(name: string | undefined, mime: Mime): string | undefined {
  const [, ending] = /\.([A-Za-z0-9]{1,10})$/.exec(name ?? '') ?? [];
  return ending === undefined ? undefined : plainType(mime.getType(ending) ?? undefined);
}

function extensionOf(type: string, magic: FileTypeResult | undefined, mime: Mime): string {
  const extension = type === plainType(magic?.mime) ? magic?.ext : mime.getExtension(type);
  if (!/^[a-z0-9]{1,10}$/.test(extension ?? '') || canRun(typeOfEnding(`.${extension}`, mime))) return 'bin';
  return extension ?? 'bin';
}

async function magicOf(
  head: Uint8Array,
): Promise<{ readonly found: FileTypeResult | undefined; isKnown(type: string): boolean }> {
  const { fileTypeFromBuffer, supportedMimeTypes } = await import('file-type');
  // Bytes may be made to confuse it.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return { found, isKnown: (type) => supportedMimeTypes.has(type) };
}

const BLANK = /[\t\n\v\f\r ]+/y;
const DOCTYPE = /<!doctype[\t\n\v\f\r ]+([\w:-]+)/iy;
/** Tags at which browsers take a text for HTML. */
const HTML_TAG =
  /<(?:html|head|body|script|iframe|frameset|style|title|table|div|h[1-6]|p|a|br|b|font|meta|link|base|form|img|input|noscript|object|embed|template|main|section)[\t\n\v\f\r />]/iy;
const SVG_TAG = /<(?:\w{1,40}:)?svg[\t\n\v\f\r />]/iy;

/** Beginnings and ends of text that may stand before the first tag. */
const BEFORE = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/**
 * Finds by its beginning whether a file is a text that a browser may run, whatever it is called; libraries know only files
 * with magic bytes. The text may be in any Unicode encoding.
 */
export function markupOf(head: Uint8Array): ActiveText | undefined {
  // In UTF-16 and UTF-32 the characters of tags are bytes with zeros between them.
  const text = Buffer.from(head)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '');
  if (text.startsWith('#!')) return 'script';
  let isXml = false;
  for (let at = startOf(text, 0); at < text.length; at = startOf(text, at)) {
    const root = matched(DOCTYPE, text, at)?.[1]?.toLowerCase();
    if (root === 'html' || matched(HTML_TAG, text, at)) return 'html';
    if (root === 'svg' || matched(SVG_TAG, text, at)) return 'svg';
    const [begin, end] = BEFORE.find(([begin]) => text.startsWith(begin, at)) ?? [];
    if (begin === undefined) break;
    isXml ||= root !== undefined || /^<\?(?:xml|php)/.test(text.slice(at, at + 5));
    const found = text.indexOf(end, at + begin.length);
    // What does not end here is taken for the worst.
    if (found < 0) return isXml ? 'xml' : 'html';
    at = found + end.length;
  }
  return isXml ? 'xml' : undefined;
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const startOf = (text: string, at: number): number => at + (matched(BLANK, text, at)?.[0].length ?? 0);
