import { dirname } from 'node:path';
import { openAsk } from '../../origin/ask/open-ask.ts';
import { originOf } from '../../origin/origins.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import { duration } from '../../terminal/printable.ts';
import { readForgotten } from '../forgotten.ts';
import type { Workplace } from '../open/opening.ts';
import type { PullSpec } from '../pull-spec.ts';
import { type Pulled, pullOrigin } from './pull-origin.ts';
import { withoutPeople } from './records/without-people.ts';

/** Pulls that a command has made: what was asked for once is not asked for again in the same command. */
const made = new WeakMap<Workplace, Map<string, Promise<Pulled>>>();

/**
 * Reads the records of the API of an old system into the state folder of a pipeline, as the command wants it.
 * @throws RunError `PULL.*`, `SOURCE.SPOOL_FULL`, `STATE.*`, `AUTH.KEY_MISSING`; the reason of the signal
 */
export function pullInto(spec: PullSpec, stateFolder: string, workplace: Workplace): Promise<Pulled> {
  const ofWorkplace = made.get(workplace) ?? new Map<string, Promise<Pulled>>();
  made.set(workplace, ofWorkplace);
  const before = ofWorkplace.get(stateFolder);
  if (before) return before;
  const pulled = pullNow(spec, stateFolder, workplace);
  ofWorkplace.set(stateFolder, pulled);
  return pulled;
}

async function pullNow(spec: PullSpec, stateFolder: string, workplace: Workplace): Promise<Pulled> {
  const { system, signal, pulls } = workplace;
  const origin = originOf(spec.system);
  const forgotten = await readForgotten(stateFolder, system.files);
  return await pullOrigin({
    system: spec.system,
    tellsChanges: origin.tellsChanges,
    again: spec.again,
    shown: spec.shown,
    app: spec.app,
    choice: spec.choice,
    mode: pulls,
    prepared: workplace.preparedIn(stateFolder),
    outside: system,
    signal,
    redact: forgotten && withoutPeople(forgotten),
    say: (sentence) => workplace.say(sentence),
    pulling: (event) => workplace.pulling?.(event),
    hold: () => workplace.holdPrepared(stateFolder),
    account: () => spec.account(workplace),
    open(account, answered) {
      const asking = openAsk(origin, account, system, {
        sharedIn: dirname(stateFolder),
        answered,
        check: (signal) => open.check(signal),
        observe: (event) => tellOfWait(event, origin.label, workplace),
      });
      const open: ReturnType<typeof origin.open> = origin.open(account, asking.ask, system);
      return {
        origin: open,
        scrubbed: asking.scrubbed,
        counts() {
          const { requests, bytes } = asking.counts();
          const own = open.asked?.() ?? { requests: 0, bytes: 0 };
          return { requests: requests + own.requests, bytes: bytes + own.bytes };
        },
        aheadMs: () => open.aheadMs?.() ?? asking.aheadMs(),
        async [Symbol.asyncDispose]() {
          await open[Symbol.asyncDispose]?.();
          await asking[Symbol.asyncDispose]();
        },
      };
    },
  });
}

/** A shorter wait is not worth a line. */
const LONG_MS = 10_000;

/** Says why nothing seems to happen. */
function tellOfWait(event: TransportEvent, label: string, { say }: Pick<Workplace, 'say'>): void {
  if (event.type === 'silent') say(event.reason);
  if (event.type === 'held' && event.forMs >= LONG_MS) say(`${label} asks to wait ${duration(event.forMs)}`);
}
