import type { endpoints } from '../../../../src/service/api/endpoints.ts';
import type { ChatService } from '../../../../src/service/client/chat-service.ts';

/** An endpoint of the table, a call that uses it, and the request that must arrive; `behalf` is the acting user. */
export type CallCase = [
  name: keyof typeof endpoints,
  call: (service: ChatService) => Promise<unknown> | AsyncIterable<unknown>,
  path: string,
  body?: unknown,
  behalf?: string,
];

/** Options of a call on behalf of a user; the id arrives as `ann`. */
export const by = { onBehalfOf: 'Ann' };

/** A message that the service accepts. */
export const text = { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } } as const;
