import type { System } from '../../../system/system.ts';
import type { InboxPlace } from '../inbox/inbox-place.ts';
import { ServerDocuments, type TimedDocument } from '../shared/server-documents.ts';
import { receiverNumbers } from './receiver-numbers.ts';
import { receiverIn } from './receiver-state.ts';
import type { ReceiverGap, ReceiversSeen, SignsOfLife } from './signs-of-life.ts';

type ServerPlace = NonNullable<InboxPlace['server']>;

/** Each receiver has a document of its own from its start to its end. */
const PREFIX = 'receiver/';
/** Documents of receivers that ended longer ago are removed. */
const KEPT_MS = 30 * 86_400_000;
/** A receiver that is at work has given a sign of life within this time, also where the server was away for a moment. */
const SIGN_WITHIN_MS = 15_000;
/** More gaps are of no use: whoever looks knows the older ones. */
const GAPS_MAX = 200;

/** Opens the place of one of many receivers. @throws RunError `STATE.SERVER_*` */
export async function serverSignsOfLife(
  place: ServerPlace,
  { clock, random }: Pick<System, 'clock' | 'random'>,
): Promise<SignsOfLife> {
  const documents = await ServerDocuments.open(place, clock);
  await documents.removeOld(PREFIX, KEPT_MS);
  const name = `${PREFIX}${random.hex(8)}`;
  return {
    before: undefined,
    save: (document) => documents.save(name, JSON.stringify(document)),
    [Symbol.asyncDispose]: () => documents[Symbol.asyncDispose](),
  };
}

/** Opens a look at all receivers. @throws RunError `STATE.SERVER_*` */
export async function serverReceivers(
  place: ServerPlace,
  { clock }: Pick<System, 'clock'>,
): Promise<ReceiversSeen> {
  const documents = await ServerDocuments.open(place, clock);
  let numbers = receiverNumbers([]);
  return {
    async look() {
      const found = await documents.below(PREFIX);
      const all = found.map(({ text }) => receiverIn(text, 'the document of a receiver on the server'));
      numbers = receiverNumbers(all);
      const gaps = [...silences(found), ...all.flatMap((each) => each.gaps)];
      return gaps.sort((a, b) => a.from - b.from).slice(-GAPS_MAX);
    },
    get numbers() {
      return numbers;
    },
    [Symbol.asyncDispose]: () => documents[Symbol.asyncDispose](),
  };
}

/**
 * The times between receivers in which there was none. One that ended just before another began may still be at work: that is
 * known once it would have given a sign of life.
 * @param found the oldest first
 */
function silences(found: readonly TimedDocument[]): readonly ReceiverGap[] {
  const gaps: ReceiverGap[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (const [index, { since, at, now }] of found.entries()) {
    if (since > end && now - since > SIGN_WITHIN_MS)
      gaps.push({ from: Math.floor(end), to: Math.ceil(since) });
    end = index === 0 ? at : Math.max(end, at);
  }
  return gaps;
}
