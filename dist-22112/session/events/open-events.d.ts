import type { Logger } from 'pino';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import type { Clock } from '../../system/clock.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import type { Session } from '../open-session.ts';
import { Progress } from './progress.ts';
import { RunEvents } from './run-events.ts';
type EventDeps = {
    readonly session: Session;
    readonly plan: Plan;
    readonly checkpoint: Checkpoint;
};
/** The events of a run, with those who listen to them. */
export declare function openEvents({ session, plan, checkpoint }: EventDeps, listeners: readonly RunListener[]): RunEvents;
/** The person at the terminal as a listener. */
export declare function openScreen(clock: Clock, context: Pick<Runtime, 'signal'> & Stderr): Progress;
/** The run log as a listener: it has what the line and its requests do as it is. */
export declare const logged: (log: Logger) => RunListener;
export {};
