import type { Questions, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type DoctorOptions, examine } from './examine.ts';
import { doctorExitCode, type Finding, skippedCheck } from './finding.ts';
import type { PipelineProbe } from './probe/probe-pipeline.ts';

/** The checks of a service, in order; if one fails, later checks may be skipped. */
const SERVICE_CHECKS = [
  'key',
  'dns',
  'connection',
  'tls',
  'api',
  'clock',
  'rate limits',
  'app',
  'key scope',
  'conformance',
];

/**
 * Checks everything that could prevent a run, and prints what to do about it; writes nothing to the service but rows of a probe,
 * if that is asked for.
 * @returns the exit code: 0 if no check failed, else that of the most severe failure
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED` if a probe is not agreed to
 */
export async function doctor(
  options: DoctorOptions,
  context: Runtime & Stdout & Stderr & Questions,
): Promise<number> {
  const { json, quiet, out, style } = context;
  const findings: Finding[] = [];
  const add = (finding: Finding): void => {
    findings.push(finding);
    const isShown = !quiet || finding.status === 'warn' || finding.status === 'fail';
    if (!json && isShown) out(lineOf(finding, style));
  };
  for await (const finding of allFindings(options, context)) add(finding);
  const probed = options.probe ? await probeAfter(findings, add, options, context) : undefined;
  const exitCode = doctorExitCode(findings);
  if (json) {
    const shown = findings.map(({ exit: _, ...finding }) => finding);
    out(
      printableJson({
        version: 1,
        command: 'doctor',
        exitCode,
        findings: shown,
        ...(probed ? { probe: probed } : {}),
      }),
    );
  } else if (!quiet) out(`${endOf(findings, options.pipeline, style)}\n`);
  return exitCode;
}

/** Probes the service unless a check has failed, which would only fail again. */
async function probeAfter(
  findings: readonly Finding[],
  add: (finding: Finding) => void,
  options: DoctorOptions,
  context: Runtime & Stdout & Stderr & Questions,
): Promise<PipelineProbe | undefined> {
  const failed = findings.find(({ status }) => status === 'fail');
  if (failed) {
    add(skippedCheck('probe', `not asked, because ${failed.check} failed`));
    return undefined;
  }
  // Loaded for those who ask.
  const { probeFindings } = await import('./probe/probe-findings.ts');
  const { findings: more, probed } = await probeFindings(options, context);
  for (const finding of more) add(finding);
  return probed;
}

/** Every finding; after a failure, also the checks of the service that were skipped because of it. */
async function* allFindings(options: DoctorOptions, context: Runtime & Stderr): AsyncGenerator<Finding> {
  const checked = new Set<string>();
  let failed: Finding | undefined;
  for await (const finding of examine(options, context)) {
    checked.add(finding.check);
    if (finding.status === 'fail') failed ??= finding;
    yield finding;
  }
  if (!failed) return;
  for (const check of SERVICE_CHECKS)
    if (!checked.has(check)) yield skippedCheck(check, `not checked, because ${failed.check} failed`);
}

const WIDTH = 13;

function lineOf({ check, status, message, next }: Finding, style: Style): string {
  const paint = { pass: style.green, warn: style.yellow, fail: style.red, skip: style.dim }[status];
  const hint = next === undefined ? '' : `\n      → ${style.bold(printable(next))}`;
  return `${paint(status.toUpperCase())}  ${check.padEnd(WIDTH)}  ${printable(message)}${hint}\n`;
}

function endOf(findings: readonly Finding[], file: string, style: Style): string {
  const count = (wanted: Finding['status']): number =>
    findings.filter(({ status }) => status === wanted).length;
  const totals = `  ${count('pass')} passed, ${count('warn')} to check, ${count('fail')} failed, ${count('skip')} skipped`;
  const next =
    count('fail') > 0
      ? `correct the failed checks, then:  chatferry doctor ${file}`
      : `chatferry run ${file}`;
  return `${totals}\n  next  ${style.bold(next)}`;
}
