import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName, Item, OwnedFields } from '../../../input/entities/entity.ts';
import { NEVER } from '../../../input/entities/rights.ts';
import type { FormerRow, Held } from '../../../ledger/former/former-row.ts';
import type { MemberIds } from '../../../ledger/member-key.ts';
import type { Transport } from '../../transport/transport.ts';
import { isReadable } from '../change/change.ts';
import { remoteRow } from '../change/remote-row.ts';
import { isDeactivated } from '../change/would-change.ts';
import { messageById } from '../find-message.ts';
import { memberOfField } from './held-in.ts';
import { remoteMember } from './remote-member.ts';

/** Fields with the values that they are to have again. */
export type PutBack = ReadonlyMap<string, Held>;

/** Fields that a call of their own empties. */
const SWITCHES: ReadonlySet<string> = new Set(['deactivatedAt', 'isBanned', 'scope', 'joinedAt']);

/**
 * Reads a row that a change of ours has replaced something in; undefined if it is not in the service any more.
 * @param ids of a member
 */
export async function changedRow(
  { entity, key, id = '' }: FormerRow,
  ids: MemberIds | undefined,
  transport: Transport,
  signal: AbortSignal,
): Promise<Data | undefined> {
  if (isReadable(entity)) return await remoteRow(entity, key, transport, signal);
  if (entity !== 'messages') return ids && (await remoteMember(ids, transport, signal));
  const found = await messageById(id, transport, signal);
  return (found?.['deletedAt'] ?? undefined) === undefined ? found : undefined;
}

/** Why the service cannot give a field a value back; undefined if it can. */
export function hindrance(entity: EntityName, field: string, was: Held | undefined): string | undefined {
  if (was === undefined) return 'the service did not show the old value';
  if (field === 'type' && was[0] === 'password') return 'it needs the password, which cannot be read';
  const isEmptied = was.length === 0 && memberOfField(field) === undefined && !SWITCHES.has(field);
  return isEmptied && !entities[entity].clearable.includes(field)
    ? 'it was empty, and no call can empty it'
    : undefined;
}

/** The change that puts fields of a row back; all else in the row stays. @param nowS epoch seconds */
export function putBackItem(
  { entity, key, id }: FormerRow,
  ids: MemberIds | undefined,
  fields: PutBack,
  found: Data,
  nowS: number,
): Item {
  const data = isReadable(entity)
    ? rowData(fields, nowS)
    : entity === 'messages'
      ? { data: rowData(fields, nowS, 'tags'), ...valueIn('tags', fields.get('tags')) }
      : { ...ids, ...memberData(fields) };
  const active = entity === 'users' ? !isDeactivated(found) : found['isBanned'] !== true;
  return {
    key,
    data,
    json: '',
    seq: 0,
    owned: new PutBackFields(fields),
    remote: { active, foreign: true, found, ...(id === undefined ? {} : { id }) },
  };
}

function rowData(fields: PutBack, nowS: number, except?: string): Data {
  const data: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  for (const [field, was] of fields) {
    if (field === except) continue;
    const member = memberOfField(field);
    if (field === 'deactivatedAt') data[field] = was.length > 0 ? nowS : NEVER;
    else if (member === undefined) Object.assign(data, valueIn(field, was));
    else if (was.length > 0) Object.defineProperty(metadata, member, { value: was[0], enumerable: true });
  }
  return { ...data, ...(Object.keys(metadata).length > 0 ? { metadata } : {}) };
}

/** A member whose ban ends joins again as it was; one that was banned is nothing else. */
function memberData(fields: PutBack): Data {
  const banned = fields.get('isBanned');
  if (banned && banned.length > 0) return { isBanned: true };
  return {
    ...valueIn('scope', fields.get('scope')),
    ...(banned ? { ...valueIn('joinedAt', fields.get('joinedAt')), isBanned: false } : {}),
  };
}

/** True if a member is put back whose membership a ban of ours has ended. */
export const isRejoining = (entity: EntityName, fields: PutBack): boolean =>
  entity === 'members' && fields.get('isBanned')?.length === 0;

/**
 * When a member joined that is to join again. The service takes no time that is not after the creation of the group, although
 * it gives those who create one that time.
 */
export async function rejoinedAt(
  { guid }: MemberIds,
  was: Held,
  transport: Transport,
  signal: AbortSignal,
): Promise<Held> {
  const group = await remoteRow('groups', guid, transport, signal);
  const [created, joined] = [Number(group?.['createdAt']), Number(was[0])];
  return Number.isFinite(created) && !(joined > created) ? [created + 1] : was;
}

const valueIn = (field: string, was: Held = []): Data => (was.length > 0 ? { [field]: was[0] } : {});

/** Of a row that owns what is put back, and nothing else. */
class PutBackFields implements OwnedFields {
  readonly whole = false;
  readonly lost: ReadonlySet<string> = new Set();
  readonly #fields: PutBack;

  constructor(fields: PutBack) {
    this.#fields = fields;
  }

  has(field: string): boolean {
    return this.#fields.has(field) || (field === 'metadata' && this.#hasMembers);
  }

  get #hasMembers(): boolean {
    return [...this.#fields.keys()].some((each) => memberOfField(each) !== undefined);
  }

  declares(field: string): boolean {
    return this.has(field);
  }

  hasMember(_field: string, member: string): boolean {
    return [...this.#fields.keys()].some((each) => memberOfField(each) === member);
  }

  declaresMember(field: string, member: string): boolean {
    return this.hasMember(field, member);
  }

  mayHave(): boolean {
    return false;
  }

  note(): void {}
}
