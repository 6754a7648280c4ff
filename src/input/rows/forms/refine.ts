import type { FieldKind } from '../../entities/entity.ts';
import { parseJsonCell } from '../../json/parse-json.ts';
import { exact } from '../../json/raw-number.ts';
import { decode, digitsLost, isAbsent, isRounded, Unreadable } from '../decode-cell.ts';
import { htmlToMarkdown, htmlToText } from '../markup/html.ts';
import { stripMarkup } from '../markup/markdown.ts';
import { slackToMarkdown } from '../markup/slack.ts';
import type { Values } from '../row.ts';
import { textOf } from './cell-text.ts';
import type { CellReader, LookupTable } from './context.ts';
import { type FormStep, type LookupSpec, lookupId, type RefinedForm, type StepName } from './field-source.ts';
import { hashText, slug } from './ids.ts';
import type { PatternUses } from './pattern-uses.ts';
import { type Columns, valueReader } from './value-forms.ts';

/** An app's own id of a text, for the field of this row; undefined if it has none. */
export type OwnId = (text: string, values: Values) => string | undefined;

/** The things that the reader of a field needs. */
export type FieldDeps = {
  readonly field: string;
  readonly kind: FieldKind;
  /** True if the field is one member of a JSON field: then numbers and lists stay what they are. */
  readonly isMember: boolean;
  readonly columns: Columns;
  readonly lookups: ReadonlyMap<string, LookupTable> | undefined;
  readonly patterns: PatternUses;
  readonly ownId: OwnId | undefined;
  readonly uidOf: (id: string) => string;
  /** True if a value that is missing in a list keeps its place, because another list has values at the same places. */
  readonly keepsPlaces?: boolean;
};

/** Reads a field that has a form: its value, refined in the order that the documentation gives, then decoded. */
export function refinedReader(form: RefinedForm, deps: FieldDeps): CellReader {
  const read = refinedValue(form, deps);
  const { kind, isMember } = deps;
  const isId = kind === 'id' || kind === 'key';
  const isMade = isId && (deps.ownId !== undefined || isMadeId(form));
  const { default: fallback } = form;
  if (isMember && (form.as !== undefined || form.then !== undefined))
    return (values) => {
      const value = read(values);
      if (value instanceof Unreadable) return value;
      return isAbsent(value) ? fallback : exact(value);
    };
  // Text that a step has made is an id whatever it looks like, such as 1152170477e2.
  const decodedAs: FieldKind = isMade ? 'text' : kind;
  return (values) => {
    const value = read(values);
    if (value instanceof Unreadable) return value;
    if (!isAbsent(value)) return decode(value, decodedAs, form);
    return fallback === undefined ? undefined : decode(fallback, kind, form);
  };
}

const isMadeId = (form: RefinedForm): boolean => 'hash' in form || makesId(form.as) || makesId(form.then);

/** Reads the refined value, without its default and before it is decoded. */
export function refinedValue(form: RefinedForm, deps: FieldDeps): CellReader {
  const { kind, ownId } = deps;
  const isId = kind === 'id' || kind === 'key';
  const { keepsPlaces = false, columns } = deps;
  const read = valueReader(form, keepsPlaces ? { ...columns, named: columns.placed } : columns, isId);
  const stages = stagesOf(form, deps);
  if (stages.length === 0 && !ownId) return read;
  const isSlugged = isId && (makesId(form.as) || makesId(form.then));
  // Other ids than an app's own are read as they are without these.
  const readsId = isId && ownId !== undefined && !isMadeId(form);
  let row: Values = [];
  const stepDeps = { ownId: ownId && ((text: string) => ownId(text, row)), uidOf: deps.uidOf };
  const steps = stages.flatMap((stage) =>
    typeof stage === 'function' ? [stage] : compileSteps(stage, stepDeps),
  );
  const all = keepsPlaces ? steps.map(inPlaces) : steps;
  return (values) => {
    let value = read(values);
    if (value instanceof Unreadable) return value;
    if (isSlugged && isRounded(value)) return digitsLost(value);
    if (ownId && !isAbsent(value)) {
      row = values;
      const own = ownId(textOf(value), values);
      if (own !== undefined) return own;
    }
    for (const stage of all) {
      if (isAbsent(value)) return undefined;
      value = stage(value);
      if (value instanceof Unreadable) return value;
    }
    return readsId ? decode(value, kind, {}) : value;
  };
}

/** Applies a step to each value of a list; a place without a value stays one. */
const inPlaces =
  (step: StepFunction): StepFunction =>
  (value) => {
    if (!Array.isArray(value)) return step(value);
    const after = value.map((each) => (isAbsent(each) ? undefined : step(each)));
    const problem = after.find((each) => each instanceof Unreadable);
    if (problem) return problem;
    return after.every(isAbsent) ? undefined : after.flat();
  };

type Stage = StepFunction | NonNullable<RefinedForm['as']>;

/** Pattern, steps, values or lookup, and steps again: those that the form has. */
function stagesOf(form: RefinedForm, { field, lookups, patterns }: FieldDeps): Stage[] {
  const { pattern, as, values, lookup, then } = form;
  const hasDefault = form.default !== undefined;
  const stages: Stage[] = [];
  if (pattern !== undefined) {
    const find = patterns.finder(field, pattern);
    stages.push(onValues((value) => find(textOf(value))));
  }
  if (as !== undefined) stages.push(as);
  if (values) stages.push(renamed(values, hasDefault));
  if (lookup) stages.push(lookedUp(lookup, lookups?.get(lookupId(lookup)), hasDefault));
  if (then !== undefined) stages.push(then);
  return stages;
}

function renamed(names: NonNullable<RefinedForm['values']>, hasDefault: boolean): StepFunction {
  return onValues((value) => {
    const written = textOf(value);
    if (Object.hasOwn(names, written)) return names[written];
    if (hasDefault) return undefined;
    return new Unreadable('ROW.VALUE_UNMAPPED', "the value is not in the pipeline's list of values", value);
  });
}

function lookedUp(spec: LookupSpec, table: LookupTable | undefined, hasDefault: boolean): StepFunction {
  return onValues((value) => {
    const found = table?.get(textOf(value));
    if (found !== undefined || hasDefault) return found;
    return new Unreadable('ROW.LOOKUP_MISSING', `no row of ${spec.file} has this ${spec.key}`, value);
  });
}

/** Changes a value that is not absent; the result may be absent, or an `Unreadable`. */
type StepFunction = (value: unknown) => unknown;
/** The id of a source text. */
type IdOf = (text: string) => string;

/** The functions that steps need from the pipeline. */
type StepDeps = {
  /** The app's own id for a text of this field, if the pipeline brings one. */
  readonly ownId?: ((text: string) => string | undefined) | undefined;
  /** The uid of a person's id in the export. */
  readonly uidOf: IdOf;
};

const SEPARATOR = '|';

/** The functions of `as` or `then`, in order. */
function compileSteps(steps: FormStep | readonly FormStep[] | undefined, deps: StepDeps): StepFunction[] {
  if (steps === undefined) return [];
  return listOf(steps).map((step) => {
    if (typeof step === 'string') return stepNamed(step, deps);
    return 'split' in step ? splitAt(step.split) : replaced(step.replace);
  });
}

/** True if the steps make an id, which is then text whatever it looks like. */
const makesId = (steps: FormStep | readonly FormStep[] | undefined): boolean =>
  steps !== undefined && listOf(steps).some((step) => step === 'slug' || step === 'hash');

const listOf = (steps: FormStep | readonly FormStep[]): readonly FormStep[] =>
  Array.isArray(steps) ? steps : [steps as FormStep];

function stepNamed(name: StepName, { ownId, uidOf }: StepDeps): StepFunction {
  const made = (make: IdOf): StepFunction =>
    onText((text) => {
      if (!text.isWellFormed())
        return new Unreadable('ROW.TEXT_MALFORMED', 'the text contains half of a surrogate pair', text);
      return ownId?.(text) ?? make(text);
    });
  switch (name) {
    case 'slug':
      return made(slug);
    case 'hash':
      return made(hashText);
    case 'slackToMarkdown':
      return onText((text) => slackToMarkdown(text, uidOf));
    default:
      return steps[name];
  }
}

/** Applies a function of a text to a text, or to each value of a list. */
function onText(change: (text: string) => unknown): StepFunction {
  return onValues((value) =>
    typeof value === 'object'
      ? new Unreadable('ROW.FIELD_TYPE', 'an object is not text; name one of its members', value)
      : change(String(value)),
  );
}

/** Applies a step to a value, or to each value of a list. */
function onValues(change: StepFunction): StepFunction {
  const step: StepFunction = (value) => (Array.isArray(value) ? onEach(value, step) : change(value));
  return step;
}

/** Applies a step to each value of a list; values that become absent are left out. */
function onEach(values: readonly unknown[], step: StepFunction): unknown {
  const changed: unknown[] = [];
  for (const value of values) {
    const after = isAbsent(value) ? undefined : step(value);
    if (after instanceof Unreadable) return after;
    if (!isAbsent(after)) changed.push(after);
  }
  return changed.length > 0 ? changed : undefined;
}

const replaced = (pairs: readonly (readonly [string, string])[]): StepFunction =>
  onText((text) => pairs.reduce((before, [from, to]) => before.replaceAll(from, () => to), text));

function splitAt(separator: string): StepFunction {
  const step = onText((text) => {
    const parts = text.split(separator).map((part) => part.trim());
    const filled = parts.filter((part) => part !== '');
    return filled.length > 0 ? filled : undefined;
  });
  return (value) => {
    const parts = step(value);
    return Array.isArray(parts) ? parts.flat() : parts;
  };
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  '1': true,
  false: false,
  f: false,
  no: false,
  '0': false,
};

function toBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (Object.hasOwn(WORDS, word)) return WORDS[word];
  return new Unreadable('ROW.FIELD_TYPE', 'expected true, false, t, f, yes, no, 1 or 0', text);
}

/** A number as JSON writes one; whole numbers keep all their digits. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function toNumber(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  const text = textOf(value).trim();
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return new Unreadable('ROW.FIELD_TYPE', 'not a number', value);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

function toJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseJsonCell(value);
  return 'value' in parsed ? parsed.value : new Unreadable('ROW.JSON_INVALID', parsed.reason, value);
}

const steps: Readonly<Record<Exclude<StepName, 'slug' | 'hash' | 'slackToMarkdown'>, StepFunction>> = {
  trim: onText((text) => text.trim()),
  lower: onText((text) => text.toLowerCase()),
  upper: onText((text) => text.toUpperCase()),
  nfc: onText((text) => text.normalize('NFC')),
  digits: onText((text) => text.replaceAll(/\D+/g, '')),
  number: onValues(toNumber),
  boolean: onText(toBoolean),
  json: toJson,
  split: splitAt(SEPARATOR),
  htmlToMarkdown: onText(htmlToMarkdown),
  htmlToText: onText(htmlToText),
  stripMarkup: onText(stripMarkup),
  emptyToNothing: onText((text) => (text.trim() === '' ? undefined : text)),
};
