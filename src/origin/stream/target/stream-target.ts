import { directGroupId } from '../../../exports/convert/ids.ts';
import { channelIdFor } from '../../../exports/own-channels.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { defined } from '../../../input/json/defined.ts';
import { slug } from '../../../input/rows/forms/ids.ts';
import type { System } from '../../../system/system.ts';
import { type AskOptions, openAsk } from '../../ask/open-ask.ts';
import { type OriginAccount, OriginError, unlessGone } from '../../origin.ts';
import { type AskApp, askAppOf, askList, asObject, type Json, micros, text, userAt } from '../asked.ts';
import { channelAt } from '../live/channels.ts';
import { stream } from '../stream.ts';
import { channelBody, userBody } from './bodies.ts';
import {
  type ChannelName,
  channelNamed,
  type IdRules,
  part,
  pathOf,
  RefusedRow,
  StreamNames,
} from './names.ts';
import { StreamMessages } from './stream-messages.ts';
import { idIn, isInputError, NO_SUCH, StreamPlaces } from './stream-places.ts';
import type { KnownBefore, RemovedKey, RemovedRow, StreamRow, WrittenRow } from './written-row.ts';

type Rules = IdRules & {
  /** False to tell nobody's phone. */
  readonly push: boolean;
};

/**
 * Writes rows of the service to an app of Stream's. A message has its key as its id, so a request may be repeated: what is there
 * already is read, and changed where it differs. Everything else says the same twice and is there once.
 */
class StreamTarget {
  readonly #asked: AskApp;
  readonly #rules: Rules;
  readonly #names: StreamNames;
  readonly #places: StreamPlaces;
  readonly #messages: StreamMessages;

  constructor(asked: AskApp, rules: Rules) {
    this.#asked = asked;
    this.#rules = rules;
    this.#names = new StreamNames(asked, rules);
    this.#places = new StreamPlaces(asked, this.#names);
    this.#messages = new StreamMessages({ asked, names: this.#names, places: this.#places, ...rules });
  }

  /**
   * Writes a row.
   * @param row in the form in which the line sends it
   * @throws RunError `PULL.*`; OriginError for an answer that is none of Stream's; the reason of the signal
   */
  async put(
    entity: EntityName,
    row: Json,
    before: KnownBefore,
    signal: AbortSignal,
  ): Promise<WrittenRow | undefined> {
    return await this.#orRefusal(async () => {
      switch (entity) {
        case 'users':
          return await this.#putUser(row, before, signal);
        case 'groups':
          return await this.#putGroup(row, before, signal);
        case 'members':
          return await this.#putMember(row, before, signal);
        case 'messages':
          return await this.#messages.put(row, before, signal);
        case 'reactions':
          return await this.#messages.react(row, signal);
        case 'pins':
          return await this.#messages.pin(idIn(row, 'muid'), true, row['uid'], signal);
        default:
          return undefined;
      }
    });
  }

  /** Asks for a user or a channel. @throws as `put` */
  async rowThere(
    entity: 'users' | 'groups',
    id: string,
    signal: AbortSignal,
  ): Promise<StreamRow | undefined> {
    if (entity === 'users') {
      const own = await this.#names.user(id, signal);
      const user = own === undefined ? undefined : await userAt(this.#asked, own, signal);
      if (!user) return undefined;
      const { name, image: avatar } = user;
      const deactivatedAt = isActiveIn(user) ? undefined : 1;
      const fields = defined({ uid: id, name, avatar, deactivatedAt });
      return { fields, version: micros(user['updated_at']) };
    }
    const name = await this.#names.channel(id, signal);
    const found = name && (await channelAt(this.#asked, name.cid, signal));
    if (!found) {
      this.#names.forget(id);
      return undefined;
    }
    const { channel } = found;
    const by = text(asObject(channel['created_by'])?.['id']);
    const owner = by === undefined ? undefined : this.#rules.legal(by);
    const { name: named, image: icon, description } = channel;
    const fields = defined({ guid: id, name: named, icon, description, owner });
    return { fields, version: micros(channel['updated_at']) };
  }

  /**
   * Removes a row. Users are deactivated.
   * @throws as `put`
   */
  async remove(key: RemovedKey, signal: AbortSignal): Promise<RemovedRow> {
    return await this.#orRefusal(async () => {
      const done = await unlessGone(this.#removed(key, signal));
      return { status: done ? 'removed' : 'gone' };
    });
  }

  /** True if something was there. */
  async #removed(key: RemovedKey, signal: AbortSignal): Promise<boolean> {
    switch (key.entity) {
      case 'users': {
        const id = await this.#names.user(key.id, signal);
        if (id === undefined) return false;
        await this.#setActive(id, false, signal);
        return true;
      }
      case 'groups': {
        const channel = await this.#names.channel(key.id, signal);
        if (!channel) return false;
        this.#names.forget(key.id);
        await this.#asked(pathOf(channel), { family: 'changes', method: 'DELETE' }, signal);
        return true;
      }
      case 'members': {
        const channel = await this.#names.channel(key.guid, signal);
        const user = await this.#names.user(key.uid, signal);
        if (!channel || user === undefined) return false;
        const body = { remove_members: [user] };
        try {
          await this.#asked(pathOf(channel), { family: 'changes', body }, signal);
        } catch (error) {
          // Who is none is refused with a code that says other things, too.
          if (!isInputError(error) || (await this.#isMember(channel, user, signal))) throw error;
          return false;
        }
        return true;
      }
      case 'messages':
        await this.#asked(`/messages/${part(key.id)}`, { family: 'changes', method: 'DELETE' }, signal);
        return true;
      case 'reactions': {
        const user = await this.#names.user(key.uid, signal);
        if (user === undefined) return false;
        const path = `/messages/${part(key.muid)}/reaction/${part(key.reaction)}`;
        const query = { user_id: user };
        await this.#asked(path, { family: 'reactions', method: 'DELETE', query }, signal);
        return true;
      }
      case 'pins':
        await this.#messages.pin(key.id, false, undefined, signal);
        return true;
    }
  }

  async #putUser(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const uid = idIn(row, 'uid');
    const isActive = entities.users.isActive?.(row) ?? true;
    const id = await this.#names.user(uid, signal);
    const body = userBody(row);
    if (id === undefined) {
      const users = { [uid]: { ...body, id: uid } };
      await this.#asked('/users', { family: 'users', body: { users } }, signal);
      this.#names.noteUser(uid);
    } else if (before.was === 'unknown') return { status: 'exists' };
    else {
      const users = [{ id, set: body }];
      await this.#asked('/users', { family: 'users', method: 'PATCH', body: { users } }, signal);
    }
    const wasActive = before.was !== 'there' || before.isActive;
    if (isActive !== wasActive) await this.#setActive(id ?? uid, isActive, signal);
    return { status: before.was === 'there' ? 'updated' : 'created' };
  }

  async #setActive(id: string, isActive: boolean, signal: AbortSignal): Promise<void> {
    const path = `/users/${part(id)}/${isActive ? 'reactivate' : 'deactivate'}`;
    try {
      await this.#asked(path, { family: 'users', body: {} }, signal);
    } catch (error) {
      if (!isInputError(error)) throw error;
      // Who is so already is refused with a code that says other things, too.
      const user = await userAt(this.#asked, id, signal);
      if (!user || isActiveIn(user) !== isActive) throw error;
    }
  }

  async #isMember({ type, id }: ChannelName, user: string, signal: AbortSignal): Promise<boolean> {
    const sort = [{ field: 'user_id', direction: 1 }];
    const payload = { type, id, filter_conditions: { id: user }, sort, limit: 1 };
    const members = await askList(this.#asked, 'members', payload, signal);
    return members.some(({ user_id: uid }) => uid === user);
  }

  async #putGroup(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const guid = idIn(row, 'guid');
    const channel = await this.#names.channel(guid, signal);
    const body = channelBody(row);
    if (channel) {
      if (before.was === 'unknown') return { status: 'exists' };
      await this.#asked(pathOf(channel), { family: 'changes', method: 'PATCH', body: { set: body } }, signal);
      return { status: before.was === 'there' ? 'updated' : 'created' };
    }
    if (before.was === 'there') throw new RefusedRow(`${NO_SUCH} channel any more`);
    const id = channelIdFor(guid);
    if (id === undefined) throw new RefusedRow(`the id ${guid} is too long for a channel`);
    const owner = text(row['owner']);
    const by = (owner && (await this.#names.user(owner, signal))) ?? (await this.#places.ownUser(signal));
    const made = channelNamed(`${row['type'] === 'public' ? 'livestream' : 'messaging'}:${id}`);
    await this.#places.make(`${pathOf(made)}/query`, { ...body, created_by_id: by }, signal);
    this.#names.noteChannel(guid, made);
    return { status: 'created' };
  }

  async #putMember(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const channel = await this.#places.channelOf(idIn(row, 'guid'), signal);
    const user = await this.#places.userOf(idIn(row, 'uid'), signal);
    // A channel that is its members has no others.
    if (channel.id.startsWith('!members')) return { status: 'exists' };
    const isBanned = row['isBanned'] === true;
    const wasBanned = before.was === 'there' && !before.isActive;
    const isMember = before.was === 'there';
    const role =
      row['scope'] === 'admin' || row['scope'] === 'moderator' ? 'channel_moderator' : 'channel_member';
    const member = { user_id: user, channel_role: role };
    const body = isMember ? { assign_roles: [member] } : { add_members: [member] };
    if (!isBanned || !isMember) await this.#asked(pathOf(channel), { family: 'changes', body }, signal);
    if (isBanned !== wasBanned) await this.#ban(channel, user, isBanned, signal);
    return { status: isMember ? 'updated' : 'created' };
  }

  async #ban(channel: ChannelName, user: string, isBanned: boolean, signal: AbortSignal): Promise<void> {
    const { type, id } = channel;
    const of = { target_user_id: user, type, id };
    if (!isBanned)
      await this.#asked('/moderation/ban', { family: 'changes', method: 'DELETE', query: of }, signal);
    else {
      const body = { ...of, user_id: await this.#places.ownUser(signal) };
      await this.#asked('/moderation/ban', { family: 'changes', body }, signal);
    }
  }

  /** Does work; an answer that refuses the row is what became of it. */
  async #orRefusal<T>(
    work: () => Promise<T>,
  ): Promise<T | { readonly status: 'rejected'; readonly message: string }> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RefusedRow) return { status: 'rejected', message: error.message };
      if (!(error instanceof OriginError)) throw error;
      const { status = 0, fault, message } = error;
      const isRefusal = fault === 'gone' || (status >= 400 && status < 500 && fault !== 'form');
      if (!isRefusal) throw error;
      return { status: 'rejected', message };
    }
  }
}

const isActiveIn = (user: Json): boolean =>
  text(user['deactivated_at']) === undefined && text(user['deleted_at']) === undefined;

/** An app of Stream's that is written to. */
export type OpenStreamTarget = AsyncDisposable & {
  readonly target: StreamTarget;
  /** Which app it is. */
  readonly identity: Readonly<Record<string, string>>;
};

/**
 * Opens an app of Stream's for writing. Whoever writes keeps what it has: the target asks, and remembers nothing but names.
 * @param how `push`: whether phones are told about messages
 */
export function openStreamTarget(
  account: OriginAccount,
  system: System,
  how: { readonly push: boolean } & AskOptions,
): OpenStreamTarget {
  const { push, ...options } = how;
  const key = account.names['key'] ?? '';
  const asking = openAsk(stream, account, system, options);
  const target = new StreamTarget(askAppOf(asking.ask, key), {
    push,
    legal: slug,
    groupOfPeople: directGroupId,
    now: () => system.clock.now(),
  });
  return {
    target,
    identity: { service: stream.address(account), appId: key, api: 'stream' },
    [Symbol.asyncDispose]: () => asking[Symbol.asyncDispose](),
  };
}
