import { unlessGone } from '../../origin.ts';
import { type AskApp, asObject, type Json, millis, text } from '../asked.ts';
import { differing, messageBody } from './bodies.ts';
import { type ChannelName, part, pathOf, RefusedRow, type StreamNames } from './names.ts';
import { idIn, isInputError, NO_SUCH, type StreamPlaces } from './stream-places.ts';
import type { KnownBefore, WrittenRow } from './written-row.ts';

/** The clock of the app may be behind ours by so much. */
const BEHIND_MS = 60_000;

type MessageParts = {
  readonly asked: AskApp;
  readonly names: StreamNames;
  readonly places: StreamPlaces;
  /** True if phones are told about messages. */
  readonly push: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Writes messages, reactions and pins. A message has its key as its id, so a request may be repeated. */
export class StreamMessages {
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  async put(row: Json, before: KnownBefore, signal: AbortSignal): Promise<WrittenRow> {
    const begun = this.#parts.now();
    const id = idIn(row, 'muid');
    const user = await this.#parts.places.userOf(idIn(row, 'sender'), signal);
    const body = messageBody(row);
    if (before.was === 'there') {
      const known = await this.#message(id, signal);
      if (!known || known['type'] === 'deleted') throw new RefusedRow(`${NO_SUCH} message any more`);
      await this.#edit(known, body, user, signal);
      return { status: 'updated' };
    }
    const channel = await this.#parts.places.channelFor(row, user, signal);
    const known = await this.#send(channel, { ...body, id, user_id: user }, text(row['parentMuid']), signal);
    if (!known) return { status: 'created' };
    // Only we give such ids.
    if (known['cid'] !== channel.cid || asObject(known['user'])?.['id'] !== user)
      throw new RefusedRow(`the app has another message with the id ${id}`);
    // It is the one whose answer was lost just now; what differs, people have changed since.
    if (before.was === 'unknown' && (millis(known['created_at']) ?? 0) >= begun - BEHIND_MS)
      return { status: 'created' };
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
    const body = { message: sent, skip_push: !this.#parts.push };
    try {
      await this.#parts.asked(path, { family: 'sends', body }, signal);
      return undefined;
    } catch (error) {
      if (!isInputError(error)) throw error;
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
    const change = { set, user_id: user, skip_push: !this.#parts.push };
    await this.#parts.asked(path, { family: 'changes', method: 'PUT', body: change }, signal);
  }

  async #message(id: string, signal: AbortSignal): Promise<Json | undefined> {
    const path = `/messages/${part(id)}`;
    const answer = await unlessGone(this.#parts.asked(path, { family: 'replies' }, signal));
    return asObject(answer?.['message']);
  }

  async react(row: Json, signal: AbortSignal): Promise<WrittenRow> {
    const user = await this.#parts.places.userOf(idIn(row, 'uid'), signal);
    const path = `/messages/${part(idIn(row, 'muid'))}/reaction`;
    const body = { reaction: { type: row['reaction'], user_id: user }, skip_push: !this.#parts.push };
    await this.#parts.asked(path, { family: 'reactions', body }, signal);
    return { status: 'created' };
  }

  async pin(id: string, pinned: boolean, by: unknown, signal: AbortSignal): Promise<WrittenRow> {
    const uid = text(by);
    const user = uid === undefined ? undefined : await this.#parts.names.user(uid, signal);
    const body = { set: { pinned }, user_id: user ?? (await this.#parts.places.ownUser(signal)) };
    await this.#parts.asked(`/messages/${part(id)}`, { family: 'changes', method: 'PUT', body }, signal);
    return { status: 'created' };
  }
}
