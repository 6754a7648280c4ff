import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { InboxWriter, ReceivedEvent } from '../../../src/features/live/inbox/inbox.ts';
import {
  type Hook,
  HookServer,
  type HookServerOptions,
} from '../../../src/features/live/receive/hook-server.ts';
import type { ReceiverNews } from '../../../src/features/live/receive/receiver-news.ts';
import { ReceiverTally } from '../../../src/features/live/receive/tally.ts';
import type { LiveOrigin } from '../../../src/origin/live/live-origin.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { realClock } from '../../../src/system/clock.ts';

/** A system that signs the bytes of a body, as most do. */
const signing: Pick<LiveOrigin, 'isGenuine'> = {
  isGenuine({ headers, body }, { keys }) {
    const given = Buffer.from(headers['x-test-signature'] ?? '');
    return keys.some((key) => {
      const wanted = Buffer.from(signatureOf(body, key.reveal()));
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    });
  },
};

export const signatureOf = (body: Uint8Array | string, key: string): string =>
  createHmac('sha256', key).update(body).digest('hex');

export const KEY = 'key-of-the-old-system';
export const pathOf = (): string => `/test/${randomBytes(24).toString('base64url')}`;

/** An inbox that is a file: each event is its length and its body. */
export class FileOfEvents implements Pick<InboxWriter, 'add' | 'waiting'>, AsyncDisposable {
  readonly events: ReceivedEvent[] = [];
  readonly #file: FileHandle;
  #last: Promise<unknown> = Promise.resolve();
  #waits = { events: 0, bytes: 0 };

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async in(folder: string): Promise<FileOfEvents> {
    return new FileOfEvents(await open(join(folder, 'events'), 'a'));
  }

  async add(events: readonly ReceivedEvent[]): Promise<void> {
    this.#last = this.#last.then(async () => {
      for (const { body } of events) await this.#file.appendFile(`${body.length}\n${body}\n`);
      await this.#file.datasync();
    });
    await this.#last;
    this.events.push(...events);
  }

  waiting(): { events: number; bytes: number } {
    return this.#waits;
  }

  waits(events: number): void {
    this.#waits = { events, bytes: events * 100 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

export type ServerHere = AsyncDisposable & {
  readonly server: HookServer;
  readonly url: string;
  readonly port: number;
  readonly hook: Hook;
  readonly tally: ReceiverTally;
  readonly news: ReceiverNews[];
  readonly missed: () => number;
  /** Sends an event, signed unless told otherwise. */
  readonly post: (
    body: Uint8Array | string,
    headers?: Record<string, string>,
    path?: string,
  ) => Promise<Response>;
};

export async function hookServerHere(
  inbox: Pick<InboxWriter, 'add' | 'waiting'>,
  more: Partial<HookServerOptions> = {},
): Promise<ServerHere> {
  const hook: Hook = {
    side: 'old',
    system: 'sendbird',
    origin: signing,
    secrets: { keys: [new Secret(KEY)] },
    path: pathOf(),
  };
  const tally = new ReceiverTally();
  const news: ReceiverNews[] = [];
  let missed = 0;
  const server = new HookServer({
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    hooks: [hook],
    publicUrl: undefined,
    inbox,
    backlog: { events: 1_000, bytes: 1_000_000_000 },
    tally,
    told: (each) => void news.push(each),
    missed: () => {
      missed += 1;
    },
    clock: realClock,
    ...more,
  });
  const port = await server.listen();
  const base = `http://127.0.0.1:${port}`;
  const [first = hook] = more.hooks ?? [hook];
  return {
    server,
    port,
    hook: first,
    url: base + first.path,
    tally,
    news,
    missed: () => missed,
    post: (body, headers = { 'x-test-signature': signatureOf(body, KEY) }, path = first.path) =>
      fetch(base + path, { method: 'POST', body: body as Uint8Array<ArrayBuffer>, headers }),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
