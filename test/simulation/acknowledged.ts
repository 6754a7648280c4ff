import type { Ended } from './machine.ts';
import type { Handled } from './peer.ts';

/** One row of a write, as the service answered it. */
export type WrittenRow = {
  /** What makes two writes the same: call, key and content. */
  readonly identity: string;
  readonly isAccepted: boolean;
};

type Answer = { readonly data?: Readonly<Record<string, unknown>> };

/** Whether a request changes anything. */
export const isWrite = ({ method }: Handled): boolean => method !== 'GET';

/** The rows that a request writes, and which of them its answer accepts. */
export function rowsOf({ method, path, body, reply }: Handled): WrittenRow[] {
  const [, entity] = /\/data_import\/(\w+)/.exec(path) ?? [];
  if (entity === undefined) {
    // One answer for each member: where all of them were there already, the process has still to ask for them.
    const isAccepted = reply.status < 300 && !(path.endsWith('/members') && addsNobody(reply.body));
    return [{ identity: `${method} ${path} ${body}`, isAccepted }];
  }
  const sent = (JSON.parse(body) as Record<string, Record<string, unknown>>)[entity] ?? {};
  const data = reply.status === 200 ? ((JSON.parse(reply.body) as Answer).data ?? {}) : {};
  return Object.entries(sent).map(([key, row]) => {
    const answer = Object.hasOwn(data, key) ? (data[key] as { success?: boolean }) : undefined;
    return { identity: `${path} ${key} ${JSON.stringify(row)}`, isAccepted: answer?.success === true };
  });
}

function addsNobody(text: string): boolean {
  const members = Object.values((JSON.parse(text) as Answer).data ?? {}).flatMap((scope) =>
    Object.values(scope as Record<string, { success?: boolean }>),
  );
  return members.length > 0 && members.every(({ success }) => success === false);
}

/** The longest time from the service's handling of a row to its place on disk. */
const SAVED_MS = 200;

/** The longest time from there to the synced save that a power cut leaves: four times what passes between two saves. */
export const SYNCED_MS = 1_000;

/** Whether a row is on disk that the service accepted at a time, and that the process was told of before it ended. */
export function isSaved({ end, isCut, exitCode, endedAt }: Ended, at: number): boolean {
  if (isCut && (end?.kind === 'power' || end?.kind === 'disk')) return false;
  return exitCode !== undefined || at < endedAt - SAVED_MS;
}
