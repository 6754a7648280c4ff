import { BufferedFile, removeLeftovers, temporaryPath } from '../../../files/buffered-file.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { jsonText } from '../../../input/json/json-text.ts';
import type { System } from '../../../system/system.ts';

/** Files of rows, one for each entity, which take the places of older ones when all are whole. */
export class RowFiles implements Disposable {
  readonly #pathOf: (entity: EntityName) => string;
  readonly #system: Pick<System, 'files' | 'random'>;
  readonly #open = new Map<EntityName, BufferedFile>();

  constructor(pathOf: (entity: EntityName) => string, system: Pick<System, 'files' | 'random'>) {
    this.#pathOf = pathOf;
    this.#system = system;
  }

  /**
   * Adds a row. A member that is undefined is written as null: the row says that it is empty, and the file has the column even
   * on a night on which no row has a value.
   * @throws RunError `STATE.UNWRITABLE`
   */
  add(entity: EntityName, row: Readonly<Record<string, unknown>>): void {
    const known = this.#open.get(entity);
    const path = this.#pathOf(entity);
    const file = known ?? new BufferedFile(temporaryPath({ path, ...this.#system }), this.#system.files);
    if (!known) this.#open.set(entity, file);
    const cells = Object.entries(row).map(([name, value]) => [name, value ?? null] as const);
    file.addText(`${jsonText(Object.fromEntries(cells))}\n`);
  }

  /** @returns the path of each file @throws RunError `STATE.UNWRITABLE` */
  async finish(): Promise<Partial<Record<EntityName, string>>> {
    const { files } = this.#system;
    const written: Partial<Record<EntityName, string>> = {};
    for (const [entity, file] of this.#open) {
      file.sync();
      file.close();
      const path = this.#pathOf(entity);
      await files.rename(file.path, path);
      await removeLeftovers({ path, files });
      written[entity] = path;
    }
    return written;
  }

  [Symbol.dispose](): void {
    for (const file of this.#open.values()) {
      file.close();
      this.#system.files.rmSync(file.path, { force: true });
    }
  }
}
