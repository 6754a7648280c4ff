import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import {
  parseFaults,
  parseLimits,
  parseQuirks,
  type RequestEvent,
  SandboxError,
  startSandbox,
} from '../../sandbox/sandbox.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';

export type SandboxCommandOptions = {
  readonly port: number;
  readonly data: string | undefined;
  readonly http: boolean;
  readonly limits: string;
  readonly faults: string | undefined;
  readonly quirks: string | undefined;
  readonly seed: number;
  /** Ids of further apps, separated by commas. */
  readonly apps: string | undefined;
  /** Also ends when standard input does: a parent process that dies takes its sandbox with it. */
  readonly untilStdinEnds: AsyncIterable<unknown> | undefined;
};

/** Runs the local service in the foreground until it is interrupted. */
export async function sandbox(options: SandboxCommandOptions, context: CommandContext): Promise<number> {
  const dataFile = resolve(
    options.data ??
      join(
        context.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'),
        'chatferry',
        'sandbox.sqlite',
      ),
  );
  try {
    await using service = await startSandbox({
      dataFile,
      port: options.port,
      http: options.http,
      limits: parseLimits(options.limits),
      seed: options.seed,
      apps: options.apps?.split(',').map((id) => id.trim()) ?? [],
      ...(options.faults === undefined ? {} : { faults: parseFaults(options.faults) }),
      ...(options.quirks === undefined ? {} : { quirks: parseQuirks(options.quirks) }),
      ...(context.verbose ? { log: (event: RequestEvent) => context.err(requestLine(event)) } : {}),
    });
    const { baseUrl, callsBaseUrl, managementUrl, appId, region, files } = service;
    // Without its token, which stands in a file as every other secret does.
    const viewUrl = new URL('/', service.viewUrl).href;
    if (context.json)
      context.out(
        `${JSON.stringify({ baseUrl, callsBaseUrl, managementUrl, viewUrl, appId, region, files })}\n`,
      );
    else context.out(banner(service, dataFile, context.style.bold));
    await ended(options.untilStdinEnds, context.signal);
    return 0;
  } catch (error) {
    if (error instanceof RangeError)
      throw new RunError('USAGE.INVALID', error.message, { hint: 'chatferry sandbox --help', cause: error });
    if (error instanceof SandboxError) throw new RunError('SANDBOX.FAILED', error.message, { cause: error });
    throw error;
  }
}

function banner(
  {
    baseUrl,
    viewUrl,
    appId,
    region,
    files,
  }: {
    baseUrl: string;
    viewUrl: string;
    appId: string;
    region: string;
    files: { apiKey: string; ca: string };
  },
  dataFile: string,
  bold: (text: string) => string,
): string {
  return [
    `${bold('sandbox')} is listening; Ctrl-C ends it`,
    `  base URL   ${baseUrl}`,
    `  web view   ${viewUrl}`,
    `  app        ${appId} · region ${region}`,
    `  key file   ${files.apiKey}`,
    `  CA file    ${files.ca}`,
    `  data       ${dataFile}`,
    `  try        curl --cacert ${files.ca} -H "apikey: $(cat ${files.apiKey})" ${baseUrl}/users`,
    '',
  ].join('\n');
}

function requestLine({ method, path, status, ms, fault }: RequestEvent): string {
  return `${new Date().toISOString()} ${printable(method)} ${printable(path)} ${status || 'no answer'} ${ms.toFixed(1)} ms${fault ? ` fault=${fault}` : ''}\n`;
}

/** Resolves at the interrupt, or when the input ends. */
async function ended(input: AsyncIterable<unknown> | undefined, signal: AbortSignal): Promise<void> {
  const interrupted = new Promise<void>((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
  if (!input) return interrupted;
  const drained = (async () => {
    for await (const _ of input);
  })().catch(() => {});
  await Promise.race([interrupted, drained]);
}
