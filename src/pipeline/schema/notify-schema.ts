import { z } from 'zod';
import { isLoopback } from '../../service/api/base-url.ts';
import { textsIn } from '../reference.ts';
import { unless } from './field-schema.ts';

/** Schema of how a pipeline file says who is told about a run. */

/** Classes of what can have happened: each class is a group of exit codes, but for `start` and `live`. */
const notifyClasses = [
  'start',
  'live',
  'success',
  'rejected',
  'stopped',
  'locked',
  'guard',
  'state',
  'auth',
  'error',
] as const;
export type NotifyClass = (typeof notifyClasses)[number];

/** Why nothing may be sent to an address; undefined if it may. Never quotes it: such an address is often a secret. */
export function addressFault(address: string): string | undefined {
  if (!URL.canParse(address)) return 'not a URL';
  const { protocol, username, password } = new URL(address);
  if (username || password) return 'a URL here cannot hold a user or a password; use headers';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(address))) return undefined;
  return 'not https; plain http is allowed only to this machine';
}

const address = z
  .string()
  .superRefine(unless(addressFault))
  .describe('an address: https, or plain http to this machine');

/** A value that is often a secret: itself, or where it is found when it is needed. */
export const secretPlace = z.union([
  z.strictObject({
    env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of an environment variable')
      .describe('the environment variable with the value'),
  }),
  z.strictObject({ file: z.string().min(1).describe('the file with the value') }),
]);
const secretAddress = z.union([address, ...secretPlace.options]).meta({ id: 'notifyAddress' });

const on = z
  .array(z.enum([...notifyClasses, 'failure']))
  .min(1)
  .meta({ id: 'notifyOn' })
  .optional()
  .describe(
    'the classes of events to report; failure is every exit code but 0, live is news of  chatferry live; default: failure and live, for a ping start, success and failure',
  );

/** Placeholders that a template may name. */
const placeholders = [
  'pipeline',
  'class',
  'exitCode',
  'summary',
  'code',
  'message',
  'hint',
  'startedAt',
  'finishedAt',
  'seconds',
  'read',
  'landed',
  'rejected',
  'blocked',
  'skipped',
  'inDoubt',
  'report',
  'log',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** Finds `{name}` in a template. */
export const PLACEHOLDER = /\{([A-Za-z]+)\}/g;

const body = z.union([z.string(), z.record(z.string(), z.unknown())]).superRefine(
  unless((value) => {
    const used = textsIn(value).flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name));
    const unknown = used.find((name) => !(placeholders as readonly (string | undefined)[]).includes(name));
    return unknown && `{${unknown}} is not a placeholder, expected one of ${placeholders.join(', ')}`;
  }),
);

const webhook = z.strictObject({
  webhook: secretAddress.describe('sends a POST request to this address'),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9-]+$/, 'not the name of a header'), z.string())
    .optional()
    .describe('headers of the request'),
  body: body
    .optional()
    .describe(
      `a text, or a mapping that is sent as JSON; it may contain ${placeholders.map((name) => `{${name}}`).join(', ')}; default: a summary as JSON`,
    ),
  on,
});

const ping = z.strictObject({
  ping: z
    .union([
      secretAddress,
      z.strictObject({
        start: secretAddress.optional().describe('the address to call when a run starts'),
        success: secretAddress.optional().describe('the address to call after exit code 0'),
        failure: secretAddress.optional().describe('the address to call after any other exit code'),
      }),
    ])
    .describe(
      'sends a GET request to this address, with /start or /fail at its end; or one address for each event',
    ),
  on,
});

const command = z.strictObject({
  command: z
    .array(z.string())
    .min(1)
    .describe(
      'runs this program with its arguments, without a shell; it gets the summary as JSON on standard input',
    ),
  on,
});

export const notifySchema = z
  .array(z.union([webhook, ping, command]))
  .min(1)
  .max(20);

export type Notifier = z.infer<typeof notifySchema>[number];
export type NotifyAddress = z.infer<typeof secretAddress>;
