import { z } from 'zod';
import { keyPlace, shortTime, webAddress } from './api-schema.ts';
import { choice } from './field-schema.ts';

/** Schema of how a pipeline file says that two systems are kept alike while people move. */

const SIZE = /^([1-9]\d{0,5})(MB|GB)$/;
/** A secret, or two of them while one replaces the other. */
const secrets = z.array(keyPlace).min(1).max(2);

/** The login by which events of an app of the service are recognised, and the keys that set its webhooks. */
const serviceHooks = {
  user: z
    .string()
    .regex(/^[\x21-\x39\x3b-\x7e]{1,100}$/, 'printable characters without spaces and colons')
    .optional()
    .describe('the name with which the service logs in to the receiver; default: chatferry'),
  password: z
    .union([...keyPlace.options, secrets])
    .optional()
    .describe('where to find its password; two while one replaces the other'),
  hooks: z
    .strictObject({
      managementUrl: webAddress.optional().describe('the address of the management API'),
      key: keyPlace.describe('where to find the key of the account'),
      secret: keyPlace.describe('where to find its secret'),
    })
    .optional()
    .describe('the keys with which webhooks of the app are set'),
};

export const liveSchema = z.strictObject({
  direction: choice(
    ['forward', 'both'],
    'forward: what happens in the old system happens in the service; both: also the other way; default: forward',
  ),
  listen: z
    .strictObject({
      host: z
        .string()
        .regex(/^[A-Za-z0-9.:-]+$/)
        .optional()
        .describe('the address to listen on; default: 127.0.0.1, another one only with tls'),
      port: z.int().min(0).max(65_535).optional().describe('the port to listen on; default: 8787'),
      tls: z
        .strictObject({
          cert: z.string().min(1).describe('the PEM file of the certificate'),
          key: z.string().min(1).describe('the PEM file of its key'),
        })
        .optional()
        .describe('a certificate; default: plain http, behind a proxy of yours'),
    })
    .optional()
    .describe('where events are received'),
  publicUrl: webAddress.optional().describe('the address at which the systems reach the receiver'),
  hooks: choice(
    ['set', 'manual'],
    'set: webhooks are set through the API; manual: you set them; default: set',
  ),
  old: z
    .strictObject({
      secrets: secrets
        .optional()
        .describe('where to find the secrets that sign events of the old system; default: that of its api'),
      ...serviceHooks,
    })
    .optional()
    .describe('how events of the old system are recognised'),
  service: z.strictObject(serviceHooks).optional().describe('how events of the service are recognised'),
  write: choice(
    ['auto', 'send', 'import'],
    'how new messages are written: send: people are notified; import: they are not; auto: sent while they are fresh; default: auto',
  ),
  freshFor: shortTime('so long a message is fresh; default: 2m'),
  overlap: shortTime('so much before the first event is listed again; default: 10m'),
  waitForParent: shortTime('so long an edit, a reply or a reaction waits for its message; default: 30s'),
  reconcile: z
    .union([
      z.literal('off'),
      z.string().regex(/^([1-9]\d{0,3})([smhd])$/, 'expected a time such as 6h, or off'),
    ])
    .optional()
    .describe('how often the last 24 hours are listed again; default: 6h'),
  onDead: choice(
    ['pass', 'hold'],
    'what later events of a conversation do behind one that cannot be written: pass, or wait; default: pass',
  ),
  backlog: z
    .strictObject({
      events: z.int().positive().optional().describe('the most events that wait; default: 1000000'),
      size: z
        .string()
        .regex(SIZE, 'expected a size such as 500MB or 4GB')
        .optional()
        .describe('the most bytes that wait; default: 4GB'),
      keep: shortTime('so long events are kept after they are done; default: 7d'),
    })
    .optional()
    .describe('bounds of what waits'),
  filesWithin: shortTime('with files: so long a message waits for the copy of its files; default: 60s'),
  back: z
    .strictObject({
      push: z.boolean().optional().describe('true: the old system notifies people; default: false'),
    })
    .optional()
    .describe('writing to the old system; with direction: both'),
});
export type LiveSchema = z.infer<typeof liveSchema>;

/** A size such as `4GB` in bytes. */
export function backlogBytes(text: string): number {
  const [, amount, unit] = SIZE.exec(text) ?? [];
  return Number(amount) * (unit === 'GB' ? 1e9 : 1e6);
}
