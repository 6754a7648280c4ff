import { RunError } from '../../../errors/run-error.ts';

/** The address of a queue. */
export type QueueUrl = {
  readonly kind: 'redis' | 'postgres';
  /** With the password: never printed. */
  readonly url: string;
  /** Server and database, without user and password. */
  readonly shown: string;
};

const KINDS: Readonly<Record<string, QueueUrl['kind']>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};

const VARIABLE = 'CHATFERRY_QUEUE';

/**
 * The queue that `--queue` names, without it `CHATFERRY_QUEUE`.
 * @throws RunError `FLEET.QUEUE_MISSING`; `USAGE.INVALID` for a password on the command line, which everybody can read
 */
export function queueUrlOf(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): QueueUrl {
  const url = given ?? env[VARIABLE] ?? '';
  const from = given === undefined ? VARIABLE : '--queue';
  if (url === '') throw new RunError('FLEET.QUEUE_MISSING', `neither --queue nor ${VARIABLE} is given`);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const kind = KINDS[parsed?.protocol ?? ''];
  if (!parsed || !kind)
    throw new RunError(
      'FLEET.QUEUE_MISSING',
      `${from} is no address of a queue: redis:, rediss: or postgres:`,
    );
  if (given !== undefined && parsed.password !== '')
    throw new RunError('USAGE.INVALID', '--queue has a password, and a command line is read by others', {
      hint: `export ${VARIABLE}=…  with the password, and leave --queue out`,
    });
  return { kind, url, shown: `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/\/$/, '')}` };
}
