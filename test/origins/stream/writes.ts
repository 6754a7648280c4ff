import { channelAnswer, membersOf, messageAnswer, reactionsOf, userOf } from './answers.ts';
import { type SentEvent, StreamHooks } from './hooks.ts';
import { input, Refusal } from './refusal.ts';
import {
  distinctId,
  type Item,
  type StoredChannel,
  type StoredMessage,
  type StreamApp,
} from './stream-app.ts';

/** A request that may change the app. */
type Asked = { readonly method: string; readonly parts: readonly string[]; readonly payload: Item };

/** The requests to an app that change it, and the events that it sends about them. */
export type Writes = {
  /** Answers a request; undefined if it is none of these. */
  answer(asked: Asked): Item | undefined;
  /** Changes the app as somebody else would do it through the same API. */
  by(method: string, path: string, payload?: Item): Item;
  /** Every event, whether somebody hears it or not. */
  readonly events: readonly SentEvent[];
  /** The webhooks of the app. */
  readonly hooks: StreamHooks;
  /** Resolves once no event is on its way any more. */
  quiet(): Promise<void>;
};

/** Most members that an event has. */
const MEMBERS_OF_EVENTS = 50;

export function writesOf(app: StreamApp, account: { readonly key: string; readonly secret: string }): Writes {
  const hooks = new StreamHooks(account);
  let last = 0;
  const now = (): string => {
    last = Math.max(last + 1, Date.now() * 1_000);
    return `${new Date(Math.floor(last / 1_000)).toISOString().slice(0, -1)}${String(last % 1_000).padStart(3, '0')}Z`;
  };

  function emit(type: string, of: Item): void {
    hooks.send({ type, created_at: now(), request_info: { type: 'server', sdk: '' }, ...of });
  }
  const ofChannel = (cid: string): Item => {
    const channel = app.channels.get(cid);
    if (!channel) return { cid };
    const { type, id } = channel;
    const members = membersOf(app, cid).slice(0, MEMBERS_OF_EVENTS);
    return { cid, channel_type: type, channel_id: id, channel: channelAnswer(app, channel), members };
  };
  const known = (id: unknown): string => {
    if (typeof id !== 'string' || !app.users.has(id)) throw input(`the user ${id} does not exist`);
    return id;
  };
  const channelAt = (cid: string): StoredChannel => {
    const found = app.channels.get(cid);
    if (!found) throw new Refusal(404, 16, `Can't find channel with id ${cid}`);
    return found;
  };
  const messageAt = (id: string): StoredMessage => {
    const found = app.messages.get(id);
    if (!found) throw new Refusal(404, 16, `message with id ${id} doesn't exist`);
    return found;
  };

  function upsertUsers(users: Readonly<Record<string, Item>>): Item {
    for (const [id, user] of Object.entries(users)) {
      if (user['id'] !== id) throw input('the id of a user differs from its name');
      const before = app.users.get(id);
      const { created_at = now() } = before ?? {};
      app.users.set(id, { ...user, created_at, updated_at: now() });
      emit(before ? 'user.updated' : 'user.created', { user: userOf(app, id) });
    }
    return { users: Object.fromEntries(Object.keys(users).map((id) => [id, userOf(app, id)])) };
  }

  function changeUsers(
    users: readonly { readonly id: string; readonly set?: Item; readonly unset?: string[] }[],
  ): Item {
    for (const { id, set = {}, unset = [] } of users) {
      const user = app.users.get(id);
      if (!user) throw new Refusal(404, 16, `user ${id} doesn't exist`);
      Object.assign(user, set, { updated_at: now() });
      for (const name of unset) delete user[name];
      emit('user.updated', { user: userOf(app, id) });
    }
    return { users: Object.fromEntries(users.map(({ id }) => [id, userOf(app, id)])) };
  }

  function endUser(id: string, payload: Item, how: 'deactivate' | 'delete'): Item {
    const user = app.users.get(id);
    if (!user) throw new Refusal(404, 16, `user ${id} doesn't exist`);
    const isHard = payload['hard_delete'] === 'true';
    if (how === 'deactivate' && user['deactivated_at'] !== undefined)
      throw input('the user is deactivated already');
    Object.assign(user, { [how === 'delete' ? 'deleted_at' : 'deactivated_at']: now(), updated_at: now() });
    const shown = userOf(app, id);
    if (isHard) app.users.delete(id);
    emit(how === 'delete' ? 'user.deleted' : 'user.deactivated', { user: shown, hard_delete: isHard });
    return { user: shown };
  }

  function reactivate(id: string): Item {
    const user = app.users.get(id);
    if (!user) throw new Refusal(404, 16, `user ${id} doesn't exist`);
    if (user['deactivated_at'] === undefined) throw input('the user is not deactivated');
    delete user['deactivated_at'];
    user['updated_at'] = now();
    emit('user.reactivated', { user: userOf(app, id) });
    return { user: userOf(app, id) };
  }

  function ban(payload: Item, banned: boolean): Item {
    const { target_user_id: user, type, id } = payload;
    const cid = `${type}:${id}`;
    const member = app.members.get(cid)?.find(({ user_id }) => user_id === user);
    if (!member) throw input(`${user} is no member`);
    Object.assign(member, { banned, updated_at: now() });
    emit(banned ? 'user.banned' : 'user.unbanned', { ...ofChannel(cid), user: userOf(app, user) });
    return {};
  }

  function makeChannel(type: string, named: string | undefined, payload: Item): Item {
    const { created_by_id: by, members = [], ...data } = payload['data'] as Item;
    const ids = (members as readonly (string | Item)[]).map((each) =>
      typeof each === 'string' ? { user_id: each } : { ...each, user_id: String(each['user_id']) },
    );
    const id = named ?? distinctId(ids.map(({ user_id }) => user_id));
    const cid = `${type}:${id}`;
    const before = app.channels.get(cid);
    if (!before) {
      known(by);
      for (const { user_id } of ids) known(user_id);
      const at = now();
      app.channels.set(cid, { ...data, type, id, cid, created_by: by, created_at: at, updated_at: at });
      app.members.set(
        cid,
        ids.map((each) => ({ ...each, created_at: at, updated_at: at })),
      );
      emit('channel.created', { ...ofChannel(cid), user: userOf(app, by) });
    }
    return { channel: channelAnswer(app, channelAt(cid)), members: membersOf(app, cid), messages: [] };
  }

  function changeMembers(cid: string, payload: Item): Item {
    const channel = channelAt(cid);
    const list = (name: string): readonly (string | Item)[] => (payload[name] ?? []) as (string | Item)[];
    const idOf = (each: string | Item): string => (typeof each === 'string' ? each : String(each['user_id']));
    const members = app.members.get(cid) ?? [];
    for (const each of list('add_members')) {
      const user_id = known(idOf(each));
      if (members.some((member) => member.user_id === user_id)) continue;
      const at = now();
      const more = typeof each === 'string' ? {} : each;
      members.push({ ...more, user_id, created_at: at, updated_at: at });
      app.members.set(cid, members);
      emit('member.added', { ...ofChannel(cid), member: memberOf(cid, user_id), user: userOf(app, user_id) });
    }
    for (const id of list('remove_members').map(idOf)) {
      const member = memberOf(cid, id);
      const left = members.filter(({ user_id }) => user_id !== id);
      if (left.length === members.length) continue;
      members.splice(0, members.length, ...left);
      emit('member.removed', { ...ofChannel(cid), member, user: userOf(app, id) });
    }
    for (const each of list('assign_roles')) {
      const { user_id, channel_role } = each as Item;
      const member = members.find((one) => one.user_id === user_id);
      if (!member) throw input(`${user_id} is no member`);
      Object.assign(member, { channel_role, updated_at: now() });
      emit('member.updated', { ...ofChannel(cid), member: memberOf(cid, String(user_id)) });
    }
    if (payload['data']) {
      Object.assign(channel, payload['data'], { updated_at: now() });
      emit('channel.updated', ofChannel(cid));
    }
    return { channel: channelAnswer(app, channel), members: membersOf(app, cid) };
  }

  const memberOf = (cid: string, id: string): Item | undefined =>
    membersOf(app, cid).find(({ user_id }) => user_id === id);

  function changeChannel(cid: string, { set = {}, unset = [] }: Item): Item {
    const channel = channelAt(cid);
    const wasFrozen = channel['frozen'] === true;
    Object.assign(channel, set, { updated_at: now() });
    for (const name of unset as readonly string[]) delete channel[name];
    const isFrozen = channel['frozen'] === true;
    emit('channel.updated', ofChannel(cid));
    if (isFrozen !== wasFrozen) emit(isFrozen ? 'channel.frozen' : 'channel.unfrozen', ofChannel(cid));
    return { channel: channelAnswer(app, channel), members: [] };
  }

  function dropChannel(cid: string): Item {
    const channel = channelAnswer(app, channelAt(cid));
    const said = ofChannel(cid);
    app.channels.delete(cid);
    app.members.delete(cid);
    for (const { id, cid: of } of [...app.messages.values()]) if (of === cid) app.messages.delete(id);
    const gone = { ...channel, deleted_at: now() };
    emit('channel.deleted', { ...said, channel: gone });
    return { channel: gone };
  }

  function send(cid: string, payload: Item): Item {
    const { id, user_id: user, ...rest } = payload['message'] as Item;
    if (channelAt(cid)['frozen'] === true) throw new Refusal(403, 17, `the channel ${cid} is frozen`);
    known(user);
    if (typeof id !== 'string' || id === '' || id.length > 255) throw input('the id is not right');
    if (app.messages.has(id))
      throw input(`SendMessage failed with error: "a message with ID ${id} already exists"`);
    const parent = rest['parent_id'];
    if (parent !== undefined && !app.messages.has(String(parent)))
      throw input(`SendMessage failed with error: "parent_id ${parent} doesn't exist"`);
    if (Buffer.byteLength(JSON.stringify(rest)) > 5_000 + Buffer.byteLength(String(rest['text'] ?? '')))
      throw new Refusal(413, 22, 'the custom data are too large');
    const at = now();
    const type = parent === undefined ? 'regular' : 'reply';
    const stored = { type, ...rest, id, cid, user: String(user), created_at: at, updated_at: at };
    app.messages.set(id, stored);
    const message = messageAnswer(app, stored);
    emit('message.new', { ...ofChannel(cid), message, user: userOf(app, user) });
    return { message };
  }

  function edit(id: string, { set = {}, unset = [] }: Item): Item {
    const found = messageAt(id);
    if (found['type'] === 'deleted') throw input('a message that was deleted cannot be changed');
    const at = now();
    const { text } = set as Item;
    const isText = text !== undefined && text !== found['text'];
    const { pinned, ...rest } = set as Item;
    Object.assign(found, rest, { updated_at: at }, isText ? { message_text_updated_at: at } : {});
    if (pinned === true) Object.assign(found, { pinned_at: at });
    if (pinned === false) delete found['pinned_at'];
    for (const name of unset as readonly string[]) delete found[name];
    const message = messageAnswer(app, found);
    emit('message.updated', { ...ofChannel(found.cid), message, user: message['user'] });
    return { message };
  }

  function remove(id: string, payload: Item): Item {
    const found = messageAt(id);
    const isHard = payload['hard'] === 'true';
    const at = now();
    const isGone = found['type'] === 'deleted';
    if (!isGone) Object.assign(found, { type: 'deleted', deleted_at: at, updated_at: at });
    const message = messageAnswer(app, found);
    if (isHard) app.messages.delete(id);
    if (!isGone || isHard)
      emit('message.deleted', {
        ...ofChannel(found.cid),
        message,
        user: message['user'],
        hard_delete: isHard,
      });
    return { message };
  }

  function react(id: string, payload: Item): Item {
    const found = messageAt(id);
    const { type, user_id: user } = payload['reaction'] as Item;
    known(user);
    const isSame = ({ message_id: of, type: is, user_id: by }: Item): boolean =>
      of === id && is === type && by === user;
    const before = app.reactions.findIndex(isSame);
    const at = now();
    if (before !== -1) app.reactions.splice(before, 1);
    app.reactions.push({ message_id: id, user_id: String(user), type: String(type), created_at: at });
    Object.assign(found, { updated_at: at });
    const reaction = reactionsOf(app, id).find(isSame) ?? {};
    const message = messageAnswer(app, found);
    emit(before === -1 ? 'reaction.new' : 'reaction.updated', {
      ...ofChannel(found.cid),
      message,
      reaction,
      user: userOf(app, user),
    });
    return { message, reaction };
  }

  function takeBack(id: string, type: string, payload: Item): Item {
    const found = messageAt(id);
    const { user_id: user } = payload;
    const at = app.reactions.findIndex(
      ({ message_id: of, type: is, user_id: by }) => of === id && is === type && by === user,
    );
    const reaction = reactionsOf(app, id).find(({ type: is, user_id: by }) => is === type && by === user);
    if (at === -1 || !reaction) throw new Refusal(404, 16, `reaction ${type} doesn't exist`);
    app.reactions.splice(at, 1);
    Object.assign(found, { updated_at: now() });
    const message = messageAnswer(app, found);
    emit('reaction.deleted', { ...ofChannel(found.cid), message, reaction, user: userOf(app, user) });
    return { message, reaction };
  }

  function answer({ method, parts, payload }: Asked): Item | undefined {
    const [first, second = '', third = '', fourth = ''] = parts;
    const route = `${method} ${first}${parts.length > 1 ? `/${parts.length}` : ''}`;
    const cid = `${second}:${third}`;
    if (route === 'GET app') return hooks.app();
    if (route === 'PATCH app') return hooks.change(payload);
    if (route === 'POST users') return upsertUsers(payload['users'] as Readonly<Record<string, Item>>);
    if (route === 'PATCH users') return changeUsers(payload['users'] as Parameters<typeof changeUsers>[0]);
    if (route === 'POST users/3' && third === 'deactivate') return endUser(second, payload, 'deactivate');
    if (route === 'POST users/3' && third === 'reactivate') return reactivate(second);
    if (route === 'POST moderation/2') return ban(payload, true);
    if (route === 'DELETE moderation/2') return ban(payload, false);
    if (route === 'DELETE users/2') return endUser(second, payload, 'delete');
    if (route === 'POST channels/3' && third === 'query') return makeChannel(second, undefined, payload);
    if (route === 'POST channels/4' && fourth === 'query') return makeChannel(second, third, payload);
    if (route === 'POST channels/3') return changeMembers(cid, payload);
    if (route === 'PATCH channels/3') return changeChannel(cid, payload);
    if (route === 'DELETE channels/3') return dropChannel(cid);
    if (route === 'POST channels/4' && fourth === 'message') return send(cid, payload);
    if (route === 'PUT messages/2') return edit(second, payload);
    if (route === 'DELETE messages/2') return remove(second, payload);
    if (route === 'POST messages/3' && third === 'reaction') return react(second, payload);
    if (route === 'DELETE messages/4' && third === 'reaction') return takeBack(second, fourth, payload);
    return undefined;
  }

  return {
    answer,
    hooks,
    events: hooks.sent,
    quiet: () => hooks.quiet(),
    by(method, path, payload = {}) {
      const done = answer({ method, parts: path.slice(1).split('/').map(decodeURIComponent), payload });
      if (!done) throw new Error(`${method} ${path} is not there`);
      return done;
    },
  };
}
