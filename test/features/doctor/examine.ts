import { expect } from 'vitest';
import { doctor } from '../../../src/features/doctor/doctor.ts';
import type { Finding } from '../../../src/features/doctor/finding.ts';
import { realSystem } from '../../../src/system/system.ts';
import type { CommandContext } from '../../../src/terminal/context.ts';
import { styleFor } from '../../../src/terminal/style.ts';
import type { Opened } from '../../sandbox/sandbox-client.ts';

type Report = { readonly exitCode: number; readonly findings: readonly Finding[] };
type Options = {
  readonly thorough?: boolean;
  readonly files?: boolean;
  readonly probe?: boolean;
  readonly yes?: boolean;
  readonly env?: Record<string, string>;
  readonly more?: Partial<CommandContext>;
};

function contextOf(
  out: (text: string) => void,
  env: Record<string, string>,
  more: Partial<CommandContext>,
): CommandContext {
  return {
    system: realSystem,
    out,
    err: () => {},
    env,
    signal: new AbortController().signal,
    style: styleFor(false),
    errStyle: styleFor(false),
    live: false,
    columns: () => 80,
    width: undefined,
    json: true,
    quiet: false,
    verbosity: 0,
    allowCode: false,
    commandLine: 'chatferry doctor',
    ...more,
  };
}

/** The target of a sandbox in a pipeline file; `over` replaces members. */
export function target({ sandbox }: Pick<Opened, 'sandbox'>, over: Record<string, unknown> = {}): string {
  const { baseUrl, files } = sandbox;
  return JSON.stringify({ baseUrl, caFile: files.ca, apiKey: { file: files.apiKey }, ...over });
}

/** The output of the doctor, and its exit code. */
export async function run(
  pipeline: string,
  { thorough = false, files = false, probe = false, yes = false, env = {}, more = {} }: Options = {},
) {
  let text = '';
  const context = contextOf(
    (chunk) => {
      text += chunk;
    },
    env,
    more,
  );
  const exitCode = await doctor({ pipeline, thorough, files, probe, yes }, context);
  return { exitCode, text };
}

/** The findings of the doctor, as JSON. */
export async function examine(pipeline: string, options: Options = {}): Promise<Report> {
  const { exitCode, text } = await run(pipeline, options);
  const report = JSON.parse(text) as Report;
  expect(report.exitCode).toBe(exitCode);
  return report;
}

/** The finding of a check. */
export const named = ({ findings }: Report, check: string) => findings.find((one) => one.check === check);
/** The checks that failed. */
export const failures = ({ findings }: Report) =>
  findings.filter(({ status }) => status === 'fail').map(({ check }) => check);
