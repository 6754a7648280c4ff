import type { EntityName } from '../../input/entities/entity.ts';
import type { TransportEvent } from '../../session/open-transport.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { cut, duration, grouped, printable } from '../../terminal/printable.ts';
import type { RemovalEvent } from './remove-rows.ts';

/** Shows the progress of a removal. */
export interface RemovalProgress extends Disposable {
  observe(event: RemovalEvent | TransportEvent): void;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/** Redraws one line on a terminal; elsewhere writes a line every `plainEveryMs`. */
export function removalProgress(
  total: number,
  { err, live, quiet, columns, signal }: CommandContext,
  plainEveryMs = PLAIN_EVERY_MS,
): RemovalProgress {
  const startedAt = performance.now();
  const state = {
    done: 0,
    failed: 0,
    retried: 0,
    pausedUntil: 0,
    entity: '' as EntityName | '',
    isDrawn: false,
  };
  const isLive = live && !quiet;
  const write = (text: string): void => (quiet ? undefined : err(text));
  const line = (): string => {
    const tookMs = performance.now() - startedAt;
    const leftMs = state.done > 0 ? (tookMs / state.done) * Math.max(0, total - state.done) : 0;
    const pausedMs = state.pausedUntil - performance.now();
    return [
      `${state.entity}  ${grouped(state.done)} of ${grouped(total)} rows`,
      ...(leftMs > 1_000 ? [`${duration(leftMs)} left`] : []),
      ...(state.failed > 0 ? [`${grouped(state.failed)} failed`] : []),
      ...(state.retried > 0 ? [`retried ${grouped(state.retried)}`] : []),
      ...(pausedMs > 0 ? [`waiting for the rate limit, ${duration(pausedMs)}`] : []),
    ].join(' · ');
  };
  const draw = (): void => {
    if (state.entity === '') return;
    write(
      isLive
        ? `${state.isDrawn ? '\u001b[1A\u001b[J' : ''}  ${cut(line(), columns() - 3)}\n`
        : stamped(line()),
    );
    state.isDrawn = true;
  };
  const timer = setInterval(draw, isLive ? LIVE_EVERY_MS : plainEveryMs);
  timer.unref();
  const printedOver = (): void => {
    state.isDrawn = false;
  };
  signal.addEventListener('abort', printedOver, { once: true });
  return {
    observe(event) {
      if (event.type === 'removal') {
        state.entity = event.entity;
        state.done++;
        if (event.outcome === 'failed') state.failed++;
      } else if (event.type === 'retried') {
        state.retried++;
        if (!isLive && !event.throttled && state.retried === 1)
          write(stamped(`trouble: ${printable(event.reason)}`));
      } else if (event.type === 'held') state.pausedUntil = performance.now() + event.forMs;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      signal.removeEventListener('abort', printedOver);
      if (isLive) draw();
    },
  };
}

const stamped = (text: string): string => `${new Date().toISOString()} ${text}\n`;
