import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import type { RequestEvent, Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';
import { defineCommand } from '../command.ts';
import { listenHost, optional, textOption, whole } from '../values.ts';

const REGIONS = ['us', 'eu', 'in'] as const;

/**
 * The only command whose logic is not a feature: the sandbox depends on nothing else, so the command calls it directly.
 */
export const sandbox = defineCommand({
  command: 'sandbox',
  describe: 'run the local chat service',
  builder: (y) =>
    y
      .example('$0 sandbox --port 7700', 'prints the address, the app id and the path of the key file')
      .option('port', { type: 'string', default: '0', describe: '0 picks a free port' })
      .option('host', {
        type: 'string',
        default: '127.0.0.1',
        describe: 'a name or address of this machine; others reach it by HTTPS',
      })
      .option('data', { type: 'string', describe: 'the SQLite file for its data' })
      .option('http', { type: 'boolean', default: false, describe: 'without TLS, on this machine only' })
      .option('limits', { type: 'string', default: 'none', describe: 'documented, build, none or N/min' })
      .option('faults', {
        type: 'string',
        describe: 'faults and how often they occur, such as 429:5%,lost:1%',
      })
      .option('quirks', {
        type: 'string',
        describe: 'choices where the API is not documented, such as poison=batch500; list shows all of them',
      })
      .option('region', { choices: REGIONS, describe: 'the region of the app; us in a new data file' })
      .option('retention', {
        type: 'string',
        default: 'none',
        describe: 'refuse messages older than this when they are imported, such as 183d; none takes all',
      })
      .option('webhook-hosts', {
        type: 'string',
        describe: 'hosts besides this machine that webhooks may be sent to, such as hooks.example.com',
      })
      .option('apps', { type: 'string', describe: 'ids of additional apps, such as one,two' })
      .option('seed', { type: 'string', default: '1', describe: 'makes faults repeatable' })
      .option('until-stdin-ends', { type: 'boolean', default: false, hidden: true }),
  handler: async (args, context, input) => {
    const quirks = optional(args, 'quirks');
    if (quirks === '' || quirks === 'list') {
      context.out((await import('../../sandbox/sandbox.ts')).quirkList());
      return 0;
    }
    const options = {
      port: whole(args, 'port', 65_535),
      host: listenHost(args, 'host'),
      data: optional(args, 'data'),
      http: args.http,
      limits: optional(args, 'limits') ?? 'none',
      faults: optional(args, 'faults'),
      quirks,
      region: args.region,
      retention: textOption(args, 'retention'),
      webhookHosts: optional(args, 'webhookHosts'),
      apps: optional(args, 'apps'),
      seed: whole(args, 'seed', Number.MAX_SAFE_INTEGER),
      untilStdinEnds: args.untilStdinEnds ? input : undefined,
    };
    return serve(options, context);
  },
});

type SandboxCommandOptions = {
  readonly port: number;
  readonly host: string;
  readonly data: string | undefined;
  readonly http: boolean;
  readonly limits: string;
  readonly faults: string | undefined;
  readonly quirks: string | undefined;
  readonly region: (typeof REGIONS)[number] | undefined;
  /** The age of messages that an import refuses, such as `183d`, or `none`. */
  readonly retention: string;
  readonly seed: number;
  /** Hosts besides this machine that webhooks may be sent to, separated by commas. */
  readonly webhookHosts: string | undefined;
  /** Ids of additional apps, separated by commas. */
  readonly apps: string | undefined;
  /** Also ends when standard input does, so that the sandbox does not outlive its parent process. */
  readonly untilStdinEnds: AsyncIterable<unknown> | undefined;
};

/** Runs the local service in the foreground until it is interrupted. */
async function serve(options: SandboxCommandOptions, context: CommandContext): Promise<number> {
  const library = await import('../../sandbox/sandbox.ts');
  try {
    const dataFile = dataFileOf(options, context);
    await using service = await library.startSandbox(startOptions(library, dataFile, options, context));
    if (service.isNew && !context.quiet)
      context.err(`a new database was made, with nothing in it: ${printable(dataFile)}\n`);
    context.out(context.json ? asJson(service) : banner(service, dataFile, context.style.bold));
    await ended(options.untilStdinEnds, context.signal);
    return 0;
  } catch (error) {
    if (error instanceof RangeError)
      throw new RunError('USAGE.INVALID', error.message, { hint: 'chatferry sandbox --help', cause: error });
    if (error instanceof library.SandboxError)
      throw new RunError('SANDBOX.FAILED', error.message, { cause: error });
    throw error;
  }
}

function dataFileOf({ data }: SandboxCommandOptions, { env }: CommandContext): string {
  const folder = env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  return resolve(data ?? join(folder, 'chatferry', 'sandbox.sqlite'));
}

function startOptions(
  { parseFaults, parseLimits, parseQuirks, parseRetention }: typeof import('../../sandbox/sandbox.ts'),
  dataFile: string,
  {
    port,
    host,
    http,
    limits,
    seed,
    apps,
    webhookHosts,
    faults,
    quirks,
    region,
    retention,
  }: SandboxCommandOptions,
  { verbose, err }: CommandContext,
): SandboxOptions {
  const retentionDays = parseRetention(retention);
  return {
    dataFile,
    port,
    host,
    http,
    // Who names another address than that of this machine alone allows it.
    allowRemote: true,
    limits: parseLimits(limits),
    seed,
    apps: listOf(apps),
    webhookHosts: listOf(webhookHosts),
    ...(region === undefined ? {} : { region }),
    ...(faults === undefined ? {} : { faults: parseFaults(faults) }),
    quirks: { ...parseQuirks(quirks ?? ''), ...(retentionDays > 0 ? { retentionDays } : {}) },
    ...(verbose ? { log: (event: RequestEvent) => err(requestLine(event)) } : {}),
  };
}

const listOf = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function asJson(service: Sandbox): string {
  const { baseUrl, callsBaseUrl, managementUrl, appId, region, files } = service;
  // Without its token: every secret is only in a file.
  const viewUrl = new URL('/', service.viewUrl).href;
  return `${JSON.stringify({ baseUrl, callsBaseUrl, managementUrl, viewUrl, appId, region, files })}\n`;
}

function banner(service: Sandbox, dataFile: string, bold: (text: string) => string): string {
  const { baseUrl, viewUrl, appId, region, files } = service;
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

/** Resolves at an interrupt, or when the input ends. */
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
