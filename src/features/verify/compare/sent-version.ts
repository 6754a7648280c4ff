import { dataWithoutMedia } from '../../../input/entities/added-members.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName } from '../../../input/entities/entity.ts';
import type { VersionOf } from '../../../input/entities/row-version.ts';
import { hasManyTags, otherOrders, withFewerMembers } from '../../../ledger/possible-forms.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import type { ExpectedRow } from '../expect/expected-rows.ts';
import { isFilled } from '../expect/row-form.ts';
import { ownRow } from '../expect/sent-members.ts';
import type { TargetRow } from './target-reader.ts';

/** Input for comparing a row of the service that no source has. */
export type SentVersionDeps = {
  readonly entity: EntityName;
  /** Fields that the pipeline's route carries. */
  readonly carries: ReadonlySet<string>;
  /** Fields that the pipeline's sources can fill. */
  readonly mapped: ReadonlySet<string>;
  /** Computes versions that can be compared with those of the ledger. */
  readonly versionOf: VersionOf;
  /** True for systems that are kept alike: what was sent as an app sends it has times of the service. */
  readonly isLive: boolean;
};

/** `unknown`: the service does not show all that the version was made of. */
export type SentMatch = 'same' | 'differs' | 'unknown';

/** Most forms of one row that are tried. */
const FORMS_MAX = 256;

/**
 * True if a row of the service is as it was last sent, by the version that the ledger has of it. Members that the service or its
 * users have added are no difference.
 */
export function matchSent(target: TargetRow, expected: ExpectedRow, deps: SentVersionDeps): SentMatch {
  const own = ownRow(deps.entity, target);
  const match = matchWhole(own, expected, deps);
  if (match === 'same') return match;
  if (match === 'unknown') return isNoted(target, expected, deps) ? 'same' : match;
  const isSame = withoutAdded(own, deps).some((less) => matchWhole(less, expected, deps) === 'same');
  return isSame || isNoted(target, expected, deps) ? 'same' : 'differs';
}

/** True if others wrote a row, of which nothing is compared but that it is there. */
const isNoted = (
  target: TargetRow,
  { fixed, active }: ExpectedRow,
  { entity, isLive }: SentVersionDeps,
): boolean => {
  if (!isLive || fixed !== -1 || (entity === 'messages' && isFilled(target['deletedAt']))) return false;
  return active === null || (entities[entity].isActive?.(compacted(target)) ?? true) === (active === 1);
};

/** The same row without members that others may have added: those of its metadata, and what live media gain. */
function withoutAdded(row: TargetRow, { entity }: SentVersionDeps): readonly TargetRow[] {
  if (entity !== 'messages')
    return isRecord(row['metadata'])
      ? withFewerMembers(row['metadata']).map((metadata) => ({ ...row, metadata }))
      : [];
  const { data } = row;
  if (!isRecord(data)) return [];
  const bare = dataWithoutMedia(data);
  return [data, ...(bare === data ? [] : [bare])].flatMap((each, at) => {
    const { metadata } = each;
    const fewer = isRecord(metadata)
      ? withFewerMembers(metadata).map((kept) => ({ ...row, data: { ...each, metadata: kept } }))
      : [];
    return at === 0 ? fewer : [{ ...row, data: each }, ...fewer];
  });
}

function matchWhole(
  target: TargetRow,
  { content, fixed, active, at }: ExpectedRow,
  deps: SentVersionDeps,
): SentMatch {
  const entity = entities[deps.entity];
  if (deps.entity === 'messages' && isFilled(target['deletedAt'])) return 'differs';
  const isActive = entity.isActive?.(compacted(target)) ?? true;
  if (active !== null && isActive !== (active === 1)) return 'differs';
  // Of a deactivated user, the ledger knows no more than that.
  if (content === -1) return active === 0 ? 'same' : 'unknown';
  const carriesFixed = fixedFields(deps).every((field) => deps.carries.has(field) || !deps.mapped.has(field));
  let isFixed = fixed === -1 || deps.isLive || !carriesFixed;
  let isSame = false;
  let isWhole = !hidden(deps).some((field) => deps.mapped.has(field));
  let tried = 0;
  for (const form of forms(fieldsOf(target, at, deps), deps)) {
    if (++tried > FORMS_MAX) return 'unknown';
    const parsed = entity.schema().safeParse(form);
    if (!parsed.success) isWhole = false;
    else {
      const version = deps.versionOf(entity, parsed.data);
      isSame ||= version.content === content;
      isFixed ||= version.fixed === fixed;
      if (isSame && isFixed) return 'same';
    }
  }
  return isWhole && !hasManyTags(target) ? 'differs' : 'unknown';
}

/** Fields that decide the version but cannot be read back. */
const hidden = ({ entity, carries }: SentVersionDeps): readonly string[] => {
  const { compared, timeField } = entities[entity];
  return compared.exact.filter((field) => field !== timeField && !carries.has(field));
};

/** Fields with times that cannot change later. */
const fixedFields = ({ entity }: SentVersionDeps): readonly string[] =>
  entities[entity].compared.times.filter(({ rule }) => rule === 'given').map(({ field }) => field);

const compacted = (row: TargetRow): Data =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => isFilled(value)));

/** The fields of a row of the service as the sources would have them. */
function fieldsOf(target: TargetRow, at: number, { entity, carries }: SentVersionDeps): Data {
  const { fields, timeField = '', goesWith } = entities[entity];
  const found = Object.keys(fields).flatMap((field) => {
    const value = target[field];
    if (!isFilled(value)) return [];
    const isDigits = fields[field] === 'time' && typeof value === 'string' && /^\d{1,12}$/.test(value);
    return [[field, isDigits ? Number(value) : value] as const];
  });
  const row: Record<string, unknown> = Object.fromEntries(found);
  if (goesWith !== 'conversation') return row;
  // What a message says is in `data`; beside it, the service shows the same again.
  for (const field of [
    'text',
    'metadata',
    'attachments',
    'parentId',
    'editedAt',
    'editedBy',
    'deletedAt',
    'deletedBy',
  ])
    delete row[field];
  // A reply that was written live has the time of its call.
  return carries.has(timeField) && !isFilled(target['parentId']) ? row : { ...row, [timeField]: at };
}

/** The forms in which the sources may have had a row that the service shows like this; the most likely first. */
function* forms(row: Data, { entity }: SentVersionDeps): Generator<Data> {
  const { fields, compared, goesWith } = entities[entity];
  const given = compared.times.filter(({ rule }) => rule === 'given').map(({ field }) => field);
  const choices: (readonly [field: string, values: readonly unknown[]])[] = [];
  const choose = (field: string, ...values: readonly unknown[]): void => {
    choices.push([field, [row[field], ...values]]);
  };
  for (const field of [...Object.keys(compared.defaults), ...given]) choose(field, undefined);
  if (row['isBanned'] === true) choose('scope', 'participant', 'moderator', 'admin');
  const { tags } = row;
  if ('tags' in fields) choose('tags', ...(Array.isArray(tags) ? otherOrders(tags) : [[]]));
  if (goesWith === 'conversation') choose('data', ...dataForms(row['data']));
  else if ('metadata' in fields && row['metadata'] === undefined) choose('metadata', {});
  yield* combined(row, choices);
}

function* combined(
  row: Data,
  [first, ...rest]: readonly (readonly [field: string, values: readonly unknown[]])[],
): Generator<Data> {
  if (!first) {
    yield Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    return;
  }
  const [field, values] = first;
  for (const value of values) yield* combined({ ...row, [field]: value }, rest);
}

/** Members of a message's data that services leave out, or show, if they are empty. */
const EMPTY = { metadata: {}, text: '', attachments: [] } as const;

/** A message's data with and without its empty members, and with sizes as numbers and as digits. */
function dataForms(data: unknown): readonly unknown[] {
  if (!isRecord(data)) return [{}];
  const { attachments } = data;
  const sized = Array.isArray(attachments)
    ? [Number, String].map((convert) => ({
        ...data,
        attachments: attachments.map((one) => withSize(one, convert)),
      }))
    : [];
  let emptied: readonly Data[] = [data];
  for (const [name, empty] of Object.entries(EMPTY))
    if (!isFilled(data[name]))
      emptied = emptied.flatMap(({ [name]: value, ...rest }) => [
        { ...rest, ...(value === undefined ? {} : { [name]: value }) },
        { ...rest, ...(value === undefined ? { [name]: empty } : {}) },
      ]);
  return [...sized, ...emptied, ...withMarkup(data)];
}

/** Turns words back into mentions where nobody knew the user: a message's data with such words as the mentions that they were. */
function withMarkup(data: Data): readonly Data[] {
  const { text } = data;
  if (typeof text !== 'string' || text.search(WORD) < 0) return [];
  const words = new Set(Array.from(text.matchAll(WORD), ([, uid = '']) => uid));
  const saying = (isOne: (uid: string) => boolean): Data => ({
    ...data,
    text: text.replaceAll(WORD, (word, uid: string) => (isOne(uid) ? `<@uid:${uid}>` : word)),
  });
  return [saying(() => true), ...Array.from(words, (one) => saying((uid) => uid === one))];
}

/** `@` and an id, which is no mention. */
const WORD = /(?<!<)@([a-z0-9_-]{1,100})/g;

const withSize = (one: unknown, convert: (size: unknown) => unknown): unknown =>
  isRecord(one) && isFilled(one['size']) ? { ...one, size: convert(one['size']) } : one;
