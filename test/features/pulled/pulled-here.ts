import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { ChatApp } from '../../origins/sendbird/chat-app.ts';
import { type FakeOptions, type FakeSendbird, fakeSendbird } from '../../origins/sendbird/fake-sendbird.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const KEY = 'a-token-of-sendbird';
const MINUTE = 60_000;

/** An application with two people in a direct channel, and three in a group. */
function smallApp(now = Date.now()): ChatApp {
  const app = new ChatApp();
  for (const id of ['ann', 'ben', 'cid']) app.addUser(id, `${id} the person`);
  app.addChannel('team', ['ann', 'ben', 'cid'], { name: 'Team' });
  app.addChannel('pair', ['ann', 'ben'], { name: '', is_distinct: true });
  app.write('team', 'ann', 1, now - 9 * MINUTE, { message: 'private words' });
  app.write('team', 'ben', 2, now - 8 * MINUTE, {
    mentioned_users: [{ user_id: 'ann', nickname: 'ann the person' }],
  });
  app.write('team', 'cid', 3, now - 7 * MINUTE);
  app.write('pair', 'ann', 4, now - 6 * MINUTE, { message: 'private words' });
  app.write('pair', 'ben', 5, now - 5 * MINUTE, { message: 'private words' });
  app.react(3, 'ok', ['ann', 'ben']);
  return app;
}

/** A pipeline that reads an application through the API of Sendbird into a service, all in this process. */
export type PulledHere = AsyncDisposable & {
  readonly app: ChatApp;
  readonly api: FakeSendbird;
  readonly here: ServiceHere;
  /** Runs a command of the pipeline for people. */
  say(command: string, ...options: readonly string[]): ReturnType<typeof runHere>;
  /** All records that are on the disk, as text. */
  records(): Promise<string>;
};

/** @param rest further lines of the pipeline */
export async function pulledHere({
  app = smallApp(),
  rest = '',
  ...options
}: FakeOptions & { readonly app?: ChatApp; readonly rest?: string } = {}): Promise<PulledHere> {
  const api = await fakeSendbird(app, { key: KEY, ...options });
  const here = await serviceHere({
    files: { 'sendbird.key': KEY },
    rest: `  export: { system: sendbird, api: { appId: app-1, key: { file: sendbird.key }, host: "${api.host}", requestsPerSecond: 1000 } }\n${rest}`,
  });
  const pulled = join(here.folder, '.chatferry/here/prepared/pulled');
  return {
    app,
    api,
    here,
    say: (verb, ...more) => runHere([...verb.split(' '), here.pipeline, ...more]),
    async records() {
      const texts: string[] = [];
      for (const name of readdirSync(pulled, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('.zst'))
          texts.push(zstdDecompressSync(await readFile(join(pulled, name))).toString());
      return texts.join('');
    },
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}
