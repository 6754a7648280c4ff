import { directGroupId } from '../../../exports/convert/ids.ts';
import { channelIdFor } from '../../../exports/own-channels.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { slug } from '../../../input/rows/forms/ids.ts';
import type { System } from '../../../system/system.ts';
import { type AskOptions, openAsk } from '../../ask/open-ask.ts';
import { type OriginAccount, OriginError } from '../../origin.ts';
import { type AskApp, askAppOf, asObject, type Json, text } from '../asked.ts';
import { unlessGone } from '../live/channels.ts';
import { stream } from '../stream.ts';
import { channelBody, differing, messageBody, userBody } from './bodies.ts';
import { type ChannelName, channelNamed, type IdRules, StreamNames } from './names.ts';
import { part, RefusedRow } from './refused-row.ts';

/** Knowledge about a row before it is written. */
export type KnownBefore =
  /** Nothing: the app may have it all the same. */
  | { readonly was: 'unknown' }
  /** It was sent, and nobody knows whether it arrived. */
  | { readonly was: 'sent' }
  /** The app has it. `isActive` is false for who is deactivated or banned there. */
  | { readonly was: 'there'; readonly isActive: boolean };

/** The outcome of a row. */
export type WrittenRow =
  | { readonly status: 'created' | 'updated' | 'exists' }
  | { readonly status: 'rejected'; readonly message: string };

type RemovedRow =
  | { readonly status: 'removed' | 'gone' }
  | { readonly status: 'rejected'; readonly message: string };

/** A row that is removed, by what is in its key. */
export type RemovedKey =
  | { readonly entity: 'users' | 'groups' | 'messages' | 'pins'; readonly id: string }
  | { readonly entity: 'members'; readonly guid: string; readonly uid: string }
  | { readonly entity: 'reactions'; readonly muid: string; readonly uid: string; readonly reaction: string };

type Rules = IdRules & {
  /** False to tell nobody's phone. */
  readonly push: boolean;
};

/** In whose name the app does what nobody in particular does. */
const OWN_USER = 'chatferry';
const TAKEN = '4';
const NOT_THERE = 'the app has no such';

/**
 * Writes rows of the service to an app of Stream's. A message has its key as its id, so a request may be repeated: what is there
 * already is read, and changed where it differs. Everything else says the same twice and is there once.
 */
class StreamTarget {
  readonly #asked: AskApp;
  readonly #rules: Rules;
  readonly #names: StreamNames;
  #hasOwnUser = false;

  constructor(asked: AskApp, rules: Rules) {
    this.#asked = asked;
    this.#rules = rules;
    this.#names = new StreamNames(asked, rules);
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
          return await this.#putMessage(row, before, signal);
        case 'reactions':
          return await this.#putReaction(row, signal);
        case 'pins':
          return await this.#pin(idIn(row, 'muid'), true, row['uid'], signal);
        default:
          return undefined;
      }
    });
  }

  /**
   * Removes a row. Users are deactivated.
   * @throws as `put`
   */
  async remove(key: RemovedKey, signal: AbortSignal): Promise<RemovedRow> {
    return await this.#orRefusal(async () => {
      const done = await unlessGone(() => this.#removed(key, signal));
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
        await this.#asked(pathOf(channel), { family: 'changes', body }, signal);
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
        await this.#pin(key.id, false, undefined, signal);
        return true;
    }
  }

  async #putUser(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const uid = idIn(row, 'uid');
    const isActive = entities.users.isActive?.(row) ?? true;
    const id = await this.#names.user(uid, signal);
    const body = userBody(row);
    if (id === undefined) {
      await this.#asked(
        '/users',
        { family: 'users', body: { users: { [uid]: { ...body, id: uid } } } },
        signal,
      );
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
      // Who is so already is refused.
      if (!(error instanceof OriginError && error.code === TAKEN)) throw error;
    }
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
    if (before.was === 'there') throw new RefusedRow(`${NOT_THERE} channel any more`);
    const id = channelIdFor(guid);
    if (id === undefined) throw new RefusedRow(`the id ${guid} is too long for a channel`);
    const owner = text(row['owner']);
    const by = (owner && (await this.#names.user(owner, signal))) ?? (await this.#ownUser(signal));
    const made = channelNamed(`${row['type'] === 'public' ? 'livestream' : 'messaging'}:${id}`);
    await this.#make(`${pathOf(made)}/query`, { ...body, created_by_id: by }, signal);
    this.#names.noteChannel(guid, made);
    return { status: 'created' };
  }

  /** Makes a channel, or answers the one that is there. */
  async #make(path: string, data: Json, signal: AbortSignal): Promise<Json> {
    const body = { data, state: true, watch: false, presence: false };
    return await this.#asked(path, { family: 'changes', body }, signal);
  }

  async #putMember(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const channel = await this.#channelOf(idIn(row, 'guid'), signal);
    const user = await this.#userOf(idIn(row, 'uid'), signal);
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
      const body = { ...of, user_id: await this.#ownUser(signal) };
      await this.#asked('/moderation/ban', { family: 'changes', body }, signal);
    }
  }

  async #putMessage(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const id = idIn(row, 'muid');
    const user = await this.#userOf(idIn(row, 'sender'), signal);
    const body = messageBody(row);
    if (before.was === 'there') {
      const known = await this.#message(id, signal);
      if (!known || known['type'] === 'deleted') throw new RefusedRow(`${NOT_THERE} message any more`);
      await this.#edit(known, body, user, signal);
      return { status: 'updated' };
    }
    const channel = await this.#channelFor(row, user, signal);
    const known = await this.#send(channel, { ...body, id, user_id: user }, text(row['parentMuid']), signal);
    if (!known) return { status: 'created' };
    // Only we give such ids: it is the one whose answer was lost.
    if (known['cid'] !== channel.cid || asObject(known['user'])?.['id'] !== user)
      throw new RefusedRow(`the app has another message with the id ${id}`);
    if (known['type'] !== 'deleted') await this.#edit(known, body, user, signal);
    return { status: before.was === 'sent' ? 'created' : 'exists' };
  }

  /** Sends a message; returns the one with its id, if there is one already. */
  async #send(
    channel: ChannelName,
    message: Json & { readonly id: string },
    parent: string | undefined,
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    const path = `${pathOf(channel)}/message`;
    const sent = parent === undefined ? message : { ...message, parent_id: parent };
    const body = { message: sent, skip_push: !this.#rules.push };
    try {
      await this.#asked(path, { family: 'sends', body }, signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof OriginError) || error.code !== TAKEN) throw error;
      const known = await this.#message(message.id, signal);
      if (known) return known;
      // A reply to what the app does not have stands by itself.
      if (parent === undefined || (await this.#message(parent, signal))) throw error;
      return await this.#send(channel, message, undefined, signal);
    }
  }

  async #edit(known: Json, body: Json, user: string, signal: AbortSignal): Promise<void> {
    const set = differing(known, body);
    if (Object.keys(set).length === 0) return;
    const path = `/messages/${part(String(known['id']))}`;
    const change = { set, user_id: user, skip_push: !this.#rules.push };
    await this.#asked(path, { family: 'changes', method: 'PUT', body: change }, signal);
  }

  async #message(id: string, signal: AbortSignal): Promise<Json | undefined> {
    const path = `/messages/${part(id)}`;
    const answer = await unlessGone(() => this.#asked(path, { family: 'replies' }, signal));
    return asObject(answer?.['message']);
  }

  async #putReaction(row: Json, signal: AbortSignal): Promise<WrittenRow> {
    const user = await this.#userOf(idIn(row, 'uid'), signal);
    const path = `/messages/${part(idIn(row, 'muid'))}/reaction`;
    const body = { reaction: { type: row['reaction'], user_id: user }, skip_push: !this.#rules.push };
    await this.#asked(path, { family: 'reactions', body }, signal);
    return { status: 'created' };
  }

  async #pin(id: string, pinned: boolean, by: unknown, signal: AbortSignal): Promise<WrittenRow> {
    const uid = text(by);
    const user = uid === undefined ? undefined : await this.#names.user(uid, signal);
    const body = { set: { pinned }, user_id: user ?? (await this.#ownUser(signal)) };
    await this.#asked(`/messages/${part(id)}`, { family: 'changes', method: 'PUT', body }, signal);
    return { status: 'created' };
  }

  /** The channel of a message: that of its group, or that of two people, which is made. */
  async #channelFor(row: Json, sender: string, signal: AbortSignal): Promise<ChannelName> {
    const receiver = idIn(row, 'receiver');
    if (row['receiverType'] === 'group') return await this.#channelOf(receiver, signal);
    const pair = [idIn(row, 'sender'), receiver] as const;
    const known = await this.#names.pair([...pair], signal);
    if (known) return known;
    const members = [sender, await this.#userOf(receiver, signal)];
    const answer = await this.#make('/channels/messaging/query', { members, created_by_id: sender }, signal);
    const cid = text(asObject(answer['channel'])?.['cid']);
    if (cid === undefined) throw new OriginError('form', 'the answer names no channel');
    const made = channelNamed(cid);
    this.#names.notePair([...pair], made);
    return made;
  }

  async #channelOf(guid: string, signal: AbortSignal): Promise<ChannelName> {
    const channel = await this.#names.channel(guid, signal);
    if (!channel) throw new RefusedRow(`${NOT_THERE} channel for the group ${guid}`);
    return channel;
  }

  async #userOf(uid: string, signal: AbortSignal): Promise<string> {
    const user = await this.#names.user(uid, signal);
    if (user === undefined) throw new RefusedRow(`${NOT_THERE} user for ${uid}`);
    return user;
  }

  async #ownUser(signal: AbortSignal): Promise<string> {
    if (!this.#hasOwnUser) {
      const users = { [OWN_USER]: { id: OWN_USER, name: OWN_USER, role: 'admin' } };
      await this.#asked('/users', { family: 'users', body: { users } }, signal);
      this.#hasOwnUser = true;
    }
    return OWN_USER;
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

const pathOf = ({ type, id }: ChannelName): string => `/channels/${part(type)}/${part(id)}`;

/** A member of a row that every row of its kind has. */
const idIn = (row: Json, name: string): string => text(row[name]) ?? '';

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
