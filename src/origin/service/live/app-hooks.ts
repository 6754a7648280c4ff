import { createHash } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import { ServiceError } from '../../../errors/service-error.ts';
import { Management } from '../../../service/client/management.ts';
import { openPool } from '../../../service/transport/http.ts';
import { accounts } from '../../accounts.ts';
import type { HookSecrets, LiveHooks, LivePlace, SetHook } from '../../live/live-origin.ts';
import { appIdOf } from '../key-prefix.ts';
import { serviceTriggers } from './read-event.ts';

/** Begins the ids of our webhooks. */
const OURS = 'chatferry-live-';
const DIGEST_CHARS = 16;
const OUTAGE_MS = 60_000;

/** Each receiver has a webhook of its own. */
const idOf = (url: string): string =>
  OURS + createHash('sha256').update(url).digest('hex').slice(0, DIGEST_CHARS);

/** The webhooks of an app, set with the keys of the account; undefined without keys. */
export function serviceHooks({ account, management }: LivePlace): LiveHooks | undefined {
  if (!management) return undefined;
  const { url, key, secret } = management;
  const appId = appIdOf(accounts.service.address(account), account.names['appId']);
  const { caFile } = account;

  /** Makes calls with a client of their own: they are few. @throws RunError */
  async function ask<T>(call: (client: Management, app: string) => Promise<T>): Promise<T> {
    if (url === undefined)
      throw new RunError('LIVE.PUBLIC_URL', 'the webhooks of the app cannot be set: nothing says where', {
        hint: 'add hooks.managementUrl, the address of the management API, or say hooks: manual',
      });
    if (appId === undefined)
      throw new RunError('LIVE.PUBLIC_URL', 'the webhooks of the app cannot be set: its id is not known', {
        hint: 'name the app by appId, or say hooks: manual',
      });
    await using stack = new AsyncDisposableStack();
    const connections = openPool({ baseUrl: url, caFile, connections: 1 });
    const dispatcher = stack.adopt(connections, (pool) => pool.destroy());
    const options = { managementUrl: url, key, secret, dispatcher, outageMs: OUTAGE_MS };
    const client = stack.use(new Management(options));
    try {
      return await call(client, appId);
    } catch (error) {
      throw error instanceof ServiceError ? refusal(error, url) : error;
    }
  }

  return {
    list: (signal) =>
      ask(async ({ webhooks }, app) => {
        const found: SetHook[] = [];
        for await (const { id, webhookURL } of webhooks.list(app, {}, { signal }))
          found.push({ id, url: webhookURL ?? '', isOurs: id.startsWith(OURS) });
        return found;
      }),
    set: (target, secrets, signal) =>
      ask(async ({ webhooks, triggers }, app) => {
        const id = idOf(target);
        const fields = {
          name: id,
          webhookURL: target,
          enabled: true,
          retryOnFailure: true,
          ...login(secrets),
        };
        const known = await nothingIfAbsent(webhooks.get(app, id, { signal }));
        if (known) await webhooks.update(app, id, fields, { signal });
        else await webhooks.create(app, { id, ...fields }, { signal });
        await triggers.add(app, id, serviceTriggers, { signal });
      }),
    remove: (target, signal) =>
      ask(async ({ webhooks }, app) => {
        await nothingIfAbsent(webhooks.delete(app, idOf(target), { signal }));
      }),
  };
}

/** The login that the service sends with each event. @throws RunError `LIVE.SECRET` */
function login({ user, keys: [password] }: HookSecrets) {
  if (user === undefined || !password)
    throw new RunError('LIVE.SECRET', 'a webhook of the service needs a user and a password');
  return { useBasicAuth: true, username: user, password: password.reveal() };
}

async function nothingIfAbsent<T>(answer: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && error.code === 'ERR_WEBHOOK_NOT_FOUND')
      return undefined;
    throw error;
  }
}

function refusal(error: ServiceError, url: string): RunError {
  const { code, status, message } = error;
  const said = `${url}: ${message} (${code})`;
  if (status === 401 || status === 403 || code.startsWith('AUTH_ERR_'))
    return new RunError('PULL.AUTH', `the keys of the account are refused: ${said}`, { cause: error });
  if (status === undefined || status >= 500 || status === 429)
    return new RunError('PULL.SILENT', said, { cause: error });
  return new RunError('LIVE.PUBLIC_URL', `the webhook cannot be set: ${said}`, {
    hint: 'set it by hand, and say hooks: manual',
    cause: error,
  });
}
