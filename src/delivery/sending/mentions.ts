import type { Data, Item } from '../../input/entities/entity.ts';
import { fitsData } from '../../input/entities/message-marks.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import {
  MENTIONS_LOST,
  mentionedIn,
  mentionStanding,
  messageText,
  withWords,
  wordsFor,
} from '../../input/rows/markup/mentions.ts';
import { remoteRow } from '../../service/targets/change/remote-row.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Plan, Step } from '../plan.ts';
import type { Complete } from './fallback.ts';
import type { UserNames } from './user-names.ts';
import { isChange } from './verdicts.ts';

/** People that the service was asked for who are remembered. */
const ASKED_MAX = 10_000;

export type MentionDeps = {
  readonly keys: JudgeDeps['keys'];
  readonly signal: AbortSignal;
  readonly transport: Transport;
  readonly names: Pick<UserNames, 'of'>;
  /** Called with a row and the name of a value of it which, as is known only now, is lost. */
  readonly lose: (seq: number, value: string) => void;
};

/** Person, as known: a name for the request, words for the text, or neither. */
type Person = { readonly uid: string; readonly name?: string; readonly words?: string };

/**
 * Completes the mentions in messages for their requests; undefined for other entities. Where the route needs that,
 * a new message says who the mentioned users are. A mention of somebody who is not in the service becomes their name. Names
 * are those of the sources; whoever is in none of them, but may be in the service, is asked for there.
 */
export function mentionsOf(
  { entity, route }: Step,
  { closed }: Pick<Plan, 'closed'>,
  deps: MentionDeps,
): Complete | undefined {
  if (entity.goesWith !== 'conversation') return undefined;
  const people = new People(deps);
  const complete = async (item: Item): Promise<Item> => {
    const text = messageText(item.data);
    const mentioned = mentionedIn(text);
    if (text === undefined || mentioned.length === 0) return item;
    const details = isChange(item) ? undefined : route.mentionDetails;
    const found: Person[] = [];
    for (const uid of mentioned) {
      const standing = mentionStanding(uid, { ...deps, closed });
      const person = await people.find(uid, standing, details !== undefined);
      found.push(person);
      // Of somebody who certainly is nobody, the check has said it.
      if (person.words !== undefined && standing === 'open') deps.lose(item.seq, MENTIONS_LOST);
    }
    return completed(item, text, found, details);
  };
  return async (items) => {
    const whole: Item[] = [];
    for (const item of items) whole.push(await complete(item));
    return whole;
  };
}

function completed(item: Item, text: string, people: readonly Person[], details: string | undefined): Item {
  const named = people.flatMap(({ uid, name }) =>
    name === undefined ? [] : [[uid, { uid, name }] as const],
  );
  const words = new Map(
    people.flatMap(({ uid, words: own }) => (own === undefined ? [] : [[uid, own] as const])),
  );
  const data: Data = {
    ...(words.size > 0 ? worded(item.data, text, words) : item.data),
    ...(details !== undefined && named.length > 0 ? { [details]: Object.fromEntries(named) } : {}),
  };
  return { ...item, data, json: JSON.stringify(data) };
}

/** A message with words in its text; ids, which are never longer than a mention, where names leave no room. */
function worded(message: Data, text: string, words: ReadonlyMap<string, string>): Data {
  const saying = (by: ReadonlyMap<string, string>): Data => ({
    ...message,
    data: { ...(message['data'] as Data), text: withWords(text, by) },
  });
  const withNames = saying(words);
  if (fitsData(withNames)) return withNames;
  return saying(new Map(Array.from(words.keys(), (uid) => [uid, wordsFor(uid, undefined)])));
}

/** Finds out who somebody is. */
class People {
  readonly #deps: MentionDeps;
  /** Names in the service; null for nobody. */
  readonly #asked = new Map<string, Promise<string | null | undefined>>();

  constructor(deps: MentionDeps) {
    this.#deps = deps;
  }

  /** @param named whether the request needs the name of somebody who is in the service */
  async find(uid: string, standing: ReturnType<typeof mentionStanding>, named: boolean): Promise<Person> {
    if (standing === 'landed' && !named) return { uid };
    const name = standing === 'open' ? undefined : await this.#deps.names.of(uid);
    if (standing === 'nobody') return { uid, words: wordsFor(uid, name) };
    const known = name ?? (await this.#ask(uid));
    // A row of ours that the service does not show any more is no reason to change a text.
    if (known === null) return standing === 'open' ? { uid, words: wordsFor(uid, undefined) } : { uid };
    return known === undefined ? { uid } : { uid, name: known };
  }

  /** The name that the service has; null for nobody, undefined if it does not say. */
  #ask(uid: string): Promise<string | null | undefined> {
    const before = this.#asked.get(uid);
    if (before) return before;
    const { transport, signal } = this.#deps;
    const asking = remoteRow('users', uid, transport, signal).then((found) => {
      const name = found?.['name'];
      return found === undefined ? null : typeof name === 'string' ? name : undefined;
    });
    if (this.#asked.size >= ASKED_MAX) this.#asked.clear();
    this.#asked.set(uid, asking);
    return asking;
  }
}
