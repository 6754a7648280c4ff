import type { EntityName } from '../../input/entities/entity.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { cut, duration, grouped, printable } from '../../terminal/printable.ts';
import type { RemovalEvent } from '../removal/remove-rows.ts';

/** A row of others that an undo has changed back. */
type ChangeBackEvent = { readonly type: 'putBack'; readonly entity: EntityName; readonly isFailed: boolean };

/** Shows the progress of a removal. */
export interface RemovalProgress extends Disposable {
  observe(event: RemovalEvent | ChangeBackEvent | TransportEvent): void;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/** Numbers that the line of a removal is drawn from. */
type RemovalState = {
  readonly clock: Clock;
  readonly startedAt: number;
  readonly total: number;
  done: number;
  failed: number;
  retried: number;
  /** On the clock's `elapsed`. */
  pausedUntil: number;
  entity: EntityName | '';
};

/** Redraws one line on a terminal; elsewhere writes a line every `plainEveryMs`. */
export function removalProgress(
  total: number,
  { err, live, quiet, columns, signal, system: { clock } }: Runtime & Stderr,
  plainEveryMs = PLAIN_EVERY_MS,
): RemovalProgress {
  const state: RemovalState = {
    clock,
    startedAt: clock.elapsed(),
    total,
    done: 0,
    failed: 0,
    retried: 0,
    pausedUntil: 0,
    entity: '',
  };
  let isDrawn = false;
  const isLive = live && !quiet;
  const write = (text: string): void => (quiet ? undefined : err(text));
  const draw = (): void => {
    if (state.entity === '') return;
    write(
      isLive
        ? `${isDrawn ? '\u001b[1A\u001b[J' : ''}  ${cut(progressLine(state), columns() - 3)}\n`
        : stamped(clock, progressLine(state)),
    );
    isDrawn = true;
  };
  const timer = clock.every(isLive ? LIVE_EVERY_MS : plainEveryMs, draw);
  const printedOver = (): void => {
    isDrawn = false;
  };
  signal.addEventListener('abort', printedOver, { once: true });
  return {
    observe(event) {
      if (event.type === 'removal') {
        state.entity = event.entity;
        state.done++;
        if (event.outcome === 'failed') state.failed++;
      } else if (event.type === 'putBack') {
        state.entity = event.entity;
        state.done++;
        if (event.isFailed) state.failed++;
      } else if (event.type === 'retried') {
        state.retried++;
        if (!isLive && !event.throttled && state.retried === 1)
          write(stamped(clock, `trouble: ${printable(event.reason)}`));
      } else if (event.type === 'silent') write(stamped(clock, `trouble: ${printable(event.reason)}`));
      else if (event.type === 'held') state.pausedUntil = clock.elapsed() + event.forMs;
    },
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      signal.removeEventListener('abort', printedOver);
      if (isLive) draw();
    },
  };
}

function progressLine({
  clock,
  startedAt,
  total,
  done,
  failed,
  retried,
  pausedUntil,
  entity,
}: RemovalState): string {
  const now = clock.elapsed();
  const leftMs = done > 0 ? ((now - startedAt) / done) * Math.max(0, total - done) : 0;
  return [
    `${entity}  ${grouped(done)} of ${grouped(total)} rows`,
    ...(leftMs > 1_000 ? [`${duration(leftMs)} left`] : []),
    ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
    ...(retried > 0 ? [`retried ${grouped(retried)}`] : []),
    ...(pausedUntil > now ? [`waiting for the rate limit, ${duration(pausedUntil - now)}`] : []),
  ].join(' · ');
}

const stamped = (clock: Clock, text: string): string => `${new Date(clock.now()).toISOString()} ${text}\n`;
