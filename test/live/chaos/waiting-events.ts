const PEOPLE = 50;
const GROUPS = 200;
const MEMBERS = 25;

/** Seconds since 1970: a message each some hundredths of a second, until a short time ago. */
const sentAtOf = (at: number, count: number, now: number): number =>
  now - 600 - Math.ceil((count - at) / 100);

/** A member of a group. */
const memberOf = (group: number, at: number): number => (group + (at % MEMBERS)) % PEOPLE;

/** A message of a backlog, as the service tells it. */
function messageOf(at: number, count: number, now: number) {
  const group = at % GROUPS;
  const [uid, guid] = [`p${memberOf(group, Math.floor(at / GROUPS))}`, `g${group}`];
  const sentAt = sentAtOf(at, count, now);
  const sender = { uid, name: `Person ${uid}`, status: 'offline', role: 'default', createdAt: now - 86_400 };
  const receiver = {
    guid,
    name: `Group ${guid}`,
    type: 'public',
    owner: 'p0',
    conversationId: `group_${guid}`,
  };
  const entities = {
    sender: { entity: sender, entityType: 'user' },
    receiver: { entity: receiver, entityType: 'group' },
  };
  return {
    id: String(1_000_000 + at),
    muid: `m-${at}`,
    conversationId: `group_${guid}`,
    sender: uid,
    receiverType: 'group',
    receiver: guid,
    category: 'message',
    type: 'text',
    data: { text: `Message ${at}, which says what people say in a line or two to each other.`, entities },
    sentAt,
    updatedAt: sentAt,
  };
}

function eventOf(at: number, count: number, now: number): Buffer {
  const message = messageOf(at, count, now);
  const event = { trigger: 'message_sent', data: { message }, appId: 'oldapp', region: 'us', webhook: 'w' };
  return Buffer.from(JSON.stringify(event));
}

/** Messages of people who write in groups in turn, and the events that tell them. */
export const waiting = { people: PEOPLE, groups: GROUPS, members: MEMBERS, memberOf, messageOf, eventOf };
