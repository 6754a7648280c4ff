import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/mapping.ts';
import type { Proposal } from '../guess/proposal.ts';

/** One entity of a drafted pipeline. */
export type DraftSource = {
  readonly paths: readonly string[];
  /** Declarations other than the path, such as `encoding` or `delimiter`; `why` may be empty. */
  readonly declared: readonly (readonly [key: string, value: string, why: string])[];
  /** Names of the columns of files without a header line. */
  readonly columns?: readonly string[];
  readonly proposal: Proposal;
  /** Comments for the user, a line each. */
  readonly remarks: readonly string[];
};

/** A drafted pipeline. */
export type Draft = {
  readonly name: string;
  /** Path of the JSON Schema, for editors. */
  readonly schema: string;
  readonly sources: Readonly<Partial<Record<EntityName, DraftSource>>>;
  /** What a hosted service would refuse because of its age, a sentence; absent if nothing. */
  readonly oldMessages?: string;
};

/** The text of a commented pipeline file. */
export function pipelineText({ name, schema, sources, oldMessages }: Draft): string {
  const entities = entityNames.flatMap((entity) => {
    const source = sources[entity];
    return source ? sourceLines(entity, source) : [];
  });
  return `${[
    `# yaml-language-server: $schema=${schema}`,
    '#',
    '# Written by chatferry init from the contents of the files. Check the lines with "?".',
    'version: 1',
    `name: ${scalar(name)}`,
    '',
    '# The sandbox is a local service: rehearse against it as often as you like.',
    'target: sandbox',
    '# The hosted service:',
    '# target:',
    '#   appId: 2xxxx9f',
    '#   region: eu                             # us, eu or in',
    '#   serviceHost: example.io',
    '#   apiKey: { env: CHATFERRY_API_KEY }     # or { file: ./key } or { command: [pass, show, chat] }; never the key itself',
    '',
    'sources:',
    ...entities,
    '',
    '# A row that refers to a user or group in no file is rejected; with open, the service decides.',
    '# references: open',
    '',
    '# Messages older than the service keeps them: reject (default of a hosted target), skip, archive (kept as NDJSON), allow.',
    ...(oldMessages === undefined ? [] : [`# ${oldMessages}.`]),
    '# retention: { messagesOlderThanDays: 183, policy: archive }',
  ].join('\n')}\n`;
}

function sourceLines(
  entity: EntityName,
  { paths, declared, columns, proposal, remarks }: DraftSource,
): string[] {
  const { map, missing, unused, questions } = proposal;
  const entries = mapLines(map);
  const [only] = paths;
  return [
    `  ${entity}:`,
    ...remarks.map((text) => `    # ${oneLine(text)}`),
    ...questions.map((text) => `    # ? ${oneLine(text)}`),
    `    path: ${paths.length === 1 ? scalar(only as string) : `[${paths.map(scalar).join(', ')}]`}`,
    ...declared.map(([key, value, why]) => `    ${key}: ${scalar(value)}${why && `   # ${oneLine(why)}`}`),
    ...(columns
      ? [`    columns: [${columns.map(scalar).join(', ')}]   # ? the files have no header line: name them`]
      : []),
    ...(entries.length + missing.length > 0 ? [`    map:${entries.length > 0 ? '' : ' {}'}`] : []),
    ...entries.map((line) => `      ${line}`),
    ...missing.map(
      ({ field, columns: likely }) =>
        `      # ? ${field}: <column>   # required; ${likely.length > 0 ? `one of ${oneLine(likely.join(', '))}, or { const: … }` : 'no column looks like it'}`,
    ),
    ...(unused.length > 0 ? [`    # not read: ${oneLine(unused.slice(0, 20).join(', '))}`] : []),
  ];
}

/** The entries of a `map:`, a line each. */
export function mapLines(map: Proposal['map']): string[] {
  return Object.entries(map).map(([field, source]) => `${field}: ${written(source)}`);
}

function written(source: FieldSource): string {
  return typeof source === 'string' ? scalar(source) : flow(source);
}

function flow(value: object): string {
  const parts = Object.entries(value).map(
    ([key, each]) => `${scalar(key)}: ${typeof each === 'object' ? flow(each) : scalar(String(each))}`,
  );
  return `{ ${parts.join(', ')} }`;
}

/** Unquoted if YAML reads it as the same text, else in double quotes. */
function scalar(text: string): string {
  const plain =
    /^[A-Za-z_][\w./-]*(?: [\w./:-]*[\w])*$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return plain && !text.includes(': ') ? text : JSON.stringify(text);
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
