import { openAsk } from '../../origin/ask/open-ask.ts';
import { type Origin, type OriginAccount, OriginError } from '../../origin/origin.ts';
import { originOf } from '../../origin/origins.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { System } from '../../system/system.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { isReached } from './examine-target.ts';
import { caught, type Finding, fail, pass } from './finding.ts';
import { keySource } from './key-source.ts';
import { proxy } from './network.ts';

const CHECK = 'old system';
const NEXT = 'check the account, host and caFile in sources.export.api, and the network';
/** A person waits for the answer. */
const SILENT_MS = 5_000;

/** Checks the API of the old system that a pipeline reads, from its host name to its key; reads nothing else of it. */
export async function* examineOrigin(pipeline: Pipeline, context: Runtime & Stderr): AsyncGenerator<Finding> {
  const { pull } = pipeline;
  const { system, env, signal } = context;
  if (!pull) return;
  const account = await caught(CHECK, () => pull.account(context));
  if ('check' in account) yield account;
  else
    for (const [member, spec] of Object.entries(pull.secrets)) {
      const { message, ...finding } = await keySource(spec, pipeline.folder);
      yield { ...finding, check: CHECK, message: `${member} ${message}` };
    }
  const url = new URL(pull.shown);
  const way = await proxy(url, pull.caFile, env);
  yield named(way.finding);
  if (way.finding.status === 'fail') return;
  const reached = isReached(url, { caFile: pull.caFile, proxy: way.proxy });
  for (let next = await reached.next(); ; next = await reached.next()) {
    if (!next.done) yield named(next.value);
    else if (next.value) break;
    else return;
  }
  signal.throwIfAborted();
  if ('check' in account) return;
  yield await askedOnce(originOf(pull.system), account, system, signal);
}

/** A finding about the old system; a step that names the target is not one for it. */
const named = ({ check, message, next, ...finding }: Finding): Finding => ({
  ...finding,
  check: CHECK,
  message: `${check}: ${message}`,
  ...(next === undefined ? {} : { next: next.includes('target') ? NEXT : next }),
});

/** Tries the key with one request. */
export async function askedOnce(
  origin: Origin,
  account: OriginAccount,
  system: System,
  signal: AbortSignal,
): Promise<Finding> {
  return await caught(
    CHECK,
    async () => {
      await using asking = openAsk(origin, account, system, {
        outageMs: SILENT_MS,
        firstAnswerMs: SILENT_MS,
        holdMaxMs: SILENT_MS,
      });
      const opened = origin.open(account, asking.ask, system);
      try {
        return pass(CHECK, `${origin.label} takes the key: ${await opened.check(signal)}`);
      } catch (error) {
        if (!(error instanceof OriginError)) throw error;
        return fail(CHECK, `${origin.label} refuses the request: ${error.message}`, NEXT, exitOf(error));
      } finally {
        await opened[Symbol.asyncDispose]?.();
      }
    },
    signal,
  );
}

const exitOf = ({ fault }: OriginError) => (fault === 'forbidden' ? 'auth' : 'precondition');
