import { createHash } from 'node:crypto';
import { isAddedMetadata } from '../../../input/entities/added-members.ts';
import type { Data, EntityName } from '../../../input/entities/entity.ts';
import { APP_UID, isObject } from '../../../input/entities/limits.ts';
import { NEVER } from '../../../input/entities/rights.ts';
import { canonical } from '../../../input/entities/row-version.ts';
import { joinedDigests } from './field-digests.ts';
import type { LiveRow } from './lane-writer.ts';

/** Members of metadata in which we keep where a row came from. */
const OURS: ReadonlySet<string> = new Set(['source']);
/** Systems whose events have all facts of an app, as lists have them. */
const WHOLE: ReadonlySet<unknown> = new Set(['stream']);
/** Names in `source` that no app has given, and that other fields say. */
const TOLD: ReadonlySet<string> = new Set([
  'system',
  'id',
  'type',
  'name',
  'description',
  'icon',
  'avatar',
  'owner',
  'archived',
  'deactivated',
]);
/** The role of everybody who is given none, by Stream. */
const ROLE = 'user';
const DIGEST_CHARS = 16;
const FIELD_CHARS = 8;

/**
 * A digest of what people see of a row and can change: the same for a row of one side and for what the other side has after that
 * was written there. Ids, times, receipts and what each side adds by itself are no part of it. That of a user or a group is made of
 * those of its fields.
 */
export function rowDigest(entity: EntityName, row: LiveRow): string {
  const known = DIGESTS.get(row);
  if (known !== undefined) return known;
  const digest = digestOf(entity, row);
  DIGESTS.set(row, digest);
  return digest;
}

/** Digests of rows that are in use: each of them is compared, and noted for both sides. */
const DIGESTS = new WeakMap<LiveRow, string>();

function digestOf(entity: EntityName, row: LiveRow): string {
  const seen = SEEN[entity]?.(row) ?? {};
  const given = Object.entries(seen).filter((each) => !isNothing(each[1]));
  if (entity !== 'users' && entity !== 'groups')
    return hashOf({ [entity]: Object.fromEntries(given) }, DIGEST_CHARS);
  const fields = given.map(([name, value]) => [name, hashOf({ [name]: value }, FIELD_CHARS)] as const);
  return joinedDigests(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The names of the fields of a user or a group that are in its digest. */
export const seenFields = (entity: 'users' | 'groups'): readonly string[] =>
  Object.keys(SEEN[entity]?.({}) ?? {});

const hashOf = (seen: Data, chars: number): string =>
  createHash('sha256').update(canonical(seen)).digest('base64url').slice(0, chars);

/** Owners that stand for none: the app itself, and we. */
const NOBODY: ReadonlySet<unknown> = new Set([APP_UID, 'chatferry']);

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

const SEEN: Readonly<Partial<Record<EntityName, (row: LiveRow) => Data>>> = {
  users: ({ name, avatar, link, role, statusMessage, tags, metadata, deactivatedAt }) => ({
    name,
    avatar,
    link,
    // The role that everybody has who is given none.
    role: role === 'default' ? undefined : role,
    statusMessage,
    tags: sorted(tags),
    metadata: factsIn(metadata),
    deactivatedAt: !isNothing(deactivatedAt) && deactivatedAt !== 'never' && deactivatedAt !== NEVER,
  }),
  groups: ({ name, type, icon, description, owner, tags, metadata }) => ({
    name,
    type,
    icon,
    description,
    // That of a group that belongs to nobody.
    owner: NOBODY.has(owner) ? undefined : owner,
    tags: sorted(tags),
    metadata: factsIn(metadata),
  }),
  members: ({ scope, isBanned }) => ({
    scope: scope === 'participant' ? undefined : scope,
    isBanned: isBanned === true || isBanned === 'true',
  }),
  messages(row) {
    if (!isNothing(row['deletedAt'])) return { deleted: true };
    const data = objectOf(row['data']);
    const { customData, text = row['text'] } = data;
    const { metadata = row['metadata'], attachments = row['attachments'] } = data;
    const files = jsonOf(attachments);
    return {
      text,
      type: row['type'] ?? 'text',
      category: row['category'] ?? 'message',
      customData: jsonOf(customData),
      metadata: own(metadata),
      tags: sorted(row['tags']),
      files: Array.isArray(files) ? files.map(fileOf) : undefined,
    };
  },
};

/** A file by its name and where it is: an address that ends has another query each time. */
function fileOf(file: unknown): unknown {
  if (!isObject(file)) return file;
  const { name, url } = file as Data;
  return { name, url: typeof url === 'string' ? url.replace(/[?#].*$/s, '') : url };
}

/** Metadata without what the service or we have added. */
function own(metadata: unknown): Data {
  const members = Object.entries(objectOf(metadata));
  return Object.fromEntries(members.filter(([name]) => !OURS.has(name) && !isAddedMetadata(name)));
}

/** Metadata with the facts of an app that stand in its `source`, as if they stood beside it. */
function factsIn(metadata: unknown): Data {
  return { ...factsOfSource(metadata), ...own(metadata) };
}

/** The facts of an app in the `source` of metadata; none of systems whose events lack some. */
export function factsOfSource(metadata: unknown): Data {
  const source = objectOf(objectOf(metadata)['source']);
  if (!WHOLE.has(source['system'])) return {};
  const facts = Object.entries(source).filter(
    ([name, value]) => !TOLD.has(name) && !isNothing(value) && !(name === 'role' && value === ROLE),
  );
  return Object.fromEntries(facts);
}

function sorted(tags: unknown): unknown {
  const list = jsonOf(tags);
  return Array.isArray(list) ? list.map(String).sort() : list;
}

function objectOf(value: unknown): Data {
  const found = jsonOf(value);
  return isObject(found) ? (found as Data) : {};
}

/** A cell may have JSON as text. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
