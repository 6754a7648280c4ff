import { probe } from '../../../src/conformance/probe/probe.ts';
import { type ProbeAnswer, quirksOf } from '../../../src/conformance/probe/questions/probe-questions.ts';
import { parseLimits } from '../../../src/sandbox/app/rate-limits.ts';
import { parseQuirks } from '../../../src/sandbox/quirks/quirks.ts';
import { openConformance } from '../open-conformance.ts';

/** The token of every probe here: each has a sandbox of its own. */
const TOKEN = '0a1b2c3d';

/** What a probe finds out about a sandbox with these switches; what it left there is in `left` and `there`. */
export async function probeOf(quirks: string, limits = '6000/min') {
  await using opened = await openConformance(parseQuirks(quirks), { limits: parseLimits(limits) });
  const { peer, own } = opened;
  const result = await probe(peer, {
    token: TOKEN,
    nowMs: Date.now(),
    signal: new AbortController().signal,
    begin: async () => {},
    removed: async () => {},
  });
  const lists = ['/users?withDeactivated=true', '/groups', '/messages'];
  const there = await Promise.all(lists.map(async (path) => (await own.get(path)).json.data as unknown[]));
  return { ...result, line: quirksOf(result.answers), forms: formsOf(result.answers), there: there.flat() };
}

/** The form of each question, by its name. */
const formsOf = (answers: readonly ProbeAnswer[]) =>
  Object.fromEntries(answers.map(({ name, form }) => [name, form]));
