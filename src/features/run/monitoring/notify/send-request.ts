import { resolve } from 'node:path';
import { addressFault, type NotifyAddress } from '../../../../pipeline/schema/notify-schema.ts';
import { http } from '../../../../service/transport/http.ts';
import type { Runtime } from '../../../../terminal/context.ts';

/** Time for one notification, from its start to the last byte of the answer. */
export const NOTIFY_MS = 5_000;

/** A request to an address that is not the service's. */
export type Told = {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
};

/**
 * Sends one request, without a second try and without following redirections.
 * @throws an error whose message holds no more of the address than its host
 */
export async function sendRequest(url: URL, told: Told, { system }: Pick<Runtime, 'system'>): Promise<void> {
  const { method, headers = {}, body } = told;
  await using base = http({
    baseUrl: url.origin,
    connections: 1,
    deadlineMs: NOTIFY_MS,
    drainMs: 0,
    // Without what prints requests: the path is often a secret.
    system: { clock: system.clock, connect: system.connect },
  });
  const { status } = await base.transport(
    {
      method,
      headers,
      path: url.pathname + url.search,
      rateClass: 'notify',
      repeatable: false,
      divisible: false,
      ...(body === undefined ? {} : { body }),
    },
    // The signal that stops a run must not stop the news of it.
    new AbortController().signal,
  );
  if (status < 200 || status > 299) throw new Error(`${url.host} answered ${status}`);
}

/**
 * The address of a notification, from where the pipeline says.
 * @throws an error that does not quote it
 */
export async function notificationAddress(
  where: NotifyAddress,
  folder: string,
  { env, system }: Pick<Runtime, 'system' | 'env'>,
): Promise<URL> {
  const [text, from] =
    typeof where === 'string'
      ? [where, 'the address']
      : 'env' in where
        ? [env[where.env] ?? '', `the environment variable ${where.env}`]
        : [await system.files.readFile(resolve(folder, where.file), 'utf8'), `the file ${where.file}`];
  const address = text.trim();
  if (address === '') throw new Error(`${from} has no address`);
  const fault = addressFault(address);
  if (fault !== undefined) throw new Error(`${from}: ${fault}`);
  return new URL(address);
}
