import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CheckResult, conformanceChecks, openPeer, runConformance } from '../../src/index.ts';
import { printable } from '../../src/terminal/printable.ts';

/** Runs the conformance suite over a service, prints a line for each check, and ends with 0, or 5 where one failed. */

const USAGE = `usage: npm run conformance -- --base-url URL --key-file FILE [--auth-key-file FILE] [--calls-base-url URL]
         [--management-url URL --management-key-file FILE --management-secret-file FILE]
         [--ca FILE] [--only TEXT] [--write [--yes-write-into HOST-OR-APP-ID]]

Only reads unless --write is given. What --write makes has names of its own and is removed again.
`;
const FAILED = 5;
const MISUSED = 2;

class UsageError extends Error {}

const text = { type: 'string' } as const;

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': text,
        'key-file': text,
        'auth-key-file': text,
        'calls-base-url': text,
        'management-url': text,
        'management-key-file': text,
        'management-secret-file': text,
        ca: text,
        only: text,
        write: { type: 'boolean', default: false },
        'yes-write-into': text,
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Values = ReturnType<typeof parsed>;

function needed(
  values: Values,
  name: 'base-url' | 'key-file' | 'management-key-file' | 'management-secret-file',
): string {
  return values[name] ?? usage(`--${name} is missing`);
}

function usage(message: string): never {
  throw new UsageError(message);
}

function secretIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    return usage(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Writing into anything but this machine is said twice. */
function checkWriting(baseUrl: string, { write, 'yes-write-into': said }: Values): void {
  const { hostname, host } = new URL(baseUrl);
  if (!write || /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)) return;
  const appId = hostname.split('.')[0];
  if (said !== undefined && [hostname, host, appId].includes(said)) return;
  usage(`--write makes and removes rows in ${host}: say --yes-write-into ${appId} too`);
}

function optionsOf(values: Values) {
  const baseUrl = needed(values, 'base-url');
  if (!URL.canParse(baseUrl)) usage(`${baseUrl} is not a URL`);
  checkWriting(baseUrl, values);
  const managementUrl = values['management-url'];
  const authKey = values['auth-key-file'];
  return {
    baseUrl,
    apiKey: secretIn(needed(values, 'key-file')),
    authKey: authKey === undefined ? undefined : secretIn(authKey),
    callsBaseUrl: values['calls-base-url'],
    caFile: values.ca,
    management:
      managementUrl === undefined
        ? undefined
        : {
            url: managementUrl,
            key: secretIn(needed(values, 'management-key-file')),
            secret: secretIn(needed(values, 'management-secret-file')),
          },
  };
}

function line({ status, name, reason, ms }: CheckResult): string {
  const why = reason === undefined ? '' : `  ${printable(reason)}`;
  return `${status.toUpperCase().padEnd(7)} ${String(ms).padStart(6)} ms  ${name}${why}\n`;
}

async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const values = parsed(args);
  await using peer = openPeer(optionsOf(values));
  const checks = conformanceChecks.filter(
    ({ needs, name }) => (needs === 'read' || values.write) && name.includes(values.only ?? ''),
  );
  const results = await runConformance(checks, peer, (result) => process.stdout.write(line(result)), {
    signal,
  });
  const count = (wanted: CheckResult['status']): number =>
    results.filter(({ status }) => status === wanted).length;
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`);
  return count('failed') > 0 || signal.aborted ? FAILED : 0;
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
try {
  process.exitCode = await main(process.argv.slice(2), stop.signal);
} catch (error) {
  const isMisuse = error instanceof UsageError || (error as { code?: unknown }).code === 'OPTIONS.INVALID';
  if (!isMisuse) throw error;
  process.stderr.write(`${(error as Error).message}\n${USAGE}`);
  process.exitCode = MISUSED;
}
