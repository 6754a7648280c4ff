import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { RunError } from '../../../errors/run-error.ts';
import { senderCheckOf } from '../../../origin/live-origins.ts';
import { Secret } from '../../../service/transport/secret.ts';
import { realSystem } from '../../../system/system.ts';
import { openInboxWriter } from '../inbox/open-inbox-writer.ts';
import { Heartbeat } from './heartbeat.ts';
import { type Hook, HookServer } from './hook-server.ts';
import { openSignsOfLife } from './open-signs-of-life.ts';
import { ReceiverTally } from './tally.ts';
import type { PlainHook, ReceiverStart, ThreadCall, ThreadReport } from './thread-calls.ts';

/** The thread of a receiver: a busy line does not delay its answers. It loads little, since a thread has all that it loads once more. */

const start = workerData as ReceiverStart;
const { host, port, publicUrl, backlog, tls } = start;
const main = parentPort as MessagePort;
const report = (said: ThreadReport): void => main.postMessage(said);

const hookOf = async ({ side, system, path, keys, user }: PlainHook): Promise<Hook> => ({
  side,
  system,
  path,
  origin: await senderCheckOf(system),
  secrets: { keys: keys.map((key) => new Secret(key)), ...(user === undefined ? {} : { user }) },
});

const hooksOf = (hooks: readonly PlainHook[]): Promise<readonly Hook[]> => Promise.all(hooks.map(hookOf));

async function work(): Promise<void> {
  const { clock } = realSystem;
  const tally = new ReceiverTally(start.tally);
  await using stack = new AsyncDisposableStack();
  const inbox = stack.use(await openInboxWriter(start.inbox, realSystem));
  const signs = stack.use(await openSignsOfLife(start.inbox, realSystem));
  let heart: Heartbeat | undefined;
  const server = new HookServer({
    host,
    port,
    tls,
    hooks: await hooksOf(start.hooks),
    publicUrl,
    inbox,
    backlog,
    tally,
    told: (news) => report({ kind: 'news', news }),
    missed: (side) => heart?.missed(side),
    clock,
  });
  const bound = await server.listen().catch((error: unknown) => {
    throw unheard(error as NodeJS.ErrnoException);
  });
  try {
    const listening = start.hooks.map(({ side }) => side);
    heart = stack.use(await Heartbeat.begin(signs, clock, tally, { host, port: bound, listening }));
    const stopped = Promise.withResolvers<void>();
    main.on('message', (call: ThreadCall) => {
      if (call.kind === 'stop') stopped.resolve();
      else void renewed(server, call.secrets);
    });
    report({ kind: 'listening', port: bound });
    await stopped.promise;
  } finally {
    await server.stop();
  }
}

async function renewed(server: HookServer, secrets: Pick<ReceiverStart, 'hooks' | 'tls'>): Promise<void> {
  try {
    server.renew(await hooksOf(secrets.hooks), secrets.tls);
    report({ kind: 'renewed', fault: undefined });
  } catch (error) {
    report({ kind: 'renewed', fault: (error as Error).message });
  }
}

const unheard = (cause: NodeJS.ErrnoException): RunError =>
  new RunError(
    'LIVE.LISTEN',
    `the receiver cannot listen on ${host}, port ${port}: ${cause.code ?? cause.message}`,
    {
      cause,
    },
  );

try {
  await work();
  report({ kind: 'stopped' });
} catch (error) {
  const { code, message, hint } =
    error instanceof RunError
      ? error
      : new RunError('BUG.UNEXPECTED', (error as Error).stack ?? String(error));
  report({ kind: 'failed', code, message, hint });
}
main.close();
