import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { FieldMap, FieldSource } from '../../../input/rows/forms/field-source.ts';
import type { Table } from '../files/tables.ts';

/** A line of a source besides its map, such as `path`, `where` or `order`; `why` is a comment behind it. */
export type SourceOption = { readonly key: string; readonly value: unknown; readonly why?: string };

/** One source of a drafted pipeline. */
export type DraftSource = {
  /** The first one is `path` or `from`. */
  readonly options: readonly SourceOption[];
  /** The values of `map`; those of a derived source may also name a field. */
  readonly map: FieldMap | Readonly<Record<string, unknown>>;
  /** For each field of the map with an open question in it, the question as a comment. */
  readonly asks?: Readonly<Record<string, string>>;
  /** Columns that no field reads. */
  readonly unused?: readonly string[];
  /** The table that it reads; absent if it is made of other rows. */
  readonly table?: Table;
  /** Comments for the user, a line each. */
  readonly remarks: readonly string[];
};

/** A drafted pipeline. */
export type PipelineDraft = {
  readonly name: string;
  /** Path of the JSON Schema, for editors. */
  readonly schema: string;
  readonly sources: Readonly<Partial<Record<EntityName, readonly DraftSource[]>>>;
  /** Messages that a hosted service would refuse because of their age, a sentence; absent if there are none. */
  readonly oldMessages?: string;
  /** Questions that nobody has answered, with their choices, a line each. */
  readonly open: readonly string[];
  /** Doubts about the draft, a sentence each. */
  readonly doubts: readonly string[];
  /** Files that are not read, each with the reason. */
  readonly leftOut: readonly string[];
};

/** The text of a commented pipeline file. */
export function pipelineText({
  name,
  schema,
  sources,
  oldMessages,
  open,
  doubts,
  leftOut,
}: PipelineDraft): string {
  return `${[
    `# yaml-language-server: $schema=${schema}`,
    '#',
    '# Written by chatferry init from the contents of your files. Check the lines with "?".',
    ...open.map((text) => `# ? ${oneLine(text)}`),
    ...doubts.map((text) => `# ! ${oneLine(text)}`),
    ...leftOut.map((text) => `# not read: ${oneLine(text)}`),
    ...headLines(name),
    'sources:',
    ...entityNames.flatMap((entity) => entityLines(entity, sources[entity] ?? [])),
    ...footLines(oldMessages),
  ].join('\n')}\n`;
}

/** The version, the name and the target of a pipeline. */
export const headLines = (name: string): string[] => [
  'version: 1',
  `name: ${scalar(name)}`,
  '',
  '# The sandbox is a local service. Rehearse with it as often as you like.',
  'target: sandbox',
  '# For the hosted service, use this instead:',
  '# target:',
  '#   appId: 2xxxx9f',
  '#   region: eu                             # us, eu or in',
  '#   serviceHost: example.io',
  '#   apiKey: { env: CHATFERRY_API_KEY }     # or { file: ./key } or { command: [pass, show, chat] }; never the key itself',
  '',
];

/** Other settings that a pipeline may have, as comments. */
export const footLines = (oldMessages?: string): string[] => [
  '',
  '# A row that refers to a user or group that is in no file is rejected. With open, the service decides.',
  '# references: open',
  '',
  '# What to do with messages that are too old: reject (default of a hosted target), skip, archive (save as NDJSON), allow.',
  ...(oldMessages === undefined ? [] : [`# ${oldMessages}.`]),
  '# retention: { messagesOlderThanDays: 183, policy: archive }',
];

/** One source stands right under its entity, several are a list. */
function entityLines(entity: EntityName, sources: readonly DraftSource[]): string[] {
  const [only] = sources;
  if (!only) return [];
  if (sources.length === 1) return [`  ${entity}:`, ...indented(sourceLines(only), '    ')];
  return [
    `  ${entity}:`,
    ...sources.flatMap((source) => {
      const [first = '', ...rest] = sourceLines({ ...source, remarks: [] });
      return [
        ...source.remarks.map((text) => `    # ${oneLine(text)}`),
        `    - ${first}`,
        ...indented(rest, '      '),
      ];
    }),
  ];
}

const indented = (lines: readonly string[], blanks: string): string[] => lines.map((line) => blanks + line);

function sourceLines({ options, map, asks = {}, unused = [], remarks }: DraftSource): string[] {
  const entries = mapLines(map, asks);
  return [
    ...remarks.map((text) => `# ${oneLine(text)}`),
    ...options.map(({ key, value, why }) => `${key}: ${flow(value)}${why ? `   # ${oneLine(why)}` : ''}`),
    ...(entries.length > 0 ? ['map:'] : []),
    ...indented(entries, '  '),
    ...(unused.length > 0 ? [`# not imported: ${oneLine(unused.slice(0, 20).join(', '))}`] : []),
  ];
}

/** The entries of a `map:`, a line each, with the question that is open in it as a comment. */
export function mapLines(
  map: Readonly<Record<string, FieldSource | null | unknown>>,
  asks: Readonly<Record<string, string>> = {},
): string[] {
  return Object.entries(map).map(([field, source]) => {
    const ask = asks[field];
    return `${scalar(field)}: ${flow(source)}${ask === undefined ? '' : `   # ? ${oneLine(ask)}`}`;
  });
}

/** A value in one line of YAML: texts as short as YAML reads them back, lists and objects in flow style. */
export function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${flow(each)}`);
    return `{ ${parts.join(', ')} }`;
  }
  return typeof value === 'string' ? scalar(value) : String(value);
}

/** A key is read as a text whatever its word. */
const keyOf = (key: string): string => (/^[A-Za-z_][\w-]*$/.test(key) ? key : scalar(key));

/** Unquoted if YAML reads it as the same text, else in double quotes. */
function scalar(text: string): string {
  const plain =
    /^[A-Za-z_$][\w./*-]*(?: [\w./:-]*[\w])*$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain && !text.includes(': ') ? text : JSON.stringify(text);
}

/** A text for a comment. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
