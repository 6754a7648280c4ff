import { resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import { pipelineTime } from '../input/rows/forms/time-window.ts';
import { accountForm, apiSystems } from '../origin/accounts.ts';
import type { OriginAccount } from '../origin/origin.ts';
import type { Secret } from '../service/transport/secret.ts';
import { type ApiSpec, durationMs, type KeyPlaceSpec } from './schema/api-schema.ts';
import { type KeyAccess, type KeyPlace, readSecret } from './target.ts';

/** The part `sources.export.api` of a pipeline. */
export type PullSpec = {
  /** The name in `origins`. */
  readonly system: string;
  /** The address of the API, which names the source in messages and in the state. */
  readonly shown: string;
  /** Its members that are no secrets, such as `appId`. */
  readonly names: OriginAccount['names'];
  /** The id of the account, by which others tell it from those at the same address; undefined if it has none. */
  readonly app: string | undefined;
  /** Text of all that decides which records of the account are read: those that were read by another are not these. */
  readonly choice: string;
  /** Path of the PEM file of a private certificate authority. */
  readonly caFile: string | undefined;
  /** The places of its secrets, by member. */
  readonly secrets: Readonly<Record<string, KeyPlaceSpec>>;
  /** Reads the secrets, when they are needed. @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN` */
  account(access: KeyAccess): Promise<OriginAccount>;
  /** The times of a nightly pull; milliseconds. */
  readonly again: { readonly overlapMs: number; readonly recheckMs: number; readonly fullMs: number };
};

/**
 * Makes the part of a pipeline of what its file says.
 * @throws RunError `PULL.UNSUPPORTED`
 */
export function pullSpecOf(system: string, api: ApiSpec, place: KeyPlace): PullSpec {
  const form = accountForm(system);
  if (!form)
    throw new RunError(
      'PULL.UNSUPPORTED',
      `sources.export.api: ${system} is not read through an API; these are: ${apiSystems.join(', ')}`,
      { where: { file: place.file } },
    );
  const { host, caFile, by = 'auto', since, types, again = {}, requestsPerSecond } = api;
  const given = Object.entries(api).filter((member) => member[1] !== undefined);
  const plain = [...form.needs.plain, ...(form.takes ?? [])];
  const names = Object.fromEntries(given.filter(([name]) => plain.includes(name))) as OriginAccount['names'];
  const secrets = Object.fromEntries(given.filter(([name]) => form.needs.secret.includes(name))) as Readonly<
    Record<string, KeyPlaceSpec>
  >;
  const named = host === undefined ? { names } : { names, host: host.replace(/\/$/, '') };
  const sinceMs = since === undefined ? undefined : (pipelineTime(since) ?? Number.NaN) * 1_000;
  const authority = caFile === undefined ? undefined : resolve(place.folder, caFile);
  return {
    system,
    app: names[plain[0] ?? ''],
    // Where the pipeline leaves the way open, lists are read.
    choice: JSON.stringify({ since: sinceMs, types: types && [...types].sort(), byExport: by === 'export' }),
    caFile: authority,
    shown: addressIn(() => form.address(named), place.file),
    names,
    secrets,
    async account(access) {
      const found: Record<string, Secret> = {};
      for (const [name, where] of Object.entries(secrets))
        found[name] = await readSecret(where, place, access, `sources.export.api.${name}`);
      return {
        ...named,
        secrets: found,
        caFile: authority,
        by,
        since: sinceMs,
        types,
        requestsPerSecond,
      };
    },
    again: {
      overlapMs: durationMs(again.overlap ?? '24h'),
      recheckMs: durationMs(again.recheck ?? '7d'),
      fullMs: durationMs(again.full ?? '30d'),
    },
  };
}

/** An address; one that cannot be made is a mistake in the pipeline. */
function addressIn(address: () => string, file: string): string {
  try {
    return address();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RunError('CONFIG.INVALID', `sources.export.api: ${error.message}`, { where: { file } });
  }
}
