import { OriginError } from '../../origin.ts';
import { type AskApp, asObject, type Json, text } from '../asked.ts';
import { type ChannelName, channelNamed, RefusedRow, type StreamNames } from './names.ts';

/** In whose name the app does what nobody in particular does. */
const OWN_USER = 'chatferry';
export const NO_SUCH = 'the app has no such';

/** The code of an answer that refuses what a request says, such as an id that a message has, or what somebody is already. */
const INPUT = '4';
export const isInputError = (error: unknown): boolean => error instanceof OriginError && error.code === INPUT;

/** A member of a row that every row of its kind has. */
export const idIn = (row: Json, name: string): string => text(row[name]) ?? '';

/** Finds the users and the channels that rows name, and makes channels. */
export class StreamPlaces {
  readonly #asked: AskApp;
  readonly #names: StreamNames;
  #hasOwnUser = false;

  constructor(asked: AskApp, names: StreamNames) {
    this.#asked = asked;
    this.#names = names;
  }

  /** Makes a channel, or answers the one that is there. */
  async make(path: string, data: Json, signal: AbortSignal): Promise<Json> {
    const body = { data, state: true, watch: false, presence: false };
    return await this.#asked(path, { family: 'changes', body }, signal);
  }

  /** The channel of a message: that of its group, or that of two people, which is made. */
  async channelFor(row: Json, sender: string, signal: AbortSignal): Promise<ChannelName> {
    const receiver = idIn(row, 'receiver');
    if (row['receiverType'] === 'group') return await this.channelOf(receiver, signal);
    const pair = [idIn(row, 'sender'), receiver] as const;
    const known = await this.#names.pair([...pair], signal);
    if (known) return known;
    const members = [sender, await this.userOf(receiver, signal)];
    const answer = await this.make('/channels/messaging/query', { members, created_by_id: sender }, signal);
    const cid = text(asObject(answer['channel'])?.['cid']);
    if (cid === undefined) throw new OriginError('form', 'the answer names no channel');
    const made = channelNamed(cid);
    this.#names.notePair([...pair], made);
    return made;
  }

  async channelOf(guid: string, signal: AbortSignal): Promise<ChannelName> {
    const channel = await this.#names.channel(guid, signal);
    if (!channel) throw new RefusedRow(`${NO_SUCH} channel for the group ${guid}`);
    return channel;
  }

  async userOf(uid: string, signal: AbortSignal): Promise<string> {
    const user = await this.#names.user(uid, signal);
    if (user === undefined) throw new RefusedRow(`${NO_SUCH} user for ${uid}`);
    return user;
  }

  async ownUser(signal: AbortSignal): Promise<string> {
    if (!this.#hasOwnUser) {
      const users = { [OWN_USER]: { id: OWN_USER, name: OWN_USER, role: 'admin' } };
      await this.#asked('/users', { family: 'users', body: { users } }, signal);
      this.#hasOwnUser = true;
    }
    return OWN_USER;
  }
}
