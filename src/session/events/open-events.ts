import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { RunEvent } from '../../delivery/run.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import type { RunLog } from '../../report/events/run-log.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { apiOf } from '../connect.ts';
import type { Session } from '../open-session.ts';
import { Progress } from './progress.ts';
import { RunEvents } from './run-events.ts';
import { RunProgress } from './run-progress.ts';

type EventDeps = {
  readonly session: Session;
  readonly plan: Plan;
  readonly checkpoint: Checkpoint;
};

/** The events of a run, with those who listen to them. */
export function openEvents(
  { session, plan, checkpoint }: EventDeps,
  listeners: readonly RunListener[],
): RunEvents {
  const { clock, files } = session.system;
  const { batchClass, singleClass } = apiOf(session.pipeline);
  const isDeclared = session.pipeline.limits.requestsPerMinute !== undefined;
  const limits = { batchClass, singleClass, isDeclared };
  return new RunEvents(plan, new RunProgress({ plan, checkpoint, limits, clock, files }), listeners, clock);
}

/** The person at the terminal as a listener. */
export function openScreen(clock: Clock, context: Pick<Runtime, 'signal'> & Stderr): Progress {
  return new Progress({
    clock,
    write: context.quiet ? () => {} : context.err,
    style: context.errStyle,
    live: context.live && !context.quiet,
    columns: context.columns,
    signal: context.signal,
  });
}

/** The time from one progress in the log to the next, which `status` reads there. */
const LOG_EVERY_MS = 10_000;

/** The run log as a listener: it has what the line and its requests do as it is. */
export const logged = (log: RunLog): RunListener => ({
  everyMs: LOG_EVERY_MS,
  observe(event) {
    if (
      event.type === 'progress' ||
      event.type === 'paused' ||
      event.type === 'resumed' ||
      event.type.startsWith('files.')
    )
      log(event);
  },
  follow(event) {
    if (event.type !== 'tried' && event.type !== 'trying' && event.type !== 'committed')
      log(withoutRows(event));
  },
});

const withoutRows = (
  event: Exclude<RunEvent | TransportEvent, { type: 'tried' | 'trying' | 'committed' }>,
): object =>
  'state' in event ? { type: event.type, entity: event.entity, counts: event.state.counts } : event;
