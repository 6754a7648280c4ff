import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InboxEvent } from '../../../src/features/live/inbox/inbox.ts';
import { inboxPlaceOf } from '../../../src/features/live/inbox/inbox-place.ts';
import { openInboxReader } from '../../../src/features/live/inbox/open-inbox-reader.ts';
import type { ReceiverNews } from '../../../src/features/live/receive/receiver-news.ts';
import { type LiveReceiver, startReceiver } from '../../../src/features/live/receive/start-receiver.ts';
import type { Side } from '../../../src/features/live/side.ts';
import { type LivePipeline, openSides, requireLive } from '../../../src/features/live/sides/open-sides.ts';
import { parsePipeline } from '../../../src/pipeline/pipeline.ts';
import { realSystem } from '../../../src/system/system.ts';

/** The environment of a pipeline whose old system is an app of the service. */
export const ENV = {
  OLD_KEY: 'key-of-the-old-app',
  NEW_KEY: 'key-of-the-new-app',
  OLD_PASSWORD: 'password-of-the-old-app',
  NEW_PASSWORD: 'password-of-the-new-app',
};

/** The text of such a pipeline. */
export const pipelineText = (live = ''): string => `
version: 1
name: people
sources:
  export: { system: service, api: { appId: old, baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: OLD_KEY } } }
target: { appId: new, baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: NEW_KEY } }
policies: { reactions: write, pins: write }
live:
  direction: both
  publicUrl: http://127.0.0.1:9/cf
  old: { password: { env: OLD_PASSWORD } }
  service: { password: { env: NEW_PASSWORD } }
${live === '' ? '  listen: { port: 0 }' : live}
`;

export const login = (password: string, user = 'chatferry'): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A folder with a pipeline, in which nothing has happened yet. */
export type LivePlace = AsyncDisposable & {
  readonly folder: string;
  readonly file: string;
  readonly pipeline: LivePipeline;
  readonly context: Parameters<typeof startReceiver>[1];
  readonly news: ReceiverNews[];
  start(): Promise<LiveReceiver>;
  /** The events of a side that are in the inbox. */
  events(side: Side): Promise<readonly InboxEvent[]>;
};

export async function livePlace(
  text = pipelineText(),
  env: Readonly<Record<string, string>> = ENV,
): Promise<LivePlace> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'receiver-'));
  const file = join(folder.path, 'people.yaml');
  writeFileSync(file, text);
  const pipeline = requireLive(parsePipeline(text, file, env));
  const context = { system: realSystem, commandLine: 'chatferry live receive', env, allowCode: false };
  const news: ReceiverNews[] = [];
  return {
    folder: folder.path,
    file,
    pipeline,
    context,
    news,
    start: async () =>
      startReceiver(
        { pipeline, sides: await openSides(pipeline, context), told: (each) => void news.push(each) },
        context,
      ),
    async events(side) {
      await using reader = await openInboxReader(inboxPlaceOf(pipeline), realSystem);
      return await reader.take(side, 1_000_000, new Set());
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Sends an event to a side of a receiver. */
export const sendTo = (
  { address, paths }: Pick<LiveReceiver, 'address' | 'paths'>,
  side: Side,
  body: string,
  authorization = login(side === 'old' ? ENV.OLD_PASSWORD : ENV.NEW_PASSWORD),
): Promise<Response> =>
  fetch(address + paths[side], {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/json' },
  });
