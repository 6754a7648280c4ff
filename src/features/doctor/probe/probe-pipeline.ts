import { openPeer } from '../../../conformance/open-service.ts';
import {
  foreignProbes,
  type ProbeAnswer,
  probe,
  quirksOf,
  removeProbes,
} from '../../../conformance/probe/probe.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { consent, requireTarget } from '../../../session/consent/consent.ts';
import { openSession, type Session } from '../../../session/open-session.ts';
import { openKept } from '../../../state/open-kept.ts';
import type { Questions, Runtime, Stderr } from '../../../terminal/context.ts';
import { clearForeign } from './clear-foreign.ts';
import { type ProbeRecord, readProbeRecord, writeProbeRecord } from './probe-record.ts';

/** An answer, with what the last probe of this service has found where that was another form. */
type ComparedAnswer = ProbeAnswer & { readonly before?: string };

/** What a probe has found out, as JSON shows it. */
export type PipelineProbe = {
  readonly importCalls: number;
  /** The value of `--quirks` with which the sandbox answers alike. */
  readonly quirks: string;
  readonly answers: readonly ComparedAnswer[];
  /** Ids of its rows that could not be removed; the next probe tries again. */
  readonly left: readonly string[];
};

const TIMEOUT_MS = 30_000;
const OUTAGE_MS = 20_000;

const WHAT = `  The probe writes 11 users, a private group, its members and some 25 messages into the app, all with ids that
  begin with chatferry-probe-, reads them, and deletes them permanently. It takes about 12 import calls.
`;

/**
 * Asks the service of a pipeline which documented forms it has, and keeps that in the state.
 * @throws RunError `CONFIG.TARGET_MISSING`, `USAGE.INVALID`, `RUN.DECLINED`, `STATE.*`, `AUTH.*`, `SERVICE.*`
 */
export async function probePipeline(
  { pipeline: reference, yes }: { readonly pipeline: string; readonly yes: boolean },
  outside: Runtime & Stderr & Questions,
): Promise<PipelineProbe> {
  await using kept = await openKept(reference, outside);
  const { pipeline, state, context } = kept;
  requireTarget(pipeline, 'probe');
  await consent(pipeline, yes, context, async () => WHAT);
  await using session = await openSession(pipeline, state, context);
  const { baseUrl, apiKey, caFile } = await session.connect();
  await using peer = openPeer({ baseUrl, apiKey, caFile, timeoutMs: TIMEOUT_MS, outageMs: OUTAGE_MS });
  return await probeKept(peer, serviceOf(pipeline, baseUrl), session, context);
}

/** A name of the service: the embedded sandbox has another port every time. */
const serviceOf = ({ target }: Pipeline, baseUrl: string): string =>
  typeof target === 'object' ? baseUrl : 'sandbox';

async function probeKept(
  peer: ReturnType<typeof openPeer>,
  service: string,
  { state, system }: Session,
  context: Runtime & Questions,
): Promise<PipelineProbe> {
  const { files, random, clock } = system;
  const path = state.paths.probe;
  const { signal } = context;
  let record = await readProbeRecord(files, path);
  const keep = async (next: ProbeRecord): Promise<void> => {
    await writeProbeRecord(files, path, next);
    record = next;
  };
  const mine = record.open.filter((one) => one.service === service).map(({ token }) => token);
  const stale = await removeProbes(peer, mine, signal);
  if (mine.length > 0 && stale.length === 0)
    await keep({ ...record, open: record.open.filter((one) => one.service !== service) });
  await clearForeign(peer, await foreignProbes(peer, mine, signal), context, signal);
  const token = random.hex(4);
  const found = await probe(peer, {
    token,
    nowMs: clock.now(),
    signal,
    begin: () => keep({ ...record, open: [...record.open, { service, token }] }),
    removed: async (left) => {
      if (left.length === 0)
        await keep({ ...record, open: record.open.filter((one) => one.token !== token) });
    },
  });
  const before = record.last?.service === service ? record.last.forms : {};
  const at = new Date(clock.now()).toISOString();
  await keep({ ...record, last: { service, at, forms: formsOf(found.answers) } });
  return {
    importCalls: found.importCalls,
    quirks: quirksOf(found.answers),
    answers: found.answers.map((answer) => compared(answer, before[answer.name])),
    left: [...stale, ...found.left],
  };
}

const formsOf = (answers: readonly ProbeAnswer[]): Readonly<Record<string, string>> =>
  Object.fromEntries(answers.flatMap(({ name, form }) => (form === undefined ? [] : [[name, form]])));

/** Only what both probes have seen can have changed. */
const compared = (answer: ProbeAnswer, before: string | undefined): ComparedAnswer =>
  before === undefined || answer.form === undefined || before === answer.form
    ? answer
    : { ...answer, before };
