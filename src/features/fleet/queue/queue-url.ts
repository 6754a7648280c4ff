import { RunError, usageError } from '../../../errors/run-error.ts';

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
    throw usageError('--queue contains a password, and other users can read a command line', {
      hint: `export ${VARIABLE}=…  with the password, and leave --queue out`,
    });
  const problem = problemOf(parsed, kind);
  if (problem !== undefined) throw new RunError('FLEET.QUEUE_MISSING', `${from} ${problem}`);
  return { kind, url, shown: `${parsed.protocol}//${parsed.host}${parsed.pathname.replace(/\/$/, '')}` };
}

/** A part that a driver would choke on, or misread; undefined if there is none. Without any part that may be secret. */
function problemOf(
  { username, password, hostname, pathname }: URL,
  kind: QueueUrl['kind'],
): string | undefined {
  if (![username, password, pathname].every(isDecodable))
    return 'contains an invalid %; write a % in a password as %25';
  if (kind === 'postgres') return undefined;
  if (hostname === '') return 'has no host: redis://HOST:6379';
  return /^\/?\d*$/.test(pathname) ? undefined : 'has a database that is not a number: redis://HOST:6379/0';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
