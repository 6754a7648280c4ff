import type { Data, Item, Ref } from '../../input/entities/entity.ts';
import { WITHOUT_ROOT } from '../../input/entities/message-marks.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { type CallInput, endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { createdAs, dataOf } from './answers.ts';
import { messageRecall } from './message-recall.ts';
import { actorsIn } from './refusals.ts';
import type { Hanging, Route } from './target.ts';

/** The message of a reply may be a reply itself, of an earlier run: then it is read, and the reply hangs on its root. */
const NESTING = 'ERR_MESSAGE_THREAD_NESTING';
const READ = 1;
const AGAIN = 2;
const nested: Outcome = {
  status: 'rejected',
  problems: [
    {
      code: `SERVICE.${NESTING}`,
      message: 'it replies to a reply, and the service does not return the root of that thread',
    },
  ],
};

/** The fields that the call of a reply takes. */
const FIELDS = ['muid', 'receiver', 'receiverType', 'category', 'type', 'data', 'tags'];

/** The users whom the call of a reply needs to be active: its sender, and the user to whom it is sent. */
const actorsOfReply = (data: Data): readonly Ref[] =>
  actorsIn('sender', ...(data['receiverType'] === 'user' ? ['receiver'] : []))(data);

const NOBODY: readonly Ref[] = [];

/** Makes an ordinary message need nobody who is active, and a reply those whom its own call needs. */
export const actorsOfReplies =
  (replies: Route): NonNullable<Route['actors']> =>
  (data, isNowhere) => {
    const root = data['parentMuid'] as string | undefined;
    return root === undefined || isNowhere?.(root) ? NOBODY : (replies.actors?.(data) ?? NOBODY);
  };

/**
 * Replies as live calls in the name of their authors: `POST /messages/{id}/thread`. They get the time of the call, and the
 * service limits the messages of each sender. It does not refuse a repeated reply, so one is looked for before it is sent
 * again.
 * @param messages the route of other messages
 */
export const repliesAfter = (messages: Route): Hanging => ({
  field: 'parentMuid',
  alone: WITHOUT_ROOT,
  // A reply that is there is changed by its own id.
  hangsOn: ({ data, remote }) => (remote ? undefined : (data['parentMuid'] as string | undefined)),
  route: {
    entity: 'messages',
    maxItems: 1,
    carries: messages.carries,
    orderKey: messages.orderKey,
    batchKey: messages.batchKey,
    actors: actorsOfReply,
    build: ([item], _startedAt, call = 0) => {
      const { data, host } = item as Item;
      if (call === READ) return endpointRequest(endpoints.getMessage, { params: { id: host?.id ?? '' } });
      const body = Object.fromEntries(FIELDS.map((field) => [field, data[field]]));
      const onBehalfOf = data['sender'] as string;
      const input: CallInput<'/messages/{id}/thread'> = { params: { id: host?.id ?? '' }, body, onBehalfOf };
      return {
        ...endpointRequest(endpoints.sendThreadMessage, input),
        divisible: true,
        sender: onBehalfOf,
      };
    },
    settle: (body, _items, call = 0) => {
      const data = dataOf(body);
      if (call !== READ) return data && [createdAs(data)];
      const root = data?.['parentId'];
      const host = { id: String(root), foreign: false };
      return data && [root ? { status: 'more', call: AGAIN, host } : nested];
    },
    refusal: (code, _item, call) =>
      code === NESTING && call === 0 ? { status: 'more', call: READ } : undefined,
    recall: messageRecall(),
  },
});
