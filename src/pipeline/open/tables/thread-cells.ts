import type { Entity } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import type { PrepareSpec } from '../../../tables/prepare-table.ts';
import type { MadeCells, PreparedInput } from '../../../tables/prepared-row.ts';
import { ofCurrent, type TableFile, threadReader } from './input-readers.ts';
import { type ThreadedMessage, ThreadLinks } from './thread-links.ts';

/** The way in which the rows of a table are messages in threads. */
export type ThreadSpec = {
  readonly links: ThreadLinks;
  /** The message that a row is; undefined if it is none. */
  messageOf(input: number, row: PreparedInput): ThreadedMessage | undefined;
};

/** The threads of the messages in files. */
export function threadsIn(entity: Entity, inputs: readonly TableFile[], policies: Policies): ThreadSpec {
  const reader = ofCurrent(inputs, (input) => threadReader(entity, input, policies));
  return { links: new ThreadLinks(), messageOf: (input, row) => reader(input)(row) };
}

/** Passes over all rows that find the roots of replies: who answers a message is known before it is looked at. */
export function passesOf({ links, messageOf }: ThreadSpec): PrepareSpec['passes'] {
  const each =
    (take: (message: ThreadedMessage) => void) =>
    (input: number, row: PreparedInput): void => {
      const message = messageOf(input, row);
      if (message) take(message);
    };
  return [each((message) => links.ask(message)), each((message) => links.see(message))];
}

/** The key that a row gets as `parentMuid`; empty if it answers no message. */
function rootOf({ links, messageOf }: ThreadSpec, input: number, row: PreparedInput): string {
  const message = messageOf(input, row);
  return message ? links.rootOf(message) : '';
}

/** True if a row is written after the message that it answers. One that can be no reply is its own root. */
export function isReply(threads: ThreadSpec, input: number, row: PreparedInput): boolean {
  const root = rootOf(threads, input, row);
  return root !== '' && root !== threads.messageOf(input, row)?.key;
}

/** Ids that a table holds ready, and among them the root of each reply. */
export const withRoots = (ids: MadeCells | undefined, threads: ThreadSpec): MadeCells => ({
  ...ids,
  // Before an id of the direct parent that the table holds ready as well.
  fields: ['parentMuid', ...(ids?.fields ?? [])],
  cellsOf: (input, row) => [
    JSON.stringify(rootOf(threads, input, row)).slice(1, -1),
    ...(ids?.cellsOf(input, row) ?? []),
  ],
});
