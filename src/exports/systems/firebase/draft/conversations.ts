import type { ValueSet } from '../../../../input/columns/column.ts';
import { defined } from '../../../../input/json/defined.ts';
import { type Place, pathOf, shareIn, type TreeField } from './places.ts';
import type { PathRole, UsersPlace } from './roles.ts';
import { calledBy, rankOf } from './words.ts';

/** Facts about the messages whose conversations are looked for. */
type Known = {
  readonly places: readonly Place[];
  readonly messages: Place;
  readonly users: UsersPlace | undefined;
  readonly role: PathRole;
  /** The field that names the conversation of a message. */
  readonly conversation: TreeField | undefined;
};

type Sections = Record<string, Record<string, unknown>>;
type Drafted = { readonly sections: Sections; readonly doubts: readonly string[] };

const MOST = 0.8;
const DIRECT =
  /^(?:direct|dm|private1to1|one[-_ ]?(?:to|2|on)[-_ ]?one|1[-_:]1|individual|single|personal)$/i;

/** Finds the conversations of messages and who is in them, by the ids that they share. */
export function conversationsOf(known: Known): Drafted {
  const ids = idsOf(known);
  if (!ids) return { sections: {}, doubts: [] };
  const found = known.places.filter((place) => place !== known.messages && isOfRooms(place, known, ids));
  const withMembers = found.map((place) => ({ place, members: membersIn(place, known.users) }));
  const chosen = withMembers.find(({ members }) => members !== undefined) ?? withMembers[0];
  const apart = chosen?.members === undefined ? memberPlace(known, chosen?.place, ids) : undefined;
  const { section, doubts } = chosen ? roomSection(chosen.place, known) : { section: undefined, doubts: [] };
  if (section && chosen?.members !== undefined) section['members'] = chosen.members;
  return {
    sections: { ...(section ? { conversations: section } : {}), ...(apart ? { members: apart } : {}) },
    doubts,
  };
}

/** The ids of the conversations of messages; undefined if these are of two users each, or all of one. */
function idsOf({ role, conversation, places, messages }: Known): ValueSet | undefined {
  if (role.kind === 'none') return conversation?.values;
  if (role.kind !== 'conversation') return undefined;
  if (!role.isList) return role.names.all;
  const place = places.find((each) => isAround(each, messages));
  return place && calledBy('id', uniqueIn(place))?.values;
}

/** True if the documents of one place are in those of another. */
const isAround = ({ steps }: Place, inner: Place): boolean => {
  const [last] = steps.slice(-1);
  const own = inner.steps[steps.length - 1];
  return (
    last !== undefined && own !== undefined && 'names' in last && 'names' in own && last.names === own.names
  );
};

const uniqueIn = ({ fields, count }: Place): readonly TreeField[] =>
  fields.filter(
    ({ values, filled, plain }) =>
      plain !== undefined && filled === count && values.size >= Math.min(filled, 1_000) * 0.99,
  );

/** True if the documents of a place are the conversations. */
function isOfRooms(place: Place, { messages, users, role }: Known, ids: ValueSet): boolean {
  const [own] = place.ids;
  if (place === users?.place || place.ids.length !== 1 || !own || place.fields.length === 0) return false;
  if (isAround(place, messages) && role.kind === 'conversation') return true;
  if (place.isList) return uniqueIn(place).some(({ values }) => shareIn(ids, values) >= MOST);
  return shareIn(ids, own.all) >= MOST;
}

function roomSection(place: Place, { users }: Known) {
  const { fields } = place;
  const isText = ({ plain }: TreeField): boolean => plain !== undefined && plain.texts > 0;
  const isOfUsers = ({ plain, values }: TreeField): boolean =>
    users !== undefined && plain !== undefined && shareIn(values, users.ids) >= MOST;
  const type = calledBy('roomType', fields, (field) => isText(field) && field.plain?.words);
  const words = [...(type?.plain?.words?.keys() ?? [])];
  const direct = words.filter((word) => DIRECT.test(word));
  const others = words.filter((word) => !direct.includes(word));
  const section: Record<string, unknown> = defined({
    path: pathOf(place, ['{conversation}']),
    id: place.isList ? (calledBy('id', uniqueIn(place))?.name ?? '?') : undefined,
    name: calledBy('title', fields, isText)?.name,
    createdAt: fields.find(({ isTime, name }) => isTime && /creat/i.test(name))?.name,
    owner: calledBy('owner', fields, isOfUsers)?.name,
    deleted: calledBy('deleted', fields)?.name,
    type: type?.name,
    direct: direct.length > 0 ? direct : undefined,
  });
  const doubts =
    !type || others.length === 0
      ? []
      : [
          `conversations with ${type.name} ${others.slice(0, 5).join(', ')} are private groups; if everybody may read some of them:  conversations: { public: [${others[0]}] }`,
        ];
  return { section, doubts };
}

/** The field with the members of conversations: a list, or two fields with one each. */
function membersIn({ fields }: Place, users: UsersPlace | undefined): unknown {
  const ofUsers = users ? fields.filter((field) => shareIn(field.values, users.ids) >= MOST) : [];
  const lists = ofUsers.filter(({ plain }) => !plain);
  const called = calledBy('members', lists) ?? (lists.length === 1 ? lists[0] : undefined);
  if (called) return called.name;
  const two = ofUsers.filter(
    ({ name, plain }) =>
      plain && rankOf('owner', name) === undefined && !/last|creat|owner|admin|by$/i.test(name),
  );
  if (two.length === 2) return { join: two.map(({ name }) => name) };
  // Without a list of users only the name tells.
  return users ? undefined : calledBy('members', fields, ({ plain }) => !plain)?.name;
}

/** The place that lists members apart from the conversations. */
function memberPlace({ places, messages, users }: Known, rooms: Place | undefined, ids: ValueSet) {
  if (!users) return undefined;
  const isOf = (values: ValueSet | undefined, of: ValueSet): boolean =>
    values !== undefined && values.size > 0 && shareIn(values, of) >= MOST;
  for (const place of places) {
    const [first, second, ...more] = place.ids;
    if (place === messages || place === rooms || place === users.place || !first || more.length > 0) continue;
    const conversation = place.fields.find((field) => field.plain && isOf(field.values, ids));
    const user = place.fields.find((field) => field.plain && isOf(field.values, users.ids));
    if (second && !place.isList && isOf(first.all, ids) && isOf(second.all, users.ids))
      return { path: pathOf(place, ['{conversation}', '{user}']) };
    if (second && !place.isList && isOf(first.all, users.ids) && isOf(second.all, ids))
      return { path: pathOf(place, ['{user}', '{conversation}']) };
    if (second && isOf(first.all, users.ids) && conversation)
      return { path: pathOf(place, ['{user}', '*']), conversation: conversation.name };
    if (!second && conversation && user)
      return { path: pathOf(place, ['*']), conversation: conversation.name, user: user.name };
  }
  return undefined;
}
