import { conformanceChecks } from '../../conformance/checks.ts';
import { openPeer, type PeerOptions } from '../../conformance/open-service.ts';
import {
  foreignProbes,
  type ProbeAnswer,
  probe,
  probeByReading,
  quirksOf,
} from '../../conformance/probe/probe.ts';
import { type CheckResult, runConformance } from '../../conformance/run-conformance.ts';
import { exitCodes, firstError, usageError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { readApiKey } from '../../pipeline/target.ts';
import { isLoopback } from '../../service/api/base-url.ts';
import type { Secret } from '../../service/transport/secret.ts';
import type { Questions, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import { clearForeign } from './probe/clear-foreign.ts';

/** Options of `conformance`. Keys are in files: the text of an argument is seen by every user of the machine. */
export type ShowConformanceOptions = {
  readonly url: string;
  /** Without it, the key is in the variable `CHATFERRY_API_KEY`. */
  readonly keyFile: string | undefined;
  readonly authKeyFile: string | undefined;
  readonly callsBaseUrl: string | undefined;
  readonly management:
    | { readonly url: string; readonly keyFile: string; readonly secretFile: string }
    | undefined;
  readonly caFile: string | undefined;
  /** Only checks and open points whose text contains it. */
  readonly only: string;
  /** Also makes rows of its own, and removes them. */
  readonly write: boolean;
  /** App id or host, without which only a service on this machine is written to. */
  readonly yesWriteInto: string | undefined;
};

/** The checks that were made, and the open points. */
type Found = {
  readonly results: readonly CheckResult[];
  readonly answers: readonly ProbeAnswer[];
  readonly left: readonly string[];
};

/**
 * Checks whether a service is as documented, and says which documented form it has of what is open. Prints each result as soon
 * as it is there.
 * @returns the exit code: 0, or 5 if a check failed or a row is left
 * @throws RunError `USAGE.INVALID`, `AUTH.KEY_MISSING`, `AUTH.REFUSED`, `RUN.DECLINED`
 */
export async function showConformance(
  options: ShowConformanceOptions,
  context: Runtime & Stdout & Stderr & Questions,
): Promise<number> {
  const { out, json, signal } = context;
  requireWritable(options);
  const peers = await peerOptions(options, context);
  await requireAnswer(peers, signal);
  await using peer = opened(peers);
  // Before the first row is written.
  if (options.write) await clearForeign(peer, await foreignProbes(peer, [], signal), context, signal);
  const print = (text: string): void => (json ? undefined : out(text));
  const checks = conformanceChecks.filter(
    ({ needs, name }) => (needs === 'read' || options.write) && name.includes(options.only),
  );
  const results = await runConformance(checks, peer, (result) => print(line(result)), { signal });
  signal.throwIfAborted();
  const { answers, left } = await openPoints(peer, options, context);
  for (const answer of answers) print(pointLine(answer));
  const found: Found = { results, answers, left };
  const exitCode = results.some(isFailed) || left.length > 0 ? exitCodes.different : exitCodes.ok;
  if (json) out(documentOf(found, exitCode));
  else print(endOf(found));
  return exitCode;
}

/** Milliseconds for the first answer of the service. */
const FIRST_ANSWER_MS = 3_000;

const isFailed = ({ status }: CheckResult): boolean => status === 'failed';

/** @throws RunError `USAGE.INVALID` */
function requireWritable({ url, write, yesWriteInto }: ShowConformanceOptions): void {
  if (!URL.canParse(url)) throw usageError(`${printable(url)} is not a URL`);
  if (!write || isLoopback(url)) return;
  const { hostname, host } = new URL(url);
  const appId = hostname.split('.')[0] ?? hostname;
  if (yesWriteInto !== undefined && [hostname, host, appId].includes(yesWriteInto)) return;
  throw usageError(`--write makes and removes rows in ${host}`, {
    hint: `add --yes-write-into ${appId}`,
    missingFlags: ['--yes-write-into'],
  });
}

async function peerOptions(options: ShowConformanceOptions, context: Runtime): Promise<PeerOptions> {
  const place = { file: '', folder: process.cwd(), secrets: [] };
  const secretIn = (file: string): Promise<Secret> => readApiKey({ file }, place, context);
  const { url: baseUrl, keyFile, authKeyFile, callsBaseUrl, caFile, management } = options;
  return {
    baseUrl,
    apiKey: await readApiKey(keyFile === undefined ? undefined : { file: keyFile }, place, context),
    authKey: authKeyFile === undefined ? undefined : await secretIn(authKeyFile),
    callsBaseUrl,
    caFile,
    management: management && {
      url: management.url,
      key: await secretIn(management.keyFile),
      secret: await secretIn(management.secretFile),
    },
  };
}

/** @throws RunError `USAGE.INVALID` for an address that no client takes */
function opened(options: PeerOptions): ReturnType<typeof openPeer> {
  try {
    return openPeer(options);
  } catch (error) {
    const first = firstError(error);
    throw first instanceof ServiceError ? usageError(first.message, { cause: first }) : first;
  }
}

/**
 * One answer of the service, before checks each wait for a minute that nobody answers.
 * @throws RunError `SERVICE.UNREACHABLE` and the like, `USAGE.INVALID` if the address is none of the API
 */
async function requireAnswer(options: PeerOptions, signal: AbortSignal): Promise<void> {
  await using peer = opened({ ...options, outageMs: FIRST_ANSWER_MS });
  const { status } = await peer.send({ method: 'GET', path: '/users?limit=1' }, signal);
  if (status === 404)
    throw usageError(`${printable(options.baseUrl)} has no call GET /users: the base address ends in /v3`);
}

/** With `--write` a probe, else the forms that reading alone shows. */
async function openPoints(
  peer: ReturnType<typeof openPeer>,
  { write, only }: ShowConformanceOptions,
  { signal, system: { random, clock } }: Runtime,
): Promise<Pick<Found, 'answers' | 'left'>> {
  const [token, nowMs] = [random.hex(4), clock.now()];
  const { answers, left } = write
    ? await probe(peer, { token, nowMs, signal, begin: async () => {}, removed: async () => {} })
    : { answers: await probeByReading(peer, signal), left: [] };
  return { answers: answers.filter(({ asks }) => asks.includes(only)), left };
}

const WIDTH = 7;

function line({ status, name, reason, ms }: CheckResult): string {
  const why = reason === undefined ? '' : `  ${printable(reason)}`;
  return `${status.toUpperCase().padEnd(WIDTH)} ${String(ms).padStart(6)} ms  ${name}${why}\n`;
}

const pointLine = ({ asks, says, quirk }: ProbeAnswer): string =>
  `${'FORM'.padEnd(WIDTH)}            ${asks}  ${says}${quirk === undefined ? '' : ` (${quirk})`}\n`;

function endOf({ results, answers, left }: Found): string {
  const count = (wanted: CheckResult['status']): number =>
    results.filter(({ status }) => status === wanted).length;
  const quirks = quirksOf(answers);
  const alike = `chatferry sandbox${quirks === '' ? '' : ` --quirks ${quirks}`}`;
  return [
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    ...(left.length > 0 ? [`not everything could be removed: ${left.map(printable).join(', ')}`] : []),
    ...(answers.length > 0 ? [`the sandbox that answers alike:  ${alike}`] : []),
    '',
  ].join('\n');
}

const documentOf = ({ results, answers, left }: Found, exitCode: number): string =>
  printableJson({
    version: 1,
    command: 'conformance',
    exitCode,
    checks: results,
    answers,
    quirks: quirksOf(answers),
    left,
  });
