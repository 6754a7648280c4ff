import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Got, type Json, type Opened, openPopulated } from '../sandbox-client.ts';

/** A request that a receiver got. */
type Received = { readonly headers: IncomingHttpHeaders; readonly text: string; readonly json: Json };

/** A receiver of webhooks on this machine. `answer` takes each request after its body; by default it says 200. */
export async function openReceiver(
  answer: (...both: Parameters<RequestListener>) => void = (_, response) => response.end(),
  make: (listener: RequestListener) => Server = createServer,
) {
  const received: Received[] = [];
  const server = make((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, json: JSON.parse(text) });
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    triggers: () => received.map(({ json }) => json.trigger),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

/** Management calls of a sandbox, and its webhooks. */
export function managementOf(opened: Opened) {
  const { managementUrl, appId, files } = opened.sandbox;
  const headers = { key: opened.secret(files.managementKey), secret: opened.secret(files.managementSecret) };
  const manage = (method: string, path: string, body?: unknown): Promise<Got> =>
    opened.call(method, `${managementUrl}${path}`, { key: null, headers, body });
  const webhooks = `/apps/${appId}/webhooks`;
  return {
    manage,
    webhooks,
    /** Creates a webhook with triggers. */
    hook: async (id: string, webhookURL: string, triggerIds: readonly string[], more: object = {}) => {
      const made = await manage('POST', webhooks, { id, name: id, webhookURL, ...more });
      if (triggerIds.length > 0) await manage('POST', `${webhooks}/${id}/triggers`, { triggerIds });
      return made;
    },
    deliveries: async (id: string): Promise<Json> =>
      (await manage('GET', `${webhooks}/${id}/deliveries`)).json.data,
  };
}

/** A populated sandbox with its management calls; tries follow each other at once. */
export async function openManaged(options: Parameters<typeof openPopulated>[0] = {}) {
  const opened = await openPopulated(options);
  return { ...opened, ...managementOf(opened) };
}
