import { openAsk } from '../../../src/origin/ask/open-ask.ts';
import type { OpenOrigin, OriginAccount, OriginList, OriginRow } from '../../../src/origin/origin.ts';
import { stream } from '../../../src/origin/stream/stream.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { realSystem } from '../../../src/system/system.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import type { FakeStream } from './fake-stream.ts';

export const never = new AbortController().signal;

/** Opens an app as a pipeline would, without what keeps the records. */
export function opened(fake: FakeStream, more: Partial<OriginAccount> = {}): OpenOrigin & AsyncDisposable {
  const account: OriginAccount = {
    names: { key: fake.key },
    secrets: { secret: new Secret(fake.secret) },
    host: fake.address,
    by: 'auto',
    requestsPerSecond: 1_000,
    ...more,
  };
  const asking = openAsk(stream, account, { ...realSystem, clock: skippingClock() });
  const origin = stream.open(account, asking.ask, realSystem);
  return { ...origin, [Symbol.asyncDispose]: () => asking[Symbol.asyncDispose]() };
}

/** The records of a list. Each part is asked for twice: the same place gives the same part. */
export async function rowsOf(list: OriginList, twice = false): Promise<readonly OriginRow[]> {
  const rows: OriginRow[] = [];
  const places = new Set<string>();
  for (let at: string | undefined = list.first; at !== undefined; ) {
    if (places.has(at)) throw new Error(`${list.name} leads back to ${at}`);
    places.add(at);
    const step = await list.step(at, never);
    if (twice) {
      const again = await list.step(at, never);
      if (JSON.stringify(again) !== JSON.stringify(step)) throw new Error(`${at} gives another part`);
    }
    rows.push(...step.rows);
    at = step.next;
  }
  return rows;
}

/** The list of an app, or of a conversation, with a name. */
export function named(lists: readonly OriginList[], name: string): OriginList {
  const found = lists.find((list) => list.name === name);
  if (!found) throw new Error(`no list ${name}`);
  return found;
}

/** All conversations of an app, with the lists that each has. */
export async function conversationsOf(
  origin: OpenOrigin,
  span: { readonly until: number; readonly since?: number; readonly from?: number } = { until: Date.now() },
) {
  const rows = await rowsOf(named(origin.tops(span), 'conversations'));
  return rows.flatMap(({ row }) => {
    const conversation = origin.conversationOf(row);
    return conversation ? [{ conversation, lists: origin.listsOf(conversation, row, span) }] : [];
  });
}
