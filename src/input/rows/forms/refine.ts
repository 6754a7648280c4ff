import type { FieldKind } from '../../entities/entity.ts';
import { exact } from '../../json/raw-number.ts';
import { decode, digitsLost, isAbsent, isRounded, Unreadable } from '../decode-cell.ts';
import type { Values } from '../row.ts';
import { textOf } from './cell-text.ts';
import type { CellReader, LookupTable } from './context.ts';
import { type LookupSpec, lookupId, type RefinedForm } from './field-source.ts';
import type { PatternUses } from './pattern-uses.ts';
import { compileSteps, makesId, onEach, type StepFunction } from './steps.ts';
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
    const stage: StepFunction = (value) =>
      Array.isArray(value) ? onEach(value, stage) : find(textOf(value));
    stages.push(stage);
  }
  if (as !== undefined) stages.push(as);
  if (values) stages.push(renamed(values, hasDefault));
  if (lookup) stages.push(lookedUp(lookup, lookups?.get(lookupId(lookup)), hasDefault));
  if (then !== undefined) stages.push(then);
  return stages;
}

function renamed(names: NonNullable<RefinedForm['values']>, hasDefault: boolean): StepFunction {
  const stage: StepFunction = (value) => {
    if (Array.isArray(value)) return onEach(value, stage);
    const written = textOf(value);
    if (Object.hasOwn(names, written)) return names[written];
    if (hasDefault) return undefined;
    return new Unreadable('ROW.VALUE_UNMAPPED', "the value is not in the pipeline's list of values", value);
  };
  return stage;
}

function lookedUp(spec: LookupSpec, table: LookupTable | undefined, hasDefault: boolean): StepFunction {
  const stage: StepFunction = (value) => {
    if (Array.isArray(value)) return onEach(value, stage);
    const found = table?.get(textOf(value));
    if (found !== undefined || hasDefault) return found;
    return new Unreadable('ROW.LOOKUP_MISSING', `no row of ${spec.file} has this ${spec.key}`, value);
  };
  return stage;
}
