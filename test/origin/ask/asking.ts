import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { type AskOptions, openAsk } from '../../../src/origin/ask/open-ask.ts';
import type { Origin, OriginAccount } from '../../../src/origin/origin.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import type { TransportEvent } from '../../../src/service/transport/transport.ts';
import { realSystem, type System } from '../../../src/system/system.ts';
import { httpServer } from '../../service/transport/http-server.ts';
import { skippingClock } from '../../support/skipping-clock.ts';

export const KEY = 'sk-4f9a1c77e0b24d';
export const never = new AbortController().signal;

/** An old system that says nothing but what this test needs. */
export const origin = (host: string, more: Partial<Origin> = {}): Origin => ({
  system: 'old',
  label: 'Old Chat',
  needs: { plain: ['appId'], secret: ['key'] },
  perMinute: { read: 60_000, search: 120 },
  tellsChanges: false,
  unseen: [],
  address: () => `${host}/v3`,
  headers: ({ secrets: { key } }) => ({
    'Api-Token': key?.reveal() ?? '',
    authorization: `Basic ${Buffer.from(`acc:${key?.reveal()}`).toString('base64')}`,
  }),
  open: () => {
    throw new Error('not needed here');
  },
  ...more,
});

export const account = (more: Partial<OriginAccount> = {}): OriginAccount => ({
  names: { appId: 'app-1' },
  secrets: { key: new Secret(KEY) },
  by: 'auto',
  ...more,
});

export type Answering = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** Requests to a server on this machine that answers as it is told. */
export async function asking(
  answer: Answering,
  {
    more = {},
    of = {},
    options = {},
    system = {},
  }: {
    more?: Partial<Origin>;
    of?: Partial<OriginAccount>;
    options?: AskOptions;
    system?: Partial<System>;
  } = {},
) {
  const requests: IncomingMessage[] = [];
  const server = await httpServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length);
  });
  const told: TransportEvent[] = [];
  const opened = openAsk(
    origin(server.origin, more),
    account(of),
    { ...realSystem, clock: skippingClock(), ...system },
    { observe: (event) => told.push(event), ...options },
  );
  return {
    ...opened,
    host: server.origin,
    requests,
    told,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

export const failure = async (
  work: Promise<unknown>,
): Promise<Error & { readonly [name: string]: unknown }> =>
  await work.then(
    () => expect.fail('it was answered'),
    (error) => error,
  );
