import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { RunError, usageError } from '../../errors/run-error.ts';
import type { RequestEvent, Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';
import { defineCommand } from '../command.ts';
import { flag, listenHost, optional, textOption, whole, word, wordOr } from '../values.ts';

const REGIONS = ['us', 'eu', 'in'] as const;

/**
 * The only command whose logic is not a feature: the sandbox depends on nothing else, so the command calls it directly.
 */
export const sandbox = defineCommand({
  command: 'sandbox',
  describe: 'run the local chat service',
  builder: (y) =>
    y
      .example('$0 sandbox --port 7700', 'print the address, the app id and the key file')
      .option('port', wordOr('0', '0 picks a free port'))
      .option('host', wordOr('127.0.0.1', 'a name or address of this machine; others reach it by HTTPS'))
      .option('data', word('the SQLite file for its data'))
      .option('in-memory', flag('data in memory only'))
      .option('seed-from', word('a pipeline whose rows it begins with'))
      .option('api-key-file', word('the file with an API key'))
      .option('app-id', word('the id of the app'))
      .option('clock', word('a fixed time, such as 2030-01-01T00:00:00Z'))
      .option('cors', word('origins of web pages that may use it'))
      .option('http', flag('without TLS, on this machine only'))
      .option('limits', wordOr('none', 'documented, build, none or N/min'))
      .option('faults', word('faults and how often they occur, such as 429:5%,lost:1%'))
      .option('quirks', word('behaviour that is not documented, such as poison=batch500; list shows all'))
      .option('region', { choices: REGIONS, describe: 'the region of the app; us in a new data file' })
      .option(
        'retention',
        wordOr('none', 'refuse to import messages older than this, such as 183d; none accepts all'),
      )
      .option('webhook-hosts', word('other hosts that may get webhooks, such as hooks.example.com'))
      .option('apps', word('ids of additional apps, such as one,two'))
      .option('seed', wordOr('1', 'makes faults repeatable'))
      .option('until-stdin-ends', { type: 'boolean', default: false, hidden: true }),
  handler: async (args, context, input) => {
    const library = await import('../../sandbox/sandbox.ts');
    const quirks = optional(args, 'quirks');
    if (quirks === '' || quirks === 'list') {
      context.out(library.quirkList());
      return 0;
    }
    if (args.inMemory && args.data !== undefined)
      throw usageError('--in-memory and --data contradict each other', { hint: 'leave one of them out' });
    const keyFile = optional(args, 'apiKeyFile');
    const appId = optional(args, 'appId');
    const clock = optional(args, 'clock');
    const given = {
      port: whole(args, 'port', 65_535),
      host: listenHost(args, 'host'),
      // Who names another address than that of this machine alone allows it.
      allowRemote: true,
      http: args.http,
      webhookHosts: listOf(optional(args, 'webhookHosts')),
      apps: listOf(optional(args, 'apps')),
      seed: whole(args, 'seed', Number.MAX_SAFE_INTEGER),
      cors: listOf(optional(args, 'cors')),
      ...(args.inMemory ? {} : { dataFile: dataFileOf(optional(args, 'data'), context) }),
      ...(keyFile === undefined ? {} : { apiKey: keyIn(keyFile) }),
      ...(appId === undefined ? {} : { appId }),
      ...(clock === undefined ? {} : { clock }),
    };
    const [limits, faults] = [optional(args, 'limits') ?? 'none', optional(args, 'faults')];
    const retention = textOption(args, 'retention');
    const parsed = (): SandboxOptions => {
      const days = library.parseRetention(retention);
      return {
        ...given,
        limits: library.parseLimits(limits),
        quirks: { ...library.parseQuirks(quirks ?? ''), ...(days > 0 ? { retentionDays: days } : {}) },
        ...(args.region === undefined ? {} : { region: args.region }),
        ...(faults === undefined ? {} : { faults: library.parseFaults(faults) }),
        ...(context.verbosity > 0 ? { log: (event: RequestEvent) => context.err(requestLine(event)) } : {}),
      };
    };
    const seedFrom = optional(args, 'seedFrom');
    const ends = args.untilStdinEnds ? input : undefined;
    return await serve(library, { options: parsed, seedFrom }, context, ends);
  },
});

/**
 * Runs the local service in the foreground until it is interrupted.
 * @param given reads what is left of the options, and the pipeline to seed from
 * @param input also ends it when it ends itself, so that the sandbox does not outlive its parent process
 */
async function serve(
  library: typeof import('../../sandbox/sandbox.ts'),
  { options, seedFrom }: { readonly options: () => SandboxOptions; readonly seedFrom: string | undefined },
  context: CommandContext,
  input: AsyncIterable<unknown> | undefined,
): Promise<number> {
  try {
    const read = options();
    const { dataFile } = read;
    await using service = await library.startSandbox(read);
    if (seedFrom !== undefined) await service.control.seed(() => seeded(seedFrom, service, context));
    if (service.isNew && dataFile !== undefined && !context.quiet)
      context.err(`a new database was made, with nothing in it: ${printable(dataFile)}\n`);
    context.out(context.json ? asJson(service) : banner(service, dataFile, context.style.bold));
    await ended(input, context.signal);
    return 0;
  } catch (error) {
    if (error instanceof RangeError)
      throw usageError(error.message, { hint: 'chatferry sandbox --help', cause: error });
    if (error instanceof library.SandboxError)
      throw new RunError('SANDBOX.FAILED', error.message, { cause: error });
    throw error;
  }
}

async function seeded(file: string, service: Sandbox, { env }: CommandContext): Promise<void> {
  const { seedSandbox } = await import('../../library/seed-sandbox.ts');
  await seedSandbox(file, service, env);
}

/** @throws RunError `USAGE.INVALID` if there is no such file; what is in it is not shown */
function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw usageError(`--api-key-file: ${file} cannot be read`, { cause: error });
  }
}

function dataFileOf(given: string | undefined, { env }: CommandContext): string {
  const folder = env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  return resolve(given ?? join(folder, 'chatferry', 'sandbox.sqlite'));
}

const listOf = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function asJson(service: Sandbox): string {
  const { baseUrl, callsBaseUrl, managementUrl, controlUrl, appId, region, files } = service;
  // Without its token: every secret is only in a file.
  const viewUrl = new URL('/', service.viewUrl).href;
  return `${JSON.stringify({ baseUrl, callsBaseUrl, managementUrl, viewUrl, controlUrl, appId, region, files })}\n`;
}

function banner(service: Sandbox, dataFile: string | undefined, bold: (text: string) => string): string {
  const { baseUrl, viewUrl, appId, region, files } = service;
  return [
    `${bold('sandbox')} is listening; Ctrl-C ends it`,
    `  base URL   ${baseUrl}`,
    `  web view   ${viewUrl}`,
    `  app        ${appId} · region ${region}`,
    `  key file   ${files.apiKey}`,
    `  CA file    ${files.ca}`,
    `  data       ${dataFile ?? 'in memory'}`,
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
