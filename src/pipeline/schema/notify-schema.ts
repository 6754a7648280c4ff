import { z } from 'zod';
import { isLoopback } from '../../service/api/base-url.ts';
import { faultless } from './field-schema.ts';

/** Schema of how a pipeline file says who is told about a run. */

/** Classes of what can have happened: each class is a group of exit codes, but for `start`. */
const notifyClasses = [
  'start',
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
  return 'not https; plain http is allowed to this machine only';
}

const address = faultless(z.string(), addressFault).describe('https, or plain http to this machine');

/** A value that is often a secret: itself, or where it is found when it is needed. */
export const secretPlace = z.union([
  z.strictObject({
    env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of an environment variable'),
  }),
  z.strictObject({ file: z.string().min(1) }),
]);
const secretAddress = z.union([address, ...secretPlace.options]).meta({ id: 'notifyAddress' });

const on = z
  .array(z.enum([...notifyClasses, 'failure']))
  .min(1)
  .meta({ id: 'notifyOn' })
  .optional()
  .describe('when: failure is every exit code but 0; default: failure, for a ping also start and success');

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

/** All texts in a value, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const body = z.union([z.string(), z.record(z.string(), z.unknown())]).superRefine((value, context) => {
  const used = textsIn(value).flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name));
  const unknown = used.find((name) => !(placeholders as readonly (string | undefined)[]).includes(name));
  if (unknown === undefined) return;
  const message = `{${unknown}} is no placeholder, expected one of ${placeholders.join(', ')}`;
  context.addIssue({ code: 'custom', message });
});

const webhook = z.strictObject({
  webhook: secretAddress,
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/, 'not the name of a header'), z.string()).optional(),
  body: body
    .optional()
    .describe('a text, or a mapping that is sent as JSON, with {placeholders}; default: a summary as JSON'),
  on,
});

const ping = z.strictObject({
  ping: z
    .union([
      secretAddress,
      z.strictObject({
        start: secretAddress.optional(),
        success: secretAddress.optional(),
        failure: secretAddress.optional(),
      }),
    ])
    .describe('an address that gets /start and /fail at its end, or one for each'),
  on,
});

const command = z.strictObject({
  command: z.array(z.string()).min(1).describe('a program and its arguments, without a shell'),
  on,
});

export const notifySchema = z
  .array(z.union([webhook, ping, command]))
  .min(1)
  .max(20);

export type Notifier = z.infer<typeof notifySchema>[number];
export type NotifyAddress = z.infer<typeof secretAddress>;
