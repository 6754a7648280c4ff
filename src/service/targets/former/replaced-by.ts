import { isDeepStrictEqual } from 'node:util';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName, Item } from '../../../input/entities/entity.ts';
import { saysActive } from '../../../input/entities/rights.ts';
import type { FieldChange, Held } from '../../../ledger/former/former-row.ts';
import { changeOf, isReadable, type ReadableName } from '../change/change.ts';
import { editOf } from '../change/edit.ts';
import { wantsInactive } from '../change/would-change.ts';
import { heldIn, heldValue, memberField, membersIn, messageContent } from './held-in.ts';

const YES: Held = [true];
const NO: Held = [];

type Written = readonly (readonly [field: string, to: Held])[];

/**
 * The fields that a change of a row replaces by other values, with what the service has in them. Empty for a row that was not
 * read, because it is not there.
 */
export function replacedBy(entity: EntityName, item: Item): readonly FieldChange[] {
  const { remote } = item;
  const found = remote?.found;
  if (!found) return [];
  // A row that the service does not show has no key here.
  const isShown = Object.hasOwn(found, entities[entity].keyFields[0]) || entity === 'messages';
  return writtenBy(entity, item, found).flatMap(([field, to]): FieldChange[] => {
    const isHidden = !isShown || (field === 'password' && found['type'] === 'password');
    if (isHidden) return [{ field, to }];
    const from = heldIn(entity, found, field);
    // Only active users can be changed, so one who stays deactivated is active between two calls.
    if (field === 'deactivatedAt' && !remote.active && to.length > 0)
      return [{ field, from, to, between: NO }];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}

function writtenBy(entity: EntityName, item: Item, found: Data): Written {
  if (isReadable(entity)) return writtenToRow(entity, item, found);
  if (entity === 'messages') return writtenToMessage(item, found);
  return entity === 'members' ? writtenToMember(item, found) : [];
}

function writtenToRow(entity: ReadableName, item: Item, found: Data): Written {
  const { fields, unset } = changeOf(entity, item);
  const values = Object.entries({
    ...fields,
    ...Object.fromEntries(unset.map((field) => [field, undefined])),
  });
  return [
    ...values.flatMap(
      ([field, value]): Written =>
        field === 'metadata'
          ? members(membersIn(found), value as Data | undefined)
          : [[field, heldValue(value)]],
    ),
    ...(entity === 'users' ? [['deactivatedAt', staysInactive(item) ? YES : NO] as const] : []),
  ];
}

/** Every member that there was or is going to be. */
const members = (before: Data, now: Data = {}): Written =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].map((member) => [
    memberField(member),
    Object.hasOwn(now, member) ? [now[member]] : [],
  ]);

function writtenToMessage(item: Item, found: Data): Written {
  const { data, tags } = editOf(item);
  return [
    ...('text' in data ? [['text', heldValue(data.text)] as const] : []),
    ...(data.metadata ? members(membersIn(messageContent(found)), data.metadata) : []),
    ...(tags === undefined ? [] : [['tags', heldValue(tags)] as const]),
  ];
}

/** The scope of a member whose row says none. */
const LOWEST = 'participant';

/** Whoever is banned is no member any more, so the scope and the time of joining go as well. */
function writtenToMember({ data }: Item, found: Data): Written {
  if (data['isBanned'] === true)
    return found['isBanned'] === true
      ? []
      : [
          ['isBanned', YES],
          ['scope', NO],
          ['joinedAt', NO],
        ];
  const { isBanned, scope = LOWEST } = data;
  // Whoever joins again has the scope of the row, else the lowest.
  if (found['isBanned'] === true)
    return isBanned === false
      ? [
          ['isBanned', NO],
          ['scope', [scope]],
        ]
      : [];
  return data['scope'] === undefined ? [] : [['scope', heldValue(data['scope'])]];
}

/** True if a change of a user leaves it deactivated. An empty cell leaves a deactivated user as it is. */
export const staysInactive = ({ data, remote }: Pick<Item, 'data' | 'remote'>): boolean =>
  wantsInactive(data) || (remote?.active === false && !remote.returns && !saysActive(entities.users, data));
