import { openAsk } from '../../../src/origin/ask/open-ask.ts';
import type { OpenOrigin, OriginAccount, OriginList, OriginRow } from '../../../src/origin/origin.ts';
import { sendbird } from '../../../src/origin/sendbird/sendbird.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { realSystem } from '../../../src/system/system.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import type { ChatApp } from './chat-app.ts';
import { type FakeOptions, type FakeSendbird, fakeSendbird } from './fake-sendbird.ts';

const never = new AbortController().signal;
const PARTS_MAX = 2_000;

/** What the parts of a list had. */
export type ReadList = {
  readonly rows: readonly OriginRow[];
  readonly files: readonly string[];
  readonly places: readonly string[];
  readonly waits: readonly number[];
  /** Where it goes on; undefined at its end. */
  readonly next: string | undefined;
};

/** The origin over a fake server, in this process. */
export type Reading = AsyncDisposable & {
  readonly fake: FakeSendbird;
  readonly origin: OpenOrigin;
  /** @param parts the most parts; then it is as if the process were killed */
  read(list: OriginList, from?: string, parts?: number): Promise<ReadList>;
};

export async function reading(
  app: ChatApp,
  options: FakeOptions = {},
  account: Partial<OriginAccount> = {},
): Promise<Reading> {
  const fake = await fakeSendbird(app, options);
  const whole: OriginAccount = {
    names: { appId: 'APP-1' },
    secrets: { key: new Secret('master-key') },
    by: 'auto',
    host: fake.host,
    ...account,
  };
  const system = { ...realSystem, clock: skippingClock() };
  const asking = openAsk(sendbird, whole, system);
  return {
    fake,
    origin: sendbird.open(whole, asking.ask, system),
    async read(list, from = list.first, parts = PARTS_MAX) {
      const found = {
        rows: [] as OriginRow[],
        files: [] as string[],
        places: [] as string[],
        waits: [] as number[],
      };
      let at: string | undefined = from;
      for (let part = 0; part < parts && at !== undefined; part++) {
        const { rows, file, next, waitMs } = await list.step(at, never);
        found.rows.push(...rows);
        if (file) found.files.push(file.url);
        if (waitMs) found.waits.push(waitMs);
        if (next !== undefined) found.places.push(next);
        at = next;
      }
      if (at !== undefined && parts === PARTS_MAX) throw new Error(`the list does not end: ${at}`);
      return { ...found, next: at };
    },
    async [Symbol.asyncDispose]() {
      await asking[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

/** The list of this name among some. */
export function listOf(lists: readonly OriginList[], name: string): OriginList {
  const found = lists.find((list) => list.name === name);
  if (!found) throw new Error(`no list ${name}`);
  return found;
}

/** Reads a list of the only channel of an application. */
export function ofOnlyChannel(
  { origin, fake }: Reading,
  name: string,
  { until = 2_000_000_000_000, from }: { readonly until?: number; readonly from?: number } = {},
): OriginList {
  const [channel] = fake.app.channels.values();
  const row = channel ? fake.app.recordOf(channel, true) : {};
  const conversation = origin.conversationOf(row);
  if (!conversation) throw new Error('no channel');
  return listOf(origin.listsOf(conversation, row, { until, from }), name);
}

export const idsOf = ({ rows }: Pick<ReadList, 'rows'>, member = 'message_id'): string[] =>
  rows.map(({ row }) => String(row[member]));
