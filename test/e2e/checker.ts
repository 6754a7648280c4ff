import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Message, ServiceReader } from './service-reader.ts';

/** What became of what was attempted, in the words of a set checker; every class but `ok` must be empty. */
export type Verdict = {
  ok: number;
  lost: number;
  duplicated: number;
  unexpected: number;
  orderViolations: number;
  fieldDiffs: number;
  /** The first few, to look at. */
  examples: string[];
};

/** What a check must say where `ok` messages were due. */
export const faultless = (ok: number): Verdict => ({
  ok,
  lost: 0,
  duplicated: 0,
  unexpected: 0,
  orderViolations: 0,
  fieldDiffs: 0,
  examples: [],
});

type SourceMessage = {
  muid: string;
  sender: string;
  receiver: string;
  receiverType: string;
  sentAt: number;
  text?: string;
  data?: { text?: string };
};

const conversationOf = ({ sender, receiver, receiverType }: SourceMessage): string =>
  receiverType === 'group' ? `group_${receiver}` : `user_${[sender, receiver].sort().join('_user_')}`;

const textOf = (message: { text?: string; data?: { text?: string } }): string | undefined =>
  message.text ?? message.data?.text;

/**
 * Compares NDJSON messages with what a service holds: each once, each as it was, each conversation in file order.
 * `times` is false where the service stamps times of its own.
 */
export async function checkMessages(
  files: readonly string[],
  isValid: (row: SourceMessage) => boolean,
  reader: ServiceReader,
  { times = true }: { readonly times?: boolean } = {},
): Promise<Verdict> {
  const verdict = faultless(0);
  const say = (what: Exclude<keyof Verdict, 'ok' | 'examples'>, muid: string): void => {
    verdict[what]++;
    if (verdict.examples.length < 10) verdict.examples.push(`${what} ${muid}`);
  };
  const held = new Map<string, { place: number; conversationId: string; digest: string }>();
  const places = new Map<string, number>();
  for await (const message of reader.messages('&category=message')) {
    const place = places.get(message.conversationId) ?? 0;
    places.set(message.conversationId, place + 1);
    if (held.has(message.muid)) say('duplicated', message.muid);
    const digest = digestOf(times ? message : { ...message, sentAt: 0 });
    held.set(message.muid, { place, conversationId: message.conversationId, digest });
  }
  const expected = new Map<string, number>();
  for (const file of files)
    for await (const line of createInterface({
      input: createReadStream(file),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const row = JSON.parse(line) as SourceMessage;
      if (!isValid(row)) continue;
      const conversation = conversationOf(row);
      const place = expected.get(conversation) ?? 0;
      expected.set(conversation, place + 1);
      const found = held.get(row.muid);
      held.delete(row.muid);
      if (!found) say('lost', row.muid);
      else if (found.digest !== [row.sender, row.receiver, times ? row.sentAt : 0, textOf(row)].join('\n'))
        say('fieldDiffs', row.muid);
      else if (found.place !== place || found.conversationId !== conversation)
        say('orderViolations', row.muid);
      else verdict.ok++;
    }
  for (const muid of held.keys()) say('unexpected', muid);
  return verdict;
}

const digestOf = ({ sender, receiver, sentAt, data }: Message): string =>
  [sender, receiver, sentAt, (data as { text?: string }).text].join('\n');

/** Rows of a reject file of NDJSON, by key, with how often each stands there. */
export async function rejectCounts(file: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { muid } = JSON.parse(line) as { muid: string };
    counts.set(muid, (counts.get(muid) ?? 0) + 1);
  }
  return counts;
}

export function filesOf(folder: string, start: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .sort()
    .map((name) => join(folder, name));
}
