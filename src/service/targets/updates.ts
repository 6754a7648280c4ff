import { isDeepStrictEqual } from 'node:util';
import { RunError } from '../../errors/run-error.ts';
import { entities } from '../../input/entities/entities.ts';
import type { Data, EntityName, Item } from '../../input/entities/entity.ts';
import { saysActive } from '../../input/entities/rights.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { FieldChange, Held } from '../../ledger/former/former-row.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import type { ApiRequest } from '../transport/transport.ts';
import { adoptMember, adoptMessage, changesOfRead, GONE, locateMessage, notFound } from './adopt-row.ts';
import { DUPLICATE_CODES, dataOf, listOf } from './answers.ts';
import { bodyOf, changeOf, isReadable, type ReadableName } from './change/change.ts';
import { unlessBanned, unlessEdited, updated } from './change/doubtful-change.ts';
import { editOf, membersIn, messageContent } from './change/edit.ts';
import { bannedFrom } from './change/remote-row.ts';
import { wantsInactive } from './change/would-change.ts';
import { heldIn, heldValue, memberField } from './former/held-in.ts';
import { withMember } from './former/remote-member.ts';
import { optionalChanges } from './optional/optional-entities.ts';
import type { ChangedItem, Route, RowCall, RowChanges, Verdict } from './target.ts';

/** The outcome of a row of members that says nothing of a ban, while its user is banned: what is there is not ours. */
export const STANDING_BAN: Outcome = { status: 'exists', inactive: true };

/** The most banned users that one call lists; somebody behind them is not found. */
const PER_PAGE = 1_000;
const NO_MEMBER = 'ERR_NOT_A_MEMBER';

/** Looks whether somebody is banned whose scope cannot be changed, because they are no member. */
const whetherBanned: NonNullable<RowChanges['inquiry']> = {
  code: NO_MEMBER,
  request: ({ data }) => bannedFrom(data['guid'] as string)({ perPage: PER_PAGE }),
  outcome(body, { data, remote }) {
    const list = listOf(body);
    if (!list) return undefined;
    const isBanned = list.some(({ uid }) => uid === data['uid']);
    // A row of ours stays ours.
    if (isBanned && data['isBanned'] === undefined)
      return remote.foreign ? STANDING_BAN : { status: 'updated', inactive: true };
    const beyond = list.length < PER_PAGE ? '' : `, and not among the first ${PER_PAGE} who are banned`;
    const message = `${data['uid']} is ${isBanned ? 'banned from' : 'not a member of'} the group ${data['guid']}${isBanned ? '' : beyond}`;
    return { status: 'rejected', problems: [{ code: `SERVICE.${NO_MEMBER}`, message }] };
  },
};

const YES: Held = [true];
const NO: Held = [];

type Written = readonly (readonly [field: string, to: Held])[];

/**
 * The fields that a change of a row replaces by other values, with what the service has in them. Empty for a row that was not
 * read, because it is not there.
 */
function replacedBy(entity: EntityName, item: Item): readonly FieldChange[] {
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
const staysInactive = ({ data, remote }: Pick<Item, 'data' | 'remote'>): boolean =>
  wantsInactive(data) || (remote?.active === false && !remote.returns && !saysActive(entities.users, data));

/** Adds changes of existing rows to a route. A change never shares a request with other rows. */
export function updating(create: Route): Route {
  const { calls, locate, adopt, missing, isMade, closing, inquiry } = changes[create.entity];
  const callAt = (item: ChangedItem, call: number): RowCall => calls(item)[call] as RowCall;
  const after = (item: ChangedItem, call: number): Verdict =>
    call + 1 < calls(item).length ? { status: 'more' } : updated(item);
  const concluded = (verdict: Verdict, item: ChangedItem, call: number): Verdict =>
    verdict.status === 'created' || verdict.status === 'duplicate' ? after(item, call) : verdict;
  const { hanging } = create;
  return {
    ...create,
    ...(hanging ? { hanging: { ...hanging, route: updating(hanging.route) } } : {}),
    alone: (item) => item.remote !== undefined,
    build(items, startedAt, call = 0) {
      const [item] = items;
      if (!isChanged(item)) return create.build(items, startedAt, call);
      if (inquiry && call === INQUIRY) return inquiry.request(item);
      const request = callAt(item, call);
      if (request === 'create') return create.build(items, startedAt, call);
      // Each of these calls is idempotent, but a repeated edit leaves another note in the history.
      return { ...request, repeatable: create.entity !== 'messages' };
    },
    settle(body, items, call = 0) {
      const [item] = items;
      if (!isChanged(item)) return create.settle(body, items, call);
      if (inquiry && call === INQUIRY) {
        const outcome = inquiry.outcome(body, item);
        return outcome && [outcome];
      }
      if (callAt(item, call) !== 'create') return dataOf(body) && [after(item, call)];
      return create.settle(body, items, call)?.map((verdict) => concluded(verdict, item, call));
    },
    refusal(code, item, call = 0) {
      if (!item || !isChanged(item)) return create.refusal?.(code, item, call);
      const gone = missing?.(code);
      if (gone) return gone;
      if (code === inquiry?.code) return { status: 'more', call: INQUIRY };
      return DUPLICATE_CODES.has(code) || GONE_CODES.has(code) ? after(item, call) : undefined;
    },
    ...(locate ? { locate } : {}),
    replaces: (item) => replacedBy(create.entity, item),
    ...(isMade ? { isMade } : {}),
    ...(closing ? { closing } : {}),
    adopt: async (item, existing, transport, signal) => adopt?.(item, existing, create, transport, signal),
    ...(create.recall
      ? {
          recall: (items, uncertainty, transport, signal) =>
            // A change can be repeated, so only created rows are looked for.
            (create.recall as NonNullable<Route['recall']>)(
              items.filter((item) => !isChanged(item)),
              uncertainty,
              transport,
              signal,
            ),
        }
      : {}),
  };
}

/** Adds changes of rows that we have created to a route; rows of others that exist already stay as they are. */
export function updatingOwn(create: Route): Route {
  const { adopt: _, ...changing } = updating(create);
  return { ...changing, ...(create.adopt ? { adopt: create.adopt } : {}) };
}

/** Codes by which the service says that the state which a call would end has already ended. */
const GONE_CODES: ReadonlySet<string> = new Set(['ERR_NOT_A_BANNED_USER']);

/** Codes by which the service says that no message has the id. */
const LOST_CODES: ReadonlySet<string> = new Set(['ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND']);

/** The number of the call that finds out why a change is refused. */
const INQUIRY = -1;

const isChanged = (item: Item | undefined): item is ChangedItem => item?.remote !== undefined;

const changes: Readonly<Record<EntityName, RowChanges>> = {
  ...optionalChanges,
  users: {
    calls: userCalls,
    isMade: (item, call, field) => (field === 'deactivatedAt') === !isDeactivation(item, call),
    closing: (item) =>
      isChanged(item) && !item.remote.active && staysInactive(item)
        ? { request: deactivation(item), otherwise: 'the user was deactivated and is active now' }
        : undefined,
    ...changesOfRead('users'),
  },
  groups: {
    calls: (item) => [
      endpointRequest(endpoints.updateGroup, { params: { guid: item.key }, body: bodyOf('groups', item) }),
    ],
    ...changesOfRead('groups'),
  },
  members: {
    calls: memberCalls,
    inquiry: whetherBanned,
    async locate(item, transport, signal) {
      if (isChanged(item) && memberCalls(item).length === 0) return updated(item);
      const read = await withMember(item, transport, signal);
      return isHeld(read) ? updated(read) : unlessBanned(read, transport, signal);
    },
    async adopt(item, existing, _create, transport, signal) {
      const adopted = adoptMember(item, existing);
      if ('status' in adopted) return adopted;
      const read = await withMember(adopted, transport, signal);
      if (!isHeld(read)) return unlessBanned(read, transport, signal);
      return { status: 'exists', ...(read.remote?.found?.['isBanned'] === true ? { inactive: true } : {}) };
    },
  },
  messages: {
    calls: messageCalls,
    async locate(item, transport, signal) {
      const found = await locateMessage(item, transport, signal);
      return 'status' in found ? found : unlessEdited(found, transport, signal);
    },
    adopt: adoptMessage,
    missing: (code) => (LOST_CODES.has(code) ? notFound(GONE) : undefined),
  },
};

/** True if a member who was read is as the row says. */
const isHeld = (item: Item): boolean =>
  item.remote?.found !== undefined && replacedBy('members', item).length === 0;

function userCalls(item: ChangedItem): readonly RowCall[] {
  const { key, remote } = item;
  const body = bodyOf('users', item);
  // Nothing but whether the user is active may change.
  const change =
    Object.keys(body).length > 0
      ? [endpointRequest(endpoints.updateUser, { params: { uid: key }, body })]
      : [];
  // The call that changes a user does not find a deactivated one. Reactivating an active user does no harm.
  const reactivate = endpointRequest(endpoints.reactivateUsers, { body: { uidsToActivate: [key] } });
  return [
    ...(remote.active ? [] : [reactivate]),
    ...change,
    ...(staysInactive(item) ? [deactivation(item)] : []),
  ];
}

/** True if a call is the last one, which deactivates. */
const isDeactivation = (item: Item, call: number): boolean =>
  isChanged(item) && staysInactive(item) && call === userCalls(item).length - 1;

const deactivation = ({ key }: Pick<Item, 'key'>): ApiRequest =>
  endpointRequest(endpoints.deactivateUsers, { body: { uidsToDeactivate: [key] } });

function memberCalls({ data, remote }: ChangedItem): readonly RowCall[] {
  const { guid, uid, scope, isBanned } = data as {
    guid: string;
    uid: string;
    scope?: string;
    isBanned?: boolean;
  };
  const params = { guid, uid };
  if (isBanned) return [endpointRequest(endpoints.banUser, { params })];
  const change =
    scope === undefined ? [] : [endpointRequest(endpoints.changeMemberScope, { params, body: { scope } })];
  // A ban is lifted only by a row that says so; the scope of a banned member has no meaning.
  if (isBanned === undefined) return remote.active === false ? [] : change;
  if (remote.active) return change;
  // Removes a ban and creates the member again. If there was no ban, both calls are refused harmlessly and the change
  // follows.
  const rejoin: readonly RowCall[] = [endpointRequest(endpoints.unbanUser, { params }), 'create'];
  return remote.active === false ? rejoin : [...rejoin, ...change];
}

function messageCalls(item: ChangedItem): readonly RowCall[] {
  const { id } = item.remote;
  if (id === undefined) throw new RunError('BUG.UNEXPECTED', 'a message without an id cannot be changed');
  return [endpointRequest(endpoints.editMessage, { params: { id }, body: editOf(item) })];
}
