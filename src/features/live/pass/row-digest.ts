import { createHash } from 'node:crypto';
import { isAddedMetadata } from '../../../input/entities/added-members.ts';
import type { Data, EntityName } from '../../../input/entities/entity.ts';
import { isObject } from '../../../input/entities/limits.ts';
import { canonical } from '../../../input/entities/row-version.ts';
import type { LiveRow } from './lane-writer.ts';

/** Members of metadata in which we keep where a row came from. */
const OURS: ReadonlySet<string> = new Set(['source']);
const DIGEST_CHARS = 16;

/**
 * A digest of what people see of a row and can change: the same for a row of one side and for what the other side has after that
 * was written there. Ids, times, receipts and what each side adds by itself are no part of it.
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
  const given = Object.fromEntries(Object.entries(seen).filter((each) => !isNothing(each[1])));
  return createHash('sha256')
    .update(canonical({ [entity]: given }))
    .digest('base64url')
    .slice(0, DIGEST_CHARS);
}

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
    metadata: own(metadata),
    deactivated: !isNothing(deactivatedAt) && deactivatedAt !== 'never',
  }),
  groups: ({ name, type, icon, description, tags, metadata }) => ({
    name,
    type,
    icon,
    description,
    tags: sorted(tags),
    metadata: own(metadata),
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
