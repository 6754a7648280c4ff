import { resolve } from 'node:path';
import { withoutSlashes } from './files/files-spec.ts';
import { durationMs, type KeyPlaceSpec } from './schema/api-schema.ts';
import { backlogBytes, type LiveSchema } from './schema/live-schema.ts';

/** The login of an app of the service at the receiver, and the keys that set its webhooks. */
export type ServiceHooksSpec = {
  readonly user: string;
  /** One, or two while one replaces the other; empty if none is named. */
  readonly passwords: readonly KeyPlaceSpec[];
  /** The keys of the account; undefined if webhooks cannot be set. */
  readonly management:
    | { readonly url: string | undefined; readonly key: KeyPlaceSpec; readonly secret: KeyPlaceSpec }
    | undefined;
};

/** The part `live` of a pipeline, with every default. Times are milliseconds. */
export type LiveSpec = {
  readonly direction: 'forward' | 'both';
  readonly listen: {
    readonly host: string;
    readonly port: number;
    /** Absolute paths. */
    readonly tls: { readonly cert: string; readonly key: string } | undefined;
  };
  /** Without a slash at its end; undefined if it is not known. */
  readonly publicUrl: string | undefined;
  readonly hooks: 'set' | 'manual';
  /** Secrets that sign events of the old system; empty for that of its API. */
  readonly oldSecrets: readonly KeyPlaceSpec[];
  /** The old system, where that is an app of the service. */
  readonly old: ServiceHooksSpec;
  readonly service: ServiceHooksSpec;
  readonly write: 'auto' | 'send' | 'import';
  readonly freshForMs: number;
  readonly overlapMs: number;
  readonly waitForParentMs: number;
  /** Undefined if nothing is listed again. */
  readonly reconcileMs: number | undefined;
  readonly onDead: 'pass' | 'hold';
  readonly backlog: { readonly events: number; readonly bytes: number; readonly keepMs: number };
  readonly filesWithinMs: number;
  readonly back: { readonly push: boolean };
};

type HooksSchema = NonNullable<LiveSchema['service']>;

const hooksOf = ({ user = 'chatferry', password, hooks }: HooksSchema = {}): ServiceHooksSpec => ({
  user,
  passwords: [password ?? []].flat(),
  management: hooks && { url: hooks.managementUrl, key: hooks.key, secret: hooks.secret },
});

/**
 * Makes the part of a pipeline of what its file says.
 * @param folder relative paths are relative to this folder
 */
export function liveSpecOf(live: LiveSchema, folder: string): LiveSpec {
  const { direction = 'forward', listen = {}, backlog = {}, reconcile = '6h' } = live;
  const { host = '127.0.0.1', port = 8_787, tls } = listen;
  return {
    direction,
    listen: {
      host,
      port,
      tls: tls && { cert: resolve(folder, tls.cert), key: resolve(folder, tls.key) },
    },
    publicUrl: live.publicUrl && withoutSlashes(live.publicUrl),
    hooks: live.hooks ?? 'set',
    oldSecrets: live.old?.secrets ?? [],
    old: hooksOf(live.old),
    service: hooksOf(live.service),
    write: live.write ?? 'auto',
    freshForMs: durationMs(live.freshFor ?? '2m'),
    overlapMs: durationMs(live.overlap ?? '10m'),
    waitForParentMs: durationMs(live.waitForParent ?? '30s'),
    reconcileMs: reconcile === 'off' ? undefined : durationMs(reconcile),
    onDead: live.onDead ?? 'pass',
    backlog: {
      events: backlog.events ?? 1_000_000,
      bytes: backlogBytes(backlog.size ?? '4GB'),
      keepMs: durationMs(backlog.keep ?? '7d'),
    },
    filesWithinMs: durationMs(live.filesWithin ?? '60s'),
    back: { push: live.back?.push ?? false },
  };
}
