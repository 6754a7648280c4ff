import { conversationIdOf } from '../../../exports/own-channels.ts';
import { rowsInList } from '../../origin.ts';
import { type AskApp, asObject, type Json, segment, text, userAt } from '../asked.ts';
import { allMembers, channelsIn } from '../live/channels.ts';
import { usersList } from '../people.ts';

/** Rules by which ids of an app became those of the service. */
export type IdRules = {
  /** A legal id for any text. */
  readonly legal: (id: string) => string;
  /** The id of the group for what several people wrote to each other. */
  readonly groupOfPeople: (uids: readonly string[]) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** The clock of the app may be behind ours by so much. */
const OVERLAP_MS = 60_000;

/** A channel, by its parts. */
export type ChannelName = { readonly type: string; readonly id: string; readonly cid: string };

/** The channel with an id, such as `messaging:fun`. */
export function channelNamed(cid: string): ChannelName {
  const at = cid.indexOf(':');
  return { cid, type: cid.slice(0, at), id: cid.slice(at + 1) };
}

/** The path of a channel. */
export const pathOf = ({ type, id }: ChannelName): string => `/channels/${part(type)}/${part(id)}`;

/** Looks up which users and channels of an app have become which ids of the service: that cannot be computed backwards. */
export class StreamNames {
  readonly #asked: AskApp;
  readonly #rules: IdRules;
  readonly #users = new Map<string, string>();
  readonly #channels = new Map<string, ChannelName>();
  readonly #pairs = new Map<string, ChannelName>();
  /** When all was listed that was there, milliseconds since 1970; undefined before that. */
  #until: number | undefined;
  #reading: Promise<void> | undefined;

  constructor(asked: AskApp, rules: IdRules) {
    this.#asked = asked;
    this.#rules = rules;
  }

  /** The id of a user in the app; undefined if the app has none. */
  async user(uid: string, signal: AbortSignal): Promise<string | undefined> {
    const known = this.#users.get(uid);
    if (known !== undefined) return known;
    if (await userAt(this.#asked, uid, signal)) this.#users.set(uid, uid);
    else await this.#list(signal);
    return this.#users.get(uid);
  }

  /** The channel of a group; undefined if the app has none. */
  async channel(guid: string, signal: AbortSignal): Promise<ChannelName | undefined> {
    if (!this.#channels.has(guid)) await this.#list(signal);
    return this.#channels.get(guid);
  }

  /** The channel of two people; undefined if the app has none. */
  async pair(uids: readonly [string, string], signal: AbortSignal): Promise<ChannelName | undefined> {
    const key = pairKey(uids);
    if (!this.#pairs.has(key)) await this.#list(signal);
    return this.#pairs.get(key);
  }

  noteUser(uid: string): void {
    this.#users.set(uid, uid);
  }

  noteChannel(guid: string, channel: ChannelName): void {
    this.#channels.set(guid, channel);
  }

  notePair(uids: readonly [string, string], channel: ChannelName): void {
    this.#pairs.set(pairKey(uids), channel);
  }

  /** Forgets a channel that is gone. */
  forget(guid: string): void {
    this.#channels.delete(guid);
  }

  /** Lists all users and channels, and later those that are new. Who asks meanwhile waits for the same list. */
  async #list(signal: AbortSignal): Promise<void> {
    this.#reading ??= this.#read(signal).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const begun = this.#rules.now();
    const since = this.#until === undefined ? undefined : new Date(this.#until - OVERLAP_MS).toISOString();
    const changed = since === undefined ? {} : { updated_at: { $gte: since } };
    for await (const { row } of rowsInList(usersList(this.#asked, changed), signal)) {
      const id = text(row['id']);
      if (id !== undefined) this.#users.set(this.#rules.legal(id), id);
    }
    for await (const row of channelsIn(this.#asked, since, signal)) await this.#add(row, signal);
    this.#until = begun;
  }

  async #add(
    row: { readonly channel: Json; readonly members: readonly Json[] },
    signal: AbortSignal,
  ): Promise<void> {
    const cid = text(row.channel['cid']);
    if (cid === undefined) return;
    const channel = channelNamed(cid);
    const { legal, groupOfPeople } = this.#rules;
    this.#channels.set(legal(conversationIdOf(cid)), channel);
    if (!channel.id.startsWith('!members')) return;
    const members = (await allMembers(this.#asked, row, signal)) ?? [];
    const uids = members.flatMap((member) => userOf(member) ?? []).map(legal);
    const [one, other] = uids;
    if (uids.length === 2 && one !== undefined && other !== undefined)
      this.#pairs.set(pairKey([one, other]), channel);
    else this.#channels.set(groupOfPeople(uids), channel);
  }
}

const pairKey = (uids: readonly [string, string]): string => uids.toSorted().join(' ');

const userOf = (member: Json): string | undefined =>
  text(member['user_id']) ?? text(asObject(member['user'])?.['id']);

/** A row that the app does not take. */
export class RefusedRow extends Error {
  override readonly name = 'RefusedRow';
}

/** An id as a part of a path. A row with one that no address can have is refused: it must not keep others waiting. */
export function part(id: string): string {
  try {
    return segment(id);
  } catch (error) {
    throw new RefusedRow((error as Error).message);
  }
}
