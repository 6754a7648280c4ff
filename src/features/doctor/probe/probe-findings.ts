import { RunError } from '../../../errors/run-error.ts';
import type { Questions, Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
import { noAnswerFinding } from '../examine-target.ts';
import { type Finding, pass, skippedCheck, warn } from '../finding.ts';
import { type PipelineProbe, probePipeline } from './probe-pipeline.ts';

const CHECK = 'probe';

/** Codes that say that nobody has agreed: they end the command. */
const NOT_AGREED: ReadonlySet<string> = new Set(['USAGE.INVALID', 'RUN.DECLINED']);

/**
 * Probes the service of a pipeline.
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED` if nobody agrees to it
 */
export async function probeFindings(
  options: { readonly pipeline: string; readonly yes: boolean },
  context: Runtime & Stdout & Stderr & Questions,
): Promise<{ readonly findings: readonly Finding[]; readonly probed?: PipelineProbe }> {
  try {
    const probed = await probePipeline(options, context);
    return { findings: [...findingsOf(probed, options.pipeline)], probed };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof RunError && NOT_AGREED.has(error.code)) throw error;
    return { findings: [noAnswerFinding(CHECK, error)] };
  }
}

function* findingsOf(
  { answers, left, quirks, importCalls }: PipelineProbe,
  file: string,
): Generator<Finding> {
  for (const { asks, says, form, quirk, before } of answers) {
    const text = `${asks} ${says}${quirk === undefined ? '' : ` (${quirk})`}`;
    if (form === undefined) yield skippedCheck(CHECK, text);
    else if (before === undefined) yield pass(CHECK, text);
    else yield warn(CHECK, `${text}; the last probe has found: ${before}`, `chatferry validate ${file}`);
  }
  if (left.length > 0)
    yield warn(
      CHECK,
      `not everything could be removed: ${left.join(', ')}`,
      `chatferry doctor ${file} --probe  tries again`,
    );
  const rehearsal = quirks === '' ? 'chatferry sandbox' : `chatferry sandbox --quirks ${quirks}`;
  yield pass(CHECK, `${importCalls} import calls; the sandbox that answers alike:  ${rehearsal}`);
}
