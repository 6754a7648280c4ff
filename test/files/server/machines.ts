import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from '../../../bench/generate.ts';
import { checkMessages, filesOf, type Verdict } from '../../e2e/checker.ts';
import { type CliProcess, startCli } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { FAST, targetOf } from '../../e2e/workspace.ts';
import { type SandboxHere, startSandboxHere } from '../../support/cli-here.ts';
import { type EndedHere, mainHere } from '../../support/main-here.ts';
import { type Gate, startGate } from '../../support/services/gate.ts';

/** Machines with one pipeline, whose state a server keeps: each is a folder for copies, and has nothing else of the others. */
export type Machines = AsyncDisposable & {
  readonly folder: string;
  readonly pipeline: string;
  readonly sandbox: SandboxHere;
  /** Stands before the sandbox, open, for requests with messages. */
  readonly gate: Gate;
  /** Starts a command on a machine; `PIPELINE` stands for the pipeline. */
  start(machine: string, ...args: readonly string[]): CliProcess;
  /** Runs one to its end, in this process. */
  on(machine: string, ...args: readonly string[]): Promise<EndedHere>;
  /** What the service has of the messages, compared with the files. */
  messages(): Promise<Verdict>;
  /** The ids of all messages that the service has, each as often as it has it. */
  muids(): Promise<string[]>;
};

export type MachinesOptions = {
  /** The URL of the state. */
  readonly url: string;
  readonly messages?: number;
  readonly bad?: number;
  /** Further lines of the pipeline. */
  readonly rest?: string;
  /** Arguments of the sandbox. */
  readonly sandbox?: readonly string[];
};

/** Makes files, a service for them, and a pipeline. */
export async function machinesWith(options: MachinesOptions): Promise<Machines> {
  const { url, messages = 600, bad = 0, rest = '', sandbox: args = [] } = options;
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-machines-'));
  const amounts = { users: 40, groups: 5, members: 80, messages, bad };
  await generate({ out: folder, ...amounts, format: 'ndjson', seed: 7 });
  const sandbox = await startSandboxHere(folder, args);
  const gate = await startGate(sandbox.baseUrl, '/data_import/messages');
  const pipeline = join(folder, 'shared.yaml');
  const sources = ['users', 'groups', 'members', 'messages'].map(
    (name) => `  ${name}: { path: ${name}.ndjson }`,
  );
  const lines = [
    'version: 1',
    'name: shared',
    `target: ${targetOf({ ...sandbox, baseUrl: gate.baseUrl })}`,
    FAST,
    'sources:',
    ...sources,
  ];
  // The password comes from the environment, where it belongs.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the pipeline holds
  writeFileSync(pipeline, [...lines, 'state: "${STATE_URL}"', rest].join('\n'));
  const lineOf = (machine: string, words: readonly string[]) =>
    [
      words.map((word) => (word === 'PIPELINE' ? pipeline : word)),
      { STATE_URL: url, XDG_CACHE_HOME: join(folder, `cache of ${machine}`) },
    ] as const;
  const start: Machines['start'] = (machine, ...words) => startCli(...lineOf(machine, words));
  return {
    folder,
    pipeline,
    sandbox,
    gate,
    start,
    on: (machine, ...words) => mainHere(...lineOf(machine, words)),
    messages: () =>
      checkMessages(
        filesOf(folder, 'messages'),
        ({ text, data }) => Boolean((text ?? data?.text ?? 'x').trim()),
        serviceReader(sandbox.baseUrl, sandbox.apiKey),
      ),
    muids: async () => {
      const found: string[] = [];
      const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
      for await (const { muid } of reader.messages('&category=message')) found.push(muid);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await gate[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until something is true. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await sleep(50);
}
