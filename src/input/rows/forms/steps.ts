import { parseJsonCell } from '../../json/parse-json.ts';
import { isAbsent, Unreadable } from '../decode-cell.ts';
import { htmlToMarkdown, htmlToText } from '../markup/html.ts';
import { stripMarkup } from '../markup/markdown.ts';
import { slackToMarkdown } from '../markup/slack.ts';
import { textOf } from './cell-text.ts';
import type { FormStep, StepName } from './field-source.ts';
import { hashText, slug } from './ids.ts';

/** Changes a value that is not absent; the result may be absent, or an `Unreadable`. */
export type StepFunction = (value: unknown) => unknown;
/** The id of a source text. */
type IdOf = (text: string) => string;

/** The functions that steps need from the pipeline. */
export type StepDeps = {
  /** The app's own id for a text of this field, if the pipeline brings one. */
  readonly ownId?: ((text: string) => string | undefined) | undefined;
  /** The uid of a person's id in the export. */
  readonly uidOf: IdOf;
};

const SEPARATOR = '|';

/** The functions of `as` or `then`, in order. */
export function compileSteps(
  steps: FormStep | readonly FormStep[] | undefined,
  deps: StepDeps,
): StepFunction[] {
  if (steps === undefined) return [];
  return listOf(steps).map((step) =>
    typeof step === 'object' ? splitAt(step.split) : stepNamed(step, deps),
  );
}

/** True if the steps make an id, which is then text whatever it looks like. */
export const makesId = (steps: FormStep | readonly FormStep[] | undefined): boolean =>
  steps !== undefined && listOf(steps).some((step) => step === 'slug' || step === 'hash');

const listOf = (steps: FormStep | readonly FormStep[]): readonly FormStep[] =>
  Array.isArray(steps) ? steps : [steps as FormStep];

function stepNamed(name: StepName, { ownId, uidOf }: StepDeps): StepFunction {
  const made = (make: IdOf): StepFunction =>
    onText((text) => {
      if (!text.isWellFormed()) return malformed(text);
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

const malformed = (text: string): Unreadable =>
  new Unreadable('ROW.TEXT_MALFORMED', 'the text contains half of a surrogate pair', text);

/** Applies a function of a text to a text, or to each value of a list. */
function onText(change: (text: string) => unknown): StepFunction {
  const step = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return onEach(value, step);
    if (typeof value !== 'object') return change(String(value));
    return new Unreadable('ROW.FIELD_TYPE', 'an object is not text; name one of its members', value);
  };
  return step;
}

/** Applies a step to each value of a list; values that become absent are left out. */
export function onEach(values: readonly unknown[], step: StepFunction): unknown {
  const changed: unknown[] = [];
  for (const value of values) {
    const after = isAbsent(value) ? undefined : step(value);
    if (after instanceof Unreadable) return after;
    if (!isAbsent(after)) changed.push(after);
  }
  return changed.length > 0 ? changed : undefined;
}

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
  if (Array.isArray(value)) return onEach(value, toNumber);
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
  number: toNumber,
  boolean: onText(toBoolean),
  json: toJson,
  split: splitAt(SEPARATOR),
  htmlToMarkdown: onText(htmlToMarkdown),
  htmlToText: onText(htmlToText),
  stripMarkup: onText(stripMarkup),
  emptyToNothing: onText((text) => (text.trim() === '' ? undefined : text)),
};
