import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { ServiceError } from '../../../src/errors/service-error.ts';
import {
  type ChatService,
  type ChatServiceOptions,
  chatService,
} from '../../../src/service/client/chat-service.ts';
import { httpServer } from '../transport/http-server.ts';

export const KEY = 'b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3';

/** A request as it arrived. */
export type Arrived = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

/** What is answered: a body, and whatever differs from a 200 of JSON. */
export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of a body. */
  readonly text?: string;
  /** Cuts the connection instead of answering. */
  readonly cut?: boolean;
};

/** JSON, or the parts of a form by name: texts, and files as their content. */
async function bodyOf(text: string, type: string): Promise<unknown> {
  if (!type.startsWith('multipart/form-data')) return JSON.parse(text);
  const form = await new Response(text, { headers: { 'content-type': type } }).formData();
  const parts: Record<string, unknown> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).map((one) => (typeof one === 'string' ? one : one.text()));
    const all = await Promise.all(values);
    parts[name] = all.length > 1 ? all : all[0];
  }
  return parts;
}

/** A real server that answers as it is told, and a client of it. */
export async function fakeService(
  answer: (request: Arrived, number: number) => Reply,
  options: Partial<ChatServiceOptions> = {},
): Promise<{ service: ChatService; arrived: Arrived[]; origin: string } & AsyncDisposable> {
  const arrived: Arrived[] = [];
  const server = await httpServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    const url = new URL(request.url ?? '', 'http://x');
    const seen = {
      method: request.method ?? '',
      path: (request.url ?? '').split('?')[0] as string,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === '' ? undefined : await bodyOf(text, request.headers['content-type'] ?? ''),
    };
    arrived.push(seen);
    const { status = 200, headers = {}, body = { data: {} }, text: said, cut } = answer(seen, arrived.length);
    if (cut) return void request.socket.destroy();
    response.writeHead(status, headers).end(said ?? JSON.stringify(body));
  });
  const service = chatService({
    baseUrl: `${server.origin}/v3`,
    callsBaseUrl: `${server.origin}/calls/v3`,
    apiKey: KEY,
    ...options,
  } as ChatServiceOptions);
  return {
    service,
    arrived,
    origin: server.origin,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** What a call rejects with. */
export async function rejection(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => {
      throw new Error(`it did not reject but gave ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** The error that a call rejects with when the service answers it so. */
export async function refused(reply: Reply, options = {}): Promise<ServiceError> {
  await using fake = await fakeService(() => reply, options);
  const thrown = await rejection(fake.service.users.get('ann'));
  expect(thrown).toBeInstanceOf(ServiceError);
  return thrown as ServiceError;
}

/** Every row of a list. */
export const all = <T>(list: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(list);
