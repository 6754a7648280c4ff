import type { EntityName } from '../../../input/entities/entity.ts';
import { grouped } from '../../../terminal/printable.ts';

const EVERY_MS = 10_000;

/** Says now and then how much of the service has been read, a line each. */
export function readingProgress(
  write: (text: string) => void,
): Disposable & { readonly tick: (entity: EntityName) => void } {
  const read = new Map<EntityName, number>();
  const timer = setInterval(() => {
    const said = Array.from(read, ([entity, count]) => `${entity} ${grouped(count)}`);
    if (said.length) write(`${new Date().toISOString()} read ${said.join('  ')}\n`);
  }, EVERY_MS);
  timer.unref();
  return {
    tick: (entity) => {
      read.set(entity, (read.get(entity) ?? 0) + 1);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
