import { type RunCode, RunError } from '../../../errors/run-error.ts';
import type { QueueUrl } from './queue-url.ts';

/** The words of a server or its driver, and the code of ours that they mean. */
const MEANINGS: readonly (readonly [RegExp, RunCode])[] = [
  [
    /\b(?:WRONGPASS|NOAUTH|NOPERM|28P01|28000|42501)\b|invalid password|password authentication|SCRAM/i,
    'FLEET.REFUSED',
  ],
  [
    /\b(?:SchemaVersionMismatch|UnsupportedPostgresVersion)\w*|version needs to be greater/,
    'FLEET.SERVER_VERSION',
  ],
  [/\bDB index\b/, 'FLEET.QUEUE_MISSING'],
  // No memory, no disk, a replica, or none of the replicas that it wants.
  [/\b(?:OOM|MISCONF|READONLY|MASTERDOWN|NOREPLICAS|BUSY|25006|53\w{3})\b/, 'FLEET.UNREACHABLE'],
  [/\bWRONGTYPE\b|\b42P07\b|\b42723\b|\b42710\b/, 'FLEET.FOREIGN_QUEUE'],
  [
    /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|3D000|57P0\d|08\w{3})\b|timeout|Connection (?:is closed|terminated)|MaxRetries|LOADING/i,
    'FLEET.UNREACHABLE',
  ],
];

/** Turns a fault of a queue's server or driver into the error that ends a command; a bug stays what it is. */
export function queueError(thrown: unknown, { shown }: Pick<QueueUrl, 'shown'>): unknown {
  if (thrown instanceof RunError) return thrown;
  const { code = '', name = '', message = String(thrown) } = thrown as NodeJS.ErrnoException;
  const said = `${code} ${name} ${message}`;
  const found = MEANINGS.find(([words]) => words.test(said));
  return found ? new RunError(found[1], `the queue ${shown}: ${message || code}`, { cause: thrown }) : thrown;
}
