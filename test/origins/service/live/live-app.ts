import { readFileSync } from 'node:fs';
import { DEFAULT_POLICIES } from '../../../../src/input/entities/policies.ts';
import type { HookRequest, LiveChange, LivePlace } from '../../../../src/origin/live/live-origin.ts';
import type { Ask } from '../../../../src/origin/origin.ts';
import { serviceLive } from '../../../../src/origin/service/live/app-live.ts';
import { makeServiceRows } from '../../../../src/origin/service/rows/make-rows.ts';
import { parseQuirks, startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { chatService } from '../../../../src/service/client/chat-service.ts';
import { Management } from '../../../../src/service/client/management.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { openReceiver, until } from '../../../sandbox/management/receiver.ts';
import { folderHere } from '../two-apps.ts';

/** The login that webhooks of these tests have. */
export const LOGIN = { user: 'chatferry', keys: [new Secret('correct horse battery')] } as const;

export const never = new AbortController().signal;

/** Nothing of an app is asked through `ask`. */
const noAsk: Ask = () => Promise.reject(new Error('nothing is asked this way'));

/** A sandbox with its clients, a receiver of its events, and what reads them. */
export async function liveApp({
  quirks = '',
  clock = Date.now,
}: {
  quirks?: string;
  clock?: () => number;
} = {}) {
  const stack = new AsyncDisposableStack();
  const { folder } = stack.use(folderHere());
  const requests: string[] = [];
  const sandbox = stack.use(
    await startSandbox({
      dataFile: `${folder}/app.sqlite`,
      http: true,
      clock,
      quirks: parseQuirks(['webhookretries=50+50', quirks].filter(Boolean).join(',')),
      log: ({ method, path }) => requests.push(`${method} ${path}`),
    }),
  );
  const { baseUrl, appId, files, managementUrl } = sandbox;
  const secretIn = (path: string): Secret => new Secret(readFileSync(path, 'utf8').trim());
  const management = {
    url: managementUrl,
    key: secretIn(files.managementKey),
    secret: secretIn(files.managementSecret),
  };
  const apiKey = secretIn(files.apiKey);
  const fast = { core: 1e7, standard: 1e7, import: 1e7 };
  const service = stack.use(chatService({ baseUrl, apiKey: apiKey.reveal(), requestsPerMinute: fast }));
  const account = {
    names: { appId, baseUrl },
    secrets: { apiKey },
    by: 'auto',
    requestsPerSecond: 1_000,
  } as const;
  const place: LivePlace = { account, management, ask: noAsk, system: realSystem };
  const receiver = stack.use(await openReceiver());
  const lookups = stack.use(
    serviceLive.lookups(place) as ReturnType<typeof serviceLive.lookups> & AsyncDisposable,
  );
  const people = ['ann', 'bob', 'cid'].map((uid) => ({ uid, name: `Name of ${uid}`, tags: ['a'] }));
  for (const user of people) await service.users.create(user);
  const asRequest = (index: number): HookRequest => {
    const { headers, text } = receiver.received[index] ?? { headers: {}, text: '' };
    return {
      method: 'POST',
      url: receiver.url,
      headers: headers as HookRequest['headers'],
      body: Buffer.from(text),
    };
  };
  const prefix = appId;
  return {
    service,
    sandbox,
    appId,
    account,
    place,
    lookups,
    requests,
    receiver,
    management: stack.use(new Management({ managementUrl, key: management.key, secret: management.secret })),
    hooks: serviceLive.hooks(place),
    asRequest,
    /** The changes of the next events, once so many have come. */
    async events(count: number): Promise<readonly LiveChange[]> {
      const deadline = Date.now() + 240_000;
      await until(() => receiver.received.length >= count || Date.now() > deadline);
      if (receiver.received.length < count) throw new Error(`of ${count} events came ${receiver.triggers()}`);
      return receiver.received.splice(0).flatMap(({ text }) => {
        const reading = serviceLive.read({ headers: {}, body: Buffer.from(text) }, account);
        if ('fault' in reading) throw new Error(reading.message);
        return reading.changes;
      });
    },
    /** Completes a change as a pass does. */
    async whole(change: LiveChange): Promise<LiveChange | undefined> {
      return change.isWhole ? change : await lookups.complete?.(change, never);
    },
    rowsOf: (changes: readonly LiveChange[]) =>
      makeServiceRows(
        changes.flatMap(({ rows }) => rows),
        { prefix, policies: { ...DEFAULT_POLICIES, reactions: 'write', threads: 'write' } },
        realSystem.files,
      ),
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

export type LiveApp = Awaited<ReturnType<typeof liveApp>>;
