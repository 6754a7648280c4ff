import { FILE_UNKNOWN, type KeyIndex, type KeyState, type Stamp } from '../../keys/key-index.ts';
import { entities } from '../entities/entities.ts';
import {
  type Data,
  type Entity,
  type EntityName,
  isReferredTo,
  type Ref,
  type ReferredName,
} from '../entities/entity.ts';
import { isMemberOf, type Mapping } from './mapping.ts';
import type { Outcome } from './outcome.ts';
import type { Problem, Row } from './row.ts';

/** Messages sent before `before` (epoch seconds) are left out or rejected. */
export type Retention = { readonly before: number; readonly policy: 'reject' | 'skip' };

/** What rows are checked against. */
export type JudgeDeps = {
  readonly entity: Entity;
  /** One mapping for each file of the step. */
  readonly mappings: readonly Mapping[];
  /** The keys of the entities that rows refer to. */
  readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
  /** The names of the files of every entity that the pipeline brings. */
  readonly namesOf: Readonly<Partial<Record<EntityName, (file: number) => string>>>;
  /** Entities whose rows must all be in the sources: a reference to another key is rejected. */
  readonly closed: ReadonlySet<EntityName>;
  readonly retention: Retention | undefined;
  /** Epoch seconds; nobody can have joined later. */
  readonly now: number;
  /** Fields that the route carries. */
  readonly carries: ReadonlySet<string>;
  /** Told of every column of an object row that no field takes. */
  readonly onUnknown: (file: number, column: string) => void;
};

const rejected = (...problems: Problem[]): Outcome => ({ status: 'rejected', problems });

/** A row that is right in itself, before it is known whether it is the first of its key; or why it is not. */
export type Judged =
  | { readonly data: Data; readonly key: string; readonly notCarried: readonly string[] | undefined }
  | {
      readonly data?: undefined;
      /** As far as it can be read; only to name the row by. */
      readonly key?: string | undefined;
      readonly outcome: Outcome;
      /** What the row leaves behind for those that refer to it, under the key that it would have had. */
      readonly claim?: { readonly key: string; readonly state: KeyState } | undefined;
      /** When a message was sent that the service no longer keeps, epoch seconds. */
      readonly tooOldAt?: number;
    };

/** The outcome of a row whose key a good row had before. */
export function duplicate(
  first: Stamp,
  content: number,
  row: Row,
  data: Data,
  {
    entity,
    mappings,
    nameOf,
  }: Pick<JudgeDeps, 'entity' | 'mappings'> & { readonly nameOf: (file: number) => string },
): Outcome {
  if (first.content === content) return { status: 'skipped', rule: 'duplicate' };
  const { file, line } = first;
  const message = `the same key with other content stands at ${placeOf(file, line, nameOf)}`;
  const field = keyField(entity);
  const value = mappings[row.file]?.cell(row.values, field) ?? data[field];
  return rejected({ code: 'ROW.DUPLICATE', field, value, message });
}

const placeOf = (file: number, line: number, nameOf: (file: number) => string): string =>
  file === FILE_UNKNOWN ? `line ${line} of an earlier file` : `${nameOf(file)}:${line}`;

/** Everything that can be said of a row without knowing whether its key stood before. Never throws for what it holds. */
export function judge(row: Row, deps: JudgeDeps): Judged {
  if (row.fault) return { outcome: rejected(row.fault) };
  const { entity } = deps;
  const mapping = deps.mappings[row.file] as Mapping;
  const { fields, problems } = mapping(row.values);
  if (!Array.isArray(row.values)) unknownMembers(row, mapping, deps);
  const shaped = entity.shape ? entity.shape(fields) : fields;
  const parsed = entity.schema.safeParse(shaped);
  if (problems.length === 0 && parsed.success) return admit(row, parsed.data, deps);
  const found = [
    ...problems,
    ...(parsed.success ? [] : issues(parsed.error.issues, shaped, problems, row, mapping)),
  ];
  return {
    outcome: rejected(...found),
    key: keyAsWritten(entity, shaped),
    claim: invalidClaim(entity, shaped),
  };
}

/** A row that is right in itself: is it recent enough, and is what it refers to there? */
function admit(row: Row, data: Data, deps: JudgeDeps): Judged {
  const { entity, retention } = deps;
  const mapping = deps.mappings[row.file] as Mapping;
  const key = entity.key(data);
  const { timeField: field, tooOld, tooNew } = entity;
  const at = field === undefined ? undefined : (data[field] as number | undefined);
  if (field !== undefined && at !== undefined) {
    if (retention && tooOld && at < retention.before) {
      if (retention.policy === 'skip')
        return { key, outcome: { status: 'skipped', rule: 'retention' }, tooOldAt: at };
      const value = mapping.cell(row.values, field);
      return { ...refuse('rejected', { ...tooOld, field, value }), tooOldAt: at };
    }
    if (tooNew && at > deps.now)
      return refuse('rejected', { ...tooNew, field, value: mapping.cell(row.values, field) });
  }
  const broken: Problem[] = [];
  for (const ref of entity.refs(data)) {
    const problem = brokenRef(ref, deps);
    if (problem) broken.push(problem);
  }
  const unknown = broken.filter((problem) => problem.code === 'REFERENCE.UNKNOWN');
  if (unknown.length > 0) return refuse('rejected', ...unknown);
  if (broken.length > 0) return refuse('blocked', ...broken);
  const lost = Object.keys(data).filter((field) => data[field] !== undefined && !deps.carries.has(field));
  return { data, key, notCarried: lost.length > 0 ? lost : undefined };

  function refuse(status: 'rejected' | 'blocked', ...problems: Problem[]): Judged & { data?: undefined } {
    const state = status === 'rejected' ? 'invalid' : 'refused';
    return {
      key,
      outcome: { status, problems },
      claim: isReferredTo(entity.name) ? { key, state } : undefined,
    };
  }
}

function brokenRef({ entity, key, field }: Ref, { keys, closed, namesOf }: JudgeDeps): Problem | undefined {
  const state: KeyState | undefined = keys[entity].state(key);
  const what = entities[entity].noun;
  if (state === 'landed') return undefined;
  if (state !== undefined) {
    const stamp = keys[entity].find(key);
    const nameOf = namesOf[entity];
    const place = stamp && nameOf ? ` at ${placeOf(stamp.file, stamp.line, nameOf)}` : '';
    const message = `the row of this ${what}${place} was rejected`;
    return { code: 'REFERENCE.BLOCKED', field, value: key, message };
  }
  if (!closed.has(entity)) return undefined;
  return {
    code: 'REFERENCE.UNKNOWN',
    field,
    value: key,
    message: `no row of the ${entity} has this ${what}`,
  };
}

/** The key of a row that is wrong elsewhere, so that rows which refer to it are blocked and not called unknown. */
function invalidClaim(
  entity: Entity,
  fields: Readonly<Record<string, unknown>>,
): { key: string; state: KeyState } | undefined {
  const key = isReferredTo(entity.name) ? fields[keyField(entity)] : undefined;
  return typeof key === 'string' && key !== '' ? { key: key.toLowerCase(), state: 'invalid' } : undefined;
}

const keyField = ({ keyFields }: Entity): string => keyFields.at(-1) ?? keyFields[0];

/** What the key would be, from fields that may be wrong; only to name the row by. */
function keyAsWritten(entity: Entity, fields: Readonly<Record<string, unknown>>): string | undefined {
  const isWhole = entity.keyFields.every((field) => typeof fields[field] === 'string');
  return isWhole ? entity.key(fields) : undefined;
}

type SchemaIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Schema issues as problems; a field that could not even be read has its problem already. */
function issues(
  found: readonly SchemaIssue[],
  fields: unknown,
  before: readonly Problem[],
  row: Row,
  mapping: Mapping,
): Problem[] {
  const unreadable = new Set(before.map(({ field }) => field));
  return found.flatMap(({ path, message }) => {
    const named = path.join('.');
    const field = named === 'data.text' || named === 'data.attachments' ? named.slice(5) : named;
    if ([field, named, String(path[0])].some((name) => unreadable.has(name))) return [];
    const space = message.indexOf(' ');
    return [
      {
        code: message.slice(0, space),
        field,
        value: mapping.cell(row.values, field) || valueAt(fields, path),
        message: message.slice(space + 1),
      },
    ];
  });
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, part)
        ? (at as Record<PropertyKey, unknown>)[part]
        : undefined,
    fields,
  );
}

function unknownMembers(row: Row, mapping: Mapping, deps: JudgeDeps): void {
  for (const name of Object.keys(row.values))
    if (!mapping.columns.has(name) && !name.startsWith('_') && !isMemberOf(deps.entity, name))
      deps.onUnknown(row.file, name);
}
