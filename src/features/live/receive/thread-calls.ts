import type { RunCode } from '../../../errors/run-error.ts';
import type { LiveSpec } from '../../../pipeline/live-spec.ts';
import type { InboxPlace } from '../inbox/inbox-place.ts';
import type { Side } from '../side.ts';
import type { TlsFiles } from './hook-server.ts';
import type { ReceiverNews } from './receiver-news.ts';
import type { ReceiverTally } from './tally.ts';

/** A way in for the events of one system, as it is given to the thread: with its secrets as texts. */
export type PlainHook = {
  readonly side: Side;
  readonly system: string;
  readonly path: string;
  readonly keys: readonly string[];
  readonly user: string | undefined;
};

/** Secrets and certificate, which can be replaced. */
export type ThreadSecrets = { readonly hooks: readonly PlainHook[]; readonly tls: TlsFiles | undefined };

/** Data that the thread of a receiver starts with. */
export type ReceiverStart = ThreadSecrets & {
  readonly inbox: InboxPlace;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly backlog: LiveSpec['backlog'];
  readonly tally: ReceiverTally['shared'];
};

/** Calls to the thread. */
export type ThreadCall =
  | { readonly kind: 'renew'; readonly secrets: ThreadSecrets }
  | { readonly kind: 'stop' };

/** Reports of the thread. */
export type ThreadReport =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: RunCode; readonly message: string; readonly hint: string }
  | { readonly kind: 'news'; readonly news: ReceiverNews }
  | { readonly kind: 'renewed'; readonly fault: string | undefined }
  | { readonly kind: 'stopped' };
