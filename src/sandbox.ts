/// <reference lib="esnext.disposable" preserve="true" />
/** The sandbox alone: `chatferry/sandbox` starts it in this process, and loads the importer only to seed it. See docs/programs/sandbox.md. */

import type {
  SandboxAddress,
  SandboxControls,
  SandboxErrorCode,
  SandboxRegion,
  SandboxSettings,
} from './sandbox/running-sandbox.ts';
import { SandboxError } from './sandbox/running-sandbox.ts';
import {
  parseFaults,
  parseLimits,
  parseQuirks,
  parseRetention,
  startSandbox as startService,
} from './sandbox/sandbox.ts';

export type {
  RecordedRequest,
  RequestFilter,
  SandboxTime,
} from './sandbox/running-sandbox.ts';
export type { SandboxAddress, SandboxControls, SandboxErrorCode, SandboxRegion };
export { SandboxError };

/** Files with rows in the fields of the import, CSV, JSON or NDJSON, by entity; or the path of a pipeline file. */
export type SandboxSeed =
  | string
  | {
      readonly users?: string | readonly string[];
      readonly groups?: string | readonly string[];
      readonly members?: string | readonly string[];
      readonly messages?: string | readonly string[];
    };

/** Options of a sandbox, which listens on this machine alone. All may be left out. */
export type StartSandboxOptions = SandboxSettings & {
  /**
   * HTTPS with a certificate of its own, which clients trust by `files.ca`.
   * @default false: plain HTTP
   */
  readonly https?: boolean;
  /**
   * The SQLite file for its data; its keys lie in a folder beside it.
   * @default in memory, gone at the end
   */
  readonly data?: string;
  /**
   * A moment at which time stands still until `clock.advance`: ISO 8601, or milliseconds since the epoch.
   * @default the clock of this machine
   */
  readonly clock?: string | number | Date;
  /**
   * Rows that it begins with, and that `reset` brings back. A data file is filled once.
   * @default none
   */
  readonly seedFrom?: SandboxSeed;
  /** In the form of `--quirks`. */
  readonly quirks?: string;
  /** In the form of `--faults`. */
  readonly faults?: string;
  /**
   * In the form of `--limits`.
   * @default 'none'
   */
  readonly limits?: string;
  /**
   * In the form of `--retention`.
   * @default 'none'
   */
  readonly retention?: string;
};

/** A running sandbox. Disposing it ends it; its data in memory is gone then. */
export type Sandbox = AsyncDisposable &
  SandboxAddress &
  SandboxControls & {
    /** The API key of the first app. */
    readonly apiKey: string;
    /** The token of the calls at `controlUrl`, the header `x-sandbox-token`. */
    readonly controlToken: string;
    /** Ends the sandbox, for callers without `await using`. */
    readonly close: () => Promise<void>;
  };

/** Each option with the types that it may have; the compiler requires all of them. */
const OPTIONS: Readonly<Record<keyof StartSandboxOptions, readonly string[]>> = {
  port: ['number'],
  https: ['boolean'],
  data: ['string'],
  apiKey: ['string'],
  appId: ['string'],
  region: ['string'],
  apps: ['list'],
  clock: ['string', 'number', 'date'],
  seedFrom: ['string', 'object'],
  quirks: ['string'],
  faults: ['string'],
  seed: ['number'],
  limits: ['string'],
  retention: ['string'],
  cors: ['list'],
  webhookHosts: ['list'],
};

/**
 * Starts the chat service on this machine, in this process, and resolves when it listens and is seeded.
 * @throws SandboxError with a code and what to do: an unknown or wrong option, a port or a data file in use, rows of
 * `seedFrom` that are not accepted
 */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  const {
    data,
    https = false,
    quirks = '',
    faults = '',
    limits = 'none',
    retention = 'none',
    ...rest
  } = options;
  const { seedFrom, ...same } = rest;
  const days = parseRetention(retention);
  const service = await startService({
    ...same,
    ...(data === undefined ? {} : { dataFile: data }),
    http: !https,
    quirks: { ...parseQuirks(quirks), ...(days > 0 ? { retentionDays: days } : {}) },
    faults: parseFaults(faults),
    limits: parseLimits(limits),
  });
  const close = async () => service[Symbol.asyncDispose]();
  const { baseUrl, callsBaseUrl, managementUrl, viewUrl, controlUrl, appId, region, files } = service;
  const { control, apiKey, controlToken } = service;
  const { reset, snapshot, restore, setFaults, requests, clearRequests, clock } = control;
  try {
    if (seedFrom !== undefined) await control.seed(() => fill(seedFrom, service));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    baseUrl,
    callsBaseUrl,
    managementUrl,
    viewUrl,
    controlUrl,
    appId,
    region,
    files,
    apiKey,
    controlToken,
    reset,
    snapshot,
    restore,
    setFaults,
    requests,
    clearRequests,
    clock,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function fill(seedFrom: SandboxSeed, service: SandboxAddress): Promise<void> {
  const { seedSandbox } = await import('./library/seed-sandbox.ts');
  try {
    await seedSandbox(seedFrom, service);
  } catch (error) {
    const { message = String(error), hint } = error as { message?: string; hint?: string };
    throw new SandboxError('SEED_FAILED', hint === undefined ? message : `${message}: ${hint}`, error);
  }
}

function checkOptions(options: unknown): void {
  if (typeOf(options) !== 'object' || !(options instanceof Object))
    throw new SandboxError('OPTION_INVALID', 'the options must be an object');
  for (const [name, value] of Object.entries(options)) {
    const types: readonly string[] | undefined = Object.hasOwn(OPTIONS, name)
      ? OPTIONS[name as keyof StartSandboxOptions]
      : undefined;
    if (types === undefined)
      throw new SandboxError(
        'OPTION_INVALID',
        `there is no option ${name}: use ${Object.keys(OPTIONS).join(', ')}`,
      );
    if (value === undefined || types.includes(typeOf(value))) continue;
    throw new SandboxError('OPTION_INVALID', `the option ${name} must be ${types.join(' or ')}`);
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? 'list' : 'other';
  if (value instanceof Date) return 'date';
  return value === null ? 'null' : typeof value;
}
