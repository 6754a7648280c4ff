import { z } from 'zod';
import { openPeer } from '../../../conformance/open-service.ts';
import {
  foreignProbes,
  type ProbeAnswer,
  probe,
  quirksOf,
  removeProbes,
} from '../../../conformance/probe/probe.ts';
import { RunError } from '../../../errors/run-error.ts';
import { writePrivate } from '../../../files/private-file.ts';
import { jsonIn } from '../../../input/json/defined.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { consent, requireTarget } from '../../../session/consent/consent.ts';
import { openSession, type Session } from '../../../session/open-session.ts';
import { openKept } from '../../../state/open-kept.ts';
import type { Files } from '../../../system/files.ts';
import type { Questions, Runtime, Stderr } from '../../../terminal/context.ts';
import { clearForeign } from './clear-foreign.ts';

/** An answer, with what the last probe of this service has found where that was another form. */
type ComparedAnswer = ProbeAnswer & { readonly before?: string };

/** Findings of a probe, as JSON shows them. */
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

const WHAT = `  The probe writes 12 users, a private group, its members and some 25 messages into the app, all with ids that
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

const probeRecord = z.object({
  version: z.literal(1),
  /** Probes whose rows may still be there, by the address of the service. */
  open: z.array(z.object({ service: z.string(), token: z.string().regex(/^[0-9a-f]{8}$/) })),
  /** The findings of the last probe: the form of each question, by its name. */
  last: z
    .object({ service: z.string(), at: z.string(), forms: z.record(z.string(), z.string()) })
    .exactOptional(),
});

/** The record of probes in a state. */
type ProbeRecord = Readonly<z.infer<typeof probeRecord>>;

/**
 * Reads the record of a state; an empty one if there is none.
 * @throws RunError `STATE.CORRUPT`
 */
async function readProbeRecord(files: Files, path: string): Promise<ProbeRecord> {
  if (!files.existsSync(path)) return { version: 1, open: [] };
  const { data } = probeRecord.safeParse(jsonIn(await files.readFile(path, 'utf8')));
  if (data) return data;
  throw new RunError('STATE.CORRUPT', `${path} is not what a probe has written`, {
    hint: 'remove this file, then run the same command again: it shows what an earlier probe has left',
  });
}

/** Replaces the record. */
const writeProbeRecord = (files: Files, path: string, record: ProbeRecord): Promise<void> =>
  writePrivate(files, path, `${JSON.stringify(record, undefined, 2)}\n`);
