import { type Document, type ErrorCode, LineCounter, parseDocument, type YAMLParseError } from 'yaml';

/** A YAML or JSON text, with the places of its lines. */
export type YamlText = {
  readonly text: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
};

/** Parses YAML or JSON, merge keys (`<<`) included: every reader of pipeline files sees the same. */
export function yamlText(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  return { text, document, lines };
}

/** Meanings of the parser's codes for who writes a pipeline. */
const MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias (*name) cannot have an anchor or a tag',
  BAD_ALIAS: 'this alias (*name) has no name, or no anchor (&name) before it',
  BAD_COLLECTION_TYPE: 'a tag (!name) does not fit the value',
  BAD_DIRECTIVE: 'a line that begins with % is a YAML directive; put quotes around the text',
  BAD_DQ_ESCAPE: 'unknown escape in double quotes; write \\\\ for a backslash, or use single quotes',
  BAD_INDENT:
    'wrong indentation; keys of one mapping begin in the same column, and what belongs to a key is indented more',
  BAD_PROP_ORDER: 'an anchor or a tag must stand before its value',
  BAD_SCALAR_START: 'this text begins with a special character; put quotes around it',
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " in one line; put quotes around the text, or begin a new line',
  BLOCK_IN_FLOW: 'inside { } and [ ], a list or a mapping must be written with brackets too',
  DUPLICATE_KEY: 'this key is there twice',
  MULTILINE_IMPLICIT_KEY: 'a line without ": "; put quotes around texts of several lines',
  MULTIPLE_ANCHORS: 'a value has two anchors',
  MULTIPLE_DOCS: 'a line --- begins a second document; a pipeline file has one',
  MULTIPLE_TAGS: 'a value has two tags',
  TAB_AS_INDENT: 'a tab cannot indent YAML; use spaces',
  TAG_RESOLVE_FAILED: 'unknown tag (!name); put quotes around a text that begins with !',
  UNEXPECTED_TOKEN: 'unexpected character here; put quotes around a text with special characters',
};

/** Says what is wrong with the text, in plain words. */
export function yamlFault({ code, message }: YAMLParseError): string {
  if (code === 'MISSING_CHAR')
    return message.replace(/^Missing /, 'missing ').replace(/^Expected /, 'expected ');
  return MEANINGS[code] ?? message;
}

/** Says what is wrong with an alias or a merge, which shows only when values are made of the text; and where it is. */
export function aliasFault({ message }: Error, text: string): { message: string; at: number } {
  const [, name] = /^Unresolved alias.*: (\S+)$/.exec(message) ?? [];
  if (name !== undefined)
    return { message: `there is no anchor &${name} before the alias *${name}`, at: text.indexOf(`*${name}`) };
  if (message.startsWith('Excessive alias'))
    return { message: `the aliases repeat more than ${ALIASES_MAX} values`, at: text.indexOf('*') };
  if (message.startsWith('Merge sources'))
    return { message: '<< expects an alias of a mapping, such as  <<: *base', at: text.indexOf('<<') };
  return { message, at: 0 };
}

/** More repetitions are an attack on memory. */
export const ALIASES_MAX = 100;
