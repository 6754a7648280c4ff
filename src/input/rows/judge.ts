import type { KeyIndex, KeyState, Stamp } from '../../keys/key-index.ts';
import {
  type Data,
  type Entity,
  type EntityName,
  isReferredTo,
  type Ref,
  type ReferredName,
} from '../entities/entity.ts';
import { DELETED_RULE, fitsData, uncarriedFields } from '../entities/message-marks.ts';
import type { Policies } from '../entities/policies.ts';
import { unsaidType } from '../entities/rights.ts';
import { DIGITS_LOST, hasRounded } from '../json/rounded-numbers.ts';
import { brokenRef, inactiveRef, writtenPlace } from './broken-ref.ts';
import { isMemberOf, type Mapping } from './mapping.ts';
import { MENTIONS_LOST, nobodiesIn } from './markup/mentions.ts';
import type { Outcome } from './outcome.ts';
import type { PlaceOf } from './place.ts';
import type { Retention } from './retention.ts';
import type { Problem, Row } from './row.ts';
import { noTimeText } from './time.ts';

/** The call that valid rows are sent with. */
type JudgeRoute = {
  readonly carries: ReadonlySet<string>;
  /** The problem of a valid row that it certainly refuses. */
  refuses?(data: Data): Problem | undefined;
  /** The users who must be active. */
  actors?(data: Data, isNowhere: (muid: string) => boolean): readonly Ref[];
};

/** The rules and facts that rows are checked against. */
export type JudgeDeps = {
  readonly entity: Entity;
  /** One mapping per file of the step. */
  readonly mappings: readonly Mapping[];
  /** The keys of the entities that rows refer to. */
  readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
  /** For every entity of the pipeline, where its rows came from. */
  readonly placesOf: Readonly<Partial<Record<EntityName, PlaceOf>>>;
  /** Entities whose rows must all be in the sources: a row with a reference to any other key is rejected. */
  readonly closed: ReadonlySet<EntityName>;
  readonly retention: Retention | undefined;
  readonly policies: Policies;
  /**
   * True if the service has the row of this key already: then its age does not matter. With its data: true if no call is made
   * for it, so that it does not matter whether its users are active. A sync knows that.
   */
  readonly isHeld?: ((key: string, data?: Data) => boolean) | undefined;
  /**
   * Tells who created the message with a key, if it has landed; `nowhere`: no message has the key, so a reply to it is an
   * ordinary message. Absent if nobody knows that yet.
   */
  readonly messageOf?: ((muid: string) => 'created' | 'exists' | 'nowhere' | undefined) | undefined;
  /** The current time, epoch seconds. */
  readonly now: number;
  readonly route: JudgeRoute;
  /** Called for every column of an object row that no field uses. */
  readonly onUnknown: (file: number, column: string) => void;
};

const rejected = (...problems: Problem[]): Outcome => ({ status: 'rejected', problems });

/** A row that is valid by itself, or its outcome. Whether it is the first row with its key is checked later. */
export type Judged =
  | {
      readonly data: Data;
      readonly key: string;
      readonly notCarried: readonly string[] | undefined;
      /** As below, if the policy allows such messages. */
      readonly tooOldAt?: number;
    }
  | {
      readonly data?: undefined;
      /** The key, if it can be read; only used to name the row. */
      readonly key?: string | undefined;
      readonly outcome: Outcome;
      /** The message that the row hangs on, if that may be left out: then so is the row, whatever its problem. */
      readonly hostMuid?: string;
      /** The key of a row that is left out because its source says that it was deleted there. */
      readonly deletes?: string;
      /** The key that the row would have, recorded for rows that refer to it. */
      readonly claim?: { readonly key: string; readonly state: KeyState } | undefined;
      /** Epoch seconds at which the message was sent, if it is older than the service keeps. */
      readonly tooOldAt?: number;
    };

/** The outcome of a row whose key an earlier valid row has. */
export function duplicate(
  first: Stamp,
  content: number,
  row: Row,
  data: Data,
  { entity, mappings, placeOf }: Pick<JudgeDeps, 'entity' | 'mappings'> & { readonly placeOf: PlaceOf },
): Outcome {
  if (first.content === content) return { status: 'skipped', rule: 'duplicate' };
  const { file, line } = first;
  const message = `the same key with other content is at ${writtenPlace(file, line, placeOf)}`;
  const field = keyField(entity);
  const value = mappings[row.file]?.cell(row.values, field) ?? data[field];
  return rejected({ code: 'ROW.DUPLICATE', field, value, message });
}

/** Checks everything about a row except whether its key is repeated. Never throws because of the row's content. */
export function judge(row: Row, deps: JudgeDeps): Judged {
  if (row.fault) return { outcome: rejected(row.fault) };
  const { entity } = deps;
  const mapping = deps.mappings[row.file] as Mapping;
  const rule = row.leftOut ?? mapping.leftOut?.(row.values);
  if (rule !== undefined) return { outcome: { status: 'skipped', rule } };
  const { fields, problems } = mapping(row.values);
  if (!Array.isArray(row.values)) unknownMembers(row, mapping, deps);
  const shaped = entity.shape ? entity.shape(fields) : fields;
  const parsed = entity.schema().safeParse(shaped);
  if (problems.length === 0 && parsed.success) return admit(row, parsed.data, deps);
  const deleted = entity.deletion && judgeDeleted(row, shaped, problems, deps);
  if (deleted) return deleted;
  const missing = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]));
  const found = [
    ...problems.map((problem) => (missing.has(problem.field) ? problem : noTime(problem, row, mapping))),
    ...(parsed.success ? [] : issues(parsed.error.issues, shaped, problems, row, mapping)),
  ];
  return {
    outcome: rejected(...found),
    key: keyAsWritten(entity, shaped),
    claim: invalidClaim(entity, shaped),
  };
}

/** The problem of a time that the row may go without, with what to write if its cell says that there is none. */
function noTime(problem: Problem, { values }: Row, mapping: Mapping): Problem {
  if (!problem.code.startsWith('ROW.TIME_') || problem.field === undefined) return problem;
  const message = noTimeText(mapping.cell(values, problem.field));
  return message === undefined ? problem : { ...problem, code: 'ROW.TIME_INVALID', message };
}

/** The outcome of a row that is not valid as it is, and whose source says that it was deleted; undefined for other rows. */
function judgeDeleted(
  row: Row,
  fields: Readonly<Record<string, unknown>>,
  problems: readonly Problem[],
  deps: JudgeDeps,
): Judged | undefined {
  const { entity } = deps;
  const { deletion } = entity;
  const key = deletion?.keyOf(fields);
  if (!deletion || key === undefined) return undefined;
  if (deps.policies.deletions === 'drop') return leftOutAsDeleted(key);
  const emptied = entity.schema().safeParse(deletion.emptied(fields));
  return problems.length === 0 && emptied.success ? admit(row, emptied.data, deps) : undefined;
}

const leftOutAsDeleted = (key: string): Judged => ({
  outcome: { status: 'skipped', rule: DELETED_RULE },
  deletes: key,
});

/** The rules of rows that a policy drops, or keeps in the metadata of their message: one that was there before stays as it was. */
const DROP_RULE = 'dropped';
const METADATA_RULES = { created: 'metadata', exists: 'messageExists' } as const;

const NO_ROOM = 'with the metadata about its thread, edits, deletion or pin, data is more than 10 KB of JSON';

/** Checks the age and the references of a row whose fields are valid, and whether the API takes such a row. */
function admit(row: Row, data: Data, deps: JudgeDeps): Judged {
  const { entity } = deps;
  const mapping = deps.mappings[row.file] as Mapping;
  const key = entity.key(data);
  const exit = entity.policy && deps.policies[entity.policy];
  if (exit === 'drop') return { outcome: { status: 'skipped', rule: DROP_RULE } };
  if (exit === 'metadata') return keptInMetadata(data, key, deps);
  const kept = entity.kept ? entity.kept(data, deps.policies) : data;
  if (!kept) return leftOutAsDeleted(key);
  if (kept['data'] !== data['data'] && !fitsData(kept))
    return refuse('rejected', { code: 'MESSAGE.DATA_TOO_LARGE', field: 'data', message: NO_ROOM });
  const { timeField: field, tooOld, tooNew } = entity;
  const at = field === undefined ? undefined : (data[field] as number | undefined);
  const policy = tooOld && at !== undefined ? policyFor(at, key, deps) : undefined;
  const age = policy === undefined || at === undefined ? {} : { tooOldAt: at };
  if (policy === 'skip') return { key, outcome: { status: 'skipped', rule: 'retention' }, ...age };
  if (policy === 'archive')
    return { key, outcome: { status: 'skipped', rule: 'retention', archived: data }, ...age };
  if (field !== undefined && at !== undefined) {
    if (tooOld && policy === 'reject')
      return {
        ...refuse('rejected', { ...tooOld, field, value: mapping.cell(row.values, field) }),
        ...age,
      };
    if (tooNew && at >= deps.now)
      return refuse('rejected', { ...tooNew, field, value: mapping.cell(row.values, field) });
  }
  const refused = deps.route.refuses?.(data);
  if (refused) return refuse('rejected', refused);
  const broken: Problem[] = [];
  const cellOf = (of: string): unknown => mapping.cell(row.values, of) ?? mapping.written(of)?.(row.values);
  for (const ref of entity.refs(data)) {
    const problem = brokenRef(ref, deps, cellOf);
    if (problem) broken.push(problem);
  }
  const unknown = broken.filter((problem) => problem.code === 'REFERENCE.UNKNOWN');
  if (unknown.length > 0) return refuse('rejected', ...unknown);
  if (broken.length > 0) return refuse('blocked', ...broken);
  const inactive = inactiveActors(data, key, deps, cellOf);
  if (inactive.length > 0) {
    const host = entity.goesWith === 'message' ? { hostMuid: data['muid'] as string } : {};
    return { ...refuse('rejected', ...inactive), ...host };
  }
  const { carries } = deps.route;
  const uncarried = Object.keys(data).filter((field) => data[field] !== undefined && !carries.has(field));
  const marked = [...lostMentions(kept, deps), ...unsaidType(entity, data)];
  if (hasRounded(kept, row.values)) marked.push(DIGITS_LOST);
  const lost = [...uncarriedFields(uncarried, data, kept), ...marked];
  return { data: kept, key, notCarried: lost.length > 0 ? lost : undefined, ...age };

  function refuse(status: 'rejected' | 'blocked', ...problems: Problem[]): Judged & { data?: undefined } {
    const state = status === 'rejected' ? 'invalid' : 'refused';
    return {
      key,
      outcome: { status, problems },
      claim: isReferredTo(entity.name)
        ? { key, state }
        : entity.name === 'messages'
          ? { key, state: 'invalid' }
          : undefined,
    };
  }
}

const NONE: readonly Problem[] = [];

/** The problems of a row whose call needs users to be active who are not; none if the service has the row already. */
function inactiveActors(
  data: Data,
  key: string,
  deps: JudgeDeps,
  cellOf: (field: string) => unknown,
): readonly Problem[] {
  const { route, messageOf, isHeld } = deps;
  if (!route.actors) return NONE;
  const actors = route.actors(data, (muid) => messageOf?.(muid) === 'nowhere');
  const inactive = actors.flatMap((actor) => inactiveRef(actor, deps, cellOf) ?? []);
  return inactive.length === 0 || isHeld?.(key, data) ? NONE : inactive;
}

/** Of a message that mentions somebody who is not in the service, the mention is lost. */
const lostMentions = (data: Data, deps: JudgeDeps): readonly string[] =>
  deps.entity.goesWith === 'conversation' && nobodiesIn(data, deps).length > 0 ? [MENTIONS_LOST] : [];

/** A row that is kept in the metadata of its message, if we have created that. */
function keptInMetadata({ muid }: Data, key: string, { messageOf }: JudgeDeps): Judged {
  const origin = messageOf ? messageOf(muid as string) : 'created';
  if (origin && origin !== 'nowhere') return { outcome: { status: 'skipped', rule: METADATA_RULES[origin] } };
  const message = 'kept in the metadata of its message, which was not imported';
  return {
    key,
    outcome: {
      status: 'blocked',
      problems: [{ code: 'REFERENCE.MESSAGE', field: 'muid', value: muid, message }],
    },
  };
}

/** The policy for a row of this age; undefined if it is not too old. */
function policyFor(
  at: number,
  key: string,
  { retention, isHeld }: JudgeDeps,
): Retention['policy'] | undefined {
  return retention && at < retention.before && !isHeld?.(key) ? retention.policy : undefined;
}

/** The key of an invalid row, without blanks around it: rows that refer to it are blocked instead of unknown. */
function invalidClaim(
  entity: Entity,
  fields: Readonly<Record<string, unknown>>,
): { key: string; state: KeyState } | undefined {
  const isNamed = isReferredTo(entity.name) || entity.name === 'messages';
  const key = isNamed ? fields[keyField(entity)] : undefined;
  const text = typeof key === 'string' ? key.trim() : '';
  if (text === '') return undefined;
  return { key: entity.keyCase === 'lower' ? text.toLowerCase() : text, state: 'invalid' };
}

const keyField = ({ keyFields }: Entity): string => keyFields.at(-1) ?? keyFields[0];

/** The key made of fields that may be invalid; only used to name the row. */
function keyAsWritten(entity: Entity, fields: Readonly<Record<string, unknown>>): string | undefined {
  const isWhole = entity.keyFields.every((field) => typeof fields[field] === 'string');
  return isWhole ? entity.key(fields) : undefined;
}

/** Members of a message's data that have a column of their own. */
const COLUMN_OF_DATA = /^data\.(?:text|attachments|metadata)$/;

type SchemaIssue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Schema issues as problems, without those of fields that could not be read: these already have a problem. */
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
    const field = COLUMN_OF_DATA.test(named) ? named.slice('data.'.length) : named;
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
    if (!mapping.columns.has(name) && !/^[_$^]/.test(name) && !isMemberOf(deps.entity, name))
      deps.onUnknown(row.file, name);
}
