/** A value in a pipeline file. */
export type Scalar = string | number | boolean;
/** A value to compare with; null is an empty cell. */
export type Compared = Scalar | null;

/** A condition that the value of one column must meet. */
export type Condition =
  | Compared
  | readonly Compared[]
  | { readonly not: Compared | readonly Compared[] | Comparison }
  | Comparison
  | { readonly empty: boolean };

/** A condition by a regular expression, or by the text of another column. */
type Comparison = { readonly matches: string } | { readonly column: string };

/** Conditions on columns; a row must meet all of them. */
export type Conditions = Readonly<Record<string, Condition>>;

/** The columns that the conditions name, with pseudo columns and joined ones. */
export const whereColumns = (where: Conditions): readonly string[] => [
  ...new Set(Object.entries(where).flatMap(([name, condition]) => [name, ...comparedColumns(condition)])),
];

function comparedColumns(condition: Condition): readonly string[] {
  if (typeof condition !== 'object' || condition === null) return [];
  if ('not' in condition) return comparedColumns(condition.not);
  return 'column' in condition ? [condition.column] : [];
}

/** The names of the steps that need no more than their name, in the order of the documentation. */
export const stepNames = [
  'trim',
  'lower',
  'upper',
  'nfc',
  'slug',
  'hash',
  'digits',
  'number',
  'boolean',
  'json',
  'split',
  'htmlToMarkdown',
  'htmlToText',
  'slackToMarkdown',
  'stripMarkup',
  'emptyToNothing',
] as const;
export type StepName = (typeof stepNames)[number];

/** The effect of each step, for editors and the reference. */
export const stepMeanings: Readonly<Record<StepName, string>> = {
  trim: 'removes blanks at both ends',
  lower: 'changes all letters to lower case',
  upper: 'changes all letters to upper case',
  nfc: 'writes letters with marks as one character (Unicode NFC)',
  slug: 'makes a legal id from any text, always the same one',
  hash: 'makes 32 hexadecimal digits from any text',
  digits: 'keeps only the digits 0-9',
  number: 'reads a number; whole numbers keep all their digits',
  boolean: 'reads true, false, t, f, yes, no, 1 or 0',
  json: 'reads JSON',
  split: 'makes a list of the parts between |; empty parts are dropped',
  htmlToMarkdown: 'converts HTML to Markdown',
  htmlToText: 'converts HTML to plain text',
  slackToMarkdown: 'converts the markup of Slack to Markdown',
  stripMarkup: 'converts Markdown to plain text',
  emptyToNothing: 'treats a text of blanks as no value',
};
/** One step of `as` or `then`; `{ split: ',' }` names the separator. */
export type FormStep =
  | StepName
  | { readonly split: string }
  | { readonly replace: readonly (readonly [from: string, to: string])[] };

/** A table of another file: `key` and `value` are names of its columns. */
export type LookupSpec = { readonly file: string; readonly key: string; readonly value: string };

/** The changes to a value on its way to the field, in this order. */
export type Refinement = {
  /** A regular expression: the value is its first group, else the whole match. */
  readonly pattern?: string | undefined;
  readonly as?: FormStep | readonly FormStep[] | undefined;
  readonly values?: Readonly<Record<string, Scalar>> | undefined;
  readonly lookup?: LookupSpec | undefined;
  readonly then?: FormStep | readonly FormStep[] | undefined;
  /** The value where there is none. */
  readonly default?: Scalar | undefined;
  readonly time?: string | undefined;
  readonly zone?: string | undefined;
};

/** The origin of a value. */
type ValueForm =
  | { readonly from: string }
  | { readonly first: readonly string[] }
  | { readonly template: string }
  | { readonly hash: readonly string[]; readonly perEqualRow?: boolean | undefined }
  | { readonly other: string; readonly than: string; readonly split?: string | undefined };

/** The way in which a value is read and refined. */
export type RefinedForm = ValueForm & Refinement;

/** The files of a message, in the field `attachments`. */
export type AttachmentsForm = {
  /** The column of the URL, or of several URLs. */
  readonly url: string | RefinedForm;
  readonly name?: string | RefinedForm | undefined;
  /** The column of the MIME type. */
  readonly type?: string | RefinedForm | undefined;
  /** The URL that relative ones are relative to. */
  readonly base?: string | undefined;
  /** True: a message for each file. A text: what stands between several URLs in a cell. */
  readonly split?: boolean | string | undefined;
};

/** The way in which the pipeline file fills one field; a plain string is the name of a column. */
export type FieldSource = string | { readonly const: Scalar } | RefinedForm | AttachmentsForm;

/** The fields of an entity; null: the field is not filled, though a column may have its name. */
export type FieldMap = Readonly<Record<string, FieldSource | null>>;

/** Names the table of a lookup: equal specs have equal names. */
export const lookupId = ({ file, key, value }: LookupSpec): string => JSON.stringify([file, key, value]);

/** The lookups that a map needs, each once. */
export function lookupsOf(map: FieldMap): readonly LookupSpec[] {
  const found = new Map<string, LookupSpec>();
  for (const source of Object.values(map))
    for (const form of formsOf(source)) if (form.lookup) found.set(lookupId(form.lookup), form.lookup);
  return [...found.values()];
}

/** The columns that a map names, with pseudo columns and joined ones. */
export function mappedColumns(map: FieldMap): readonly string[] {
  return [...new Set(Object.values(map).flatMap(columnsOf))];
}

/** True if a source is the files of a message. */
export const isAttachments = (source: FieldSource | null | undefined): source is AttachmentsForm =>
  typeof source === 'object' && source !== null && 'url' in source;

/** The parts of a template: text at even indices, column names at odd ones. `{{` and `}}` are braces. */
export function templateParts(text: string): readonly string[] {
  const parts: string[] = [];
  let before = '';
  let at = 0;
  for (const match of text.matchAll(/\{\{|\}\}|\{([^{}]+)\}/g)) {
    const [token, name] = match;
    before += text.slice(at, match.index);
    at = match.index + token.length;
    if (name === undefined) before += token.slice(1);
    else {
      parts.push(before, name);
      before = '';
    }
  }
  return [...parts, before + text.slice(at)];
}

/** The only column that a source is read from; undefined if there are several or none. */
export function onlyColumn(source: FieldSource | null | undefined): string | undefined {
  if (!source) return undefined;
  const [name, ...more] = isAttachments(source) ? columnsOf(source.url) : columnsOf(source);
  return more.length > 0 ? undefined : name;
}

function columnsOf(source: FieldSource | null): readonly string[] {
  if (source === null) return [];
  if (typeof source === 'string') return [source];
  if ('const' in source) return [];
  if (isAttachments(source))
    return [source.url, source.name, source.type].flatMap((each) =>
      each === undefined ? [] : columnsOf(each),
    );
  if ('from' in source) return [source.from];
  if ('first' in source) return source.first;
  if ('hash' in source) return source.hash;
  if ('other' in source) return [source.other, source.than];
  return templateParts(source.template).filter((_, index) => index % 2 === 1);
}

/** The forms with steps inside a source. */
function formsOf(source: FieldSource | null): readonly RefinedForm[] {
  if (source === null || typeof source === 'string' || 'const' in source) return [];
  if (!isAttachments(source)) return [source];
  return [source.url, source.name, source.type].filter((each) => typeof each === 'object');
}
