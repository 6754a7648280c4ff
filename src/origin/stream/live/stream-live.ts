import { createHmac, timingSafeEqual } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import { isOurHook } from '../../live/is-our-hook.ts';
import type { LiveHooks, LiveOrigin } from '../../live/live-origin.ts';
import { OriginError } from '../../origin.ts';
import { type AskApp, askAppOf, asObject, type Json, objects, text } from '../asked.ts';
import { readStreamEvent, STREAM_EVENTS } from './events.ts';
import { streamLookups } from './lookups.ts';

/** Events of Stream's. It signs them with the secret of the app, over the body alone. */
export const streamLive: LiveOrigin = {
  system: 'stream',
  isGenuine({ headers, body }, { keys }) {
    const given = headers['x-signature'] ?? '';
    if (!/^[0-9a-f]{64}$/.test(given)) return false;
    const signature = Buffer.from(given, 'hex');
    return keys
      .map((key) => timingSafeEqual(createHmac('sha256', key.reveal()).update(body).digest(), signature))
      .includes(true);
  },
  read: readStreamEvent,
  hooks: ({ account, ask }) => streamHooks(askAppOf(ask, account.names['key'] ?? '')),
  lookups: ({ account, ask }) => streamLookups(askAppOf(ask, account.names['key'] ?? '')),
};

const FAMILY = 'app';

/**
 * The webhooks of an app. An app has one list of hooks, of all kinds: it is read, and written whole, so that those of others stay
 * as they are, with their ids.
 */
function streamHooks(asked: AskApp): LiveHooks {
  async function read(signal: AbortSignal): Promise<{ readonly app: Json; readonly hooks: readonly Json[] }> {
    const answer = await asked('/app', { family: FAMILY }, signal);
    const app = asObject(answer['app']);
    const hooks = app?.['event_hooks'] ?? [];
    const found = objects(hooks);
    if (!app || !Array.isArray(hooks) || found.length < hooks.length)
      throw new OriginError('form', 'the answer to /app has no list of hooks');
    return { app, hooks: found };
  }

  /** Writes the list, and reads it again: somebody may have changed it meanwhile. */
  async function write(hooks: readonly Json[], former: readonly Json[], signal: AbortSignal): Promise<void> {
    await asked('/app', { family: FAMILY, method: 'PATCH', body: { event_hooks: hooks } }, signal);
    const ids = new Set((await read(signal)).hooks.map(({ id }) => id));
    const lost = hooks.find((hook) => former.includes(hook) && !ids.has(hook['id']));
    if (lost)
      throw new OriginError('form', `Stream has not kept the hook ${String(text(lost['id'])).slice(0, 60)}`);
  }

  return {
    async list(signal) {
      const { hooks } = await read(signal);
      return hooks.filter(isWebhook).map((hook) => {
        const url = text(hook['webhook_url']) ?? '';
        return { id: text(hook['id']) ?? '', url, isOurs: isOurHook(url, 'stream') };
      });
    },
    async set(url, _secrets, signal) {
      const { app, hooks } = await read(signal);
      refuseFormer(app, hooks);
      if (hooks.some((hook) => isOf(hook, url) && isWhole(hook))) return;
      const ours = { enabled: true, hook_type: 'webhook', webhook_url: url, event_types: STREAM_EVENTS };
      const others = hooks.filter((hook) => !isOf(hook, url));
      await write([...others, ours], others, signal);
    },
    async remove(url, signal) {
      const { hooks } = await read(signal);
      const others = hooks.filter((hook) => !isOf(hook, url));
      if (others.length < hooks.length) await write(others, others, signal);
    },
  };
}

const isWebhook = (hook: Json): boolean => hook['hook_type'] === 'webhook';
const isOf = (hook: Json, url: string): boolean => isWebhook(hook) && hook['webhook_url'] === url;

/** True for a hook that is on and has all kinds of events that are read. */
function isWhole({ enabled, event_types: types }: Json): boolean {
  if (enabled !== true || !Array.isArray(types)) return false;
  // An empty list is all kinds.
  return types.length === 0 || STREAM_EVENTS.every((type) => types.includes(type));
}

/** Refuses an app whose webhook is set in the way of before: a list of hooks might take its place. */
function refuseFormer(app: Json, hooks: readonly Json[]): void {
  const former = text(app['webhook_url']);
  if (former === undefined || hooks.some((hook) => isOf(hook, former))) return;
  throw new RunError(
    'LIVE.PUBLIC_URL',
    'the app has a webhook that is not in its list of hooks, and a list might replace it',
    { hint: 'add both in the dashboard of Stream, and write  live: { hooks: manual }' },
  );
}
