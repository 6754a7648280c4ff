import type { Item } from '../../input/entities/entity.ts';
import { type CallInput, endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { createdAs, dataOf } from './answers.ts';
import { messageRecall } from './message-recall.ts';
import type { Hanging, Route } from './target.ts';

/** The fields that the call of a reply takes. */
const FIELDS = ['muid', 'receiver', 'receiverType', 'category', 'type', 'data', 'tags'];

/**
 * Replies as live calls in the name of their authors: `POST /messages/{id}/thread`. They get the time of the call, and the
 * service limits the messages of each sender. It does not refuse a repeated reply, so one is looked for before it is sent
 * again.
 * @param messages the route of other messages
 */
export const repliesAfter = (messages: Route): Hanging => ({
  field: 'parentMuid',
  // A reply that is there is changed by its own id.
  hangsOn: ({ data, remote }) => (remote ? undefined : (data['parentMuid'] as string | undefined)),
  route: {
    entity: 'messages',
    maxItems: 1,
    carries: messages.carries,
    orderKey: messages.orderKey,
    batchKey: messages.batchKey,
    build: ([item]) => {
      const { data, host } = item as Item;
      const body = Object.fromEntries(FIELDS.map((field) => [field, data[field]]));
      const onBehalfOf = data['sender'] as string;
      const input: CallInput<'/messages/{id}/thread'> = { params: { id: host?.id ?? '' }, body, onBehalfOf };
      return {
        ...endpointRequest(endpoints.sendThreadMessage, input),
        divisible: true,
        sender: onBehalfOf,
      };
    },
    settle: (body) => {
      const data = dataOf(body);
      return data && [createdAs(data)];
    },
    recall: messageRecall(),
  },
});
