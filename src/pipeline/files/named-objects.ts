import type { DatabaseSync } from 'node:sqlite';
import type { Plan } from '../../delivery/plan.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import type { Entity } from '../../input/entities/entity.ts';
import { addressKey } from '../../input/rows/forms/address-key.ts';
import { fileReferences } from '../../input/rows/forms/files-step.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { Files } from '../../system/files.ts';
import { copyIn } from './file-map.ts';
import { mapLogLines } from './map/map-log.ts';
import { MAP_START } from './map/map-record.ts';
import { MAP_LOG } from './map/open-file-map.ts';
import type { SavedFileMap } from './map/saved-file-map.ts';

/** Addresses that are noted at once. */
const AT_ONCE = 5_000;

/** The fields of a row, with the addresses that its source has. */
export type NamingFields = Readonly<Record<string, unknown>>;

/** The files that the rows of a plan name, by whether only some of these rows do. Held in a file where they are many. */
export class NamedFiles implements Disposable {
  readonly #db: DatabaseSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(`CREATE TABLE named (address TEXT PRIMARY KEY, object TEXT, theirs INTEGER, others INTEGER)
      WITHOUT ROWID, STRICT`);
    db.exec('CREATE INDEX by_object ON named (object)');
  }

  /**
   * Reads the rows of a plan.
   * @param isTheirs whether a row is one of those that are asked about
   * @throws RunError `SOURCE.*`
   */
  static async read(
    { copies }: Pick<Plan, 'copies'>,
    map: SavedFileMap,
    isTheirs: (entity: Entity, fields: NamingFields) => boolean,
    { files, signal }: { readonly files: Files; readonly signal: AbortSignal },
  ): Promise<NamedFiles> {
    const named = new NamedFiles(files.openDatabase(''));
    const add = named.#db.prepare(`INSERT INTO named VALUES (?, ?, ?, ?) ON CONFLICT (address) DO UPDATE
      SET theirs = max(theirs, excluded.theirs), others = max(others, excluded.others)`);
    let count = 0;
    named.#db.exec('BEGIN');
    for (const { entity, sources, mappings } of copies?.steps ?? [])
      for await (const rows of readRows(sources, undefined, signal))
        for (const { file, values, fault } of rows) {
          const mapping = mappings[file];
          if (fault || !mapping) continue;
          const { fields } = mapping(values);
          const references = fileReferences(entity.name, fields);
          if (references.length === 0) continue;
          const [theirs, others] = isTheirs(entity, fields) ? [1, 0] : [0, 1];
          for (const { address } of references) {
            const key = addressKey(address);
            const entry = map.find(key);
            const object = copyIn(entry)?.object ?? null;
            add.run(key, object, theirs, others);
            if (++count % AT_ONCE === 0) named.#db.exec('COMMIT; BEGIN');
          }
        }
    named.#db.exec('COMMIT');
    return named;
  }

  /** True if such rows name the object, and no others do. */
  isOnlyTheirs(object: string): boolean {
    return this.#isTrue(
      'SELECT min(theirs) = 1 AND max(others) = 0 AS found FROM named WHERE object = ?',
      object,
    );
  }

  /** True if another row names the object. */
  isObjectOfOthers(object: string): boolean {
    return this.#isTrue('SELECT max(others) = 1 AS found FROM named WHERE object = ?', object);
  }

  /** True if another row names the address. */
  isOfOthers(addressKey: string): boolean {
    return this.#isTrue('SELECT others = 1 AS found FROM named WHERE address = ?', addressKey);
  }

  /** Addresses that such rows name, and no others. */
  *theirs(): Generator<string> {
    const page = this.#db.prepare(
      `SELECT address FROM named WHERE theirs = 1 AND others = 0 AND address > ? ORDER BY address LIMIT ${AT_ONCE}`,
    );
    for (let after = ''; ; ) {
      const found = page.all(after).map(({ address }) => String(address));
      yield* found;
      if (found.length < AT_ONCE) return;
      after = found.at(-1) ?? '';
    }
  }

  #isTrue(sql: string, value: string): boolean {
    return this.#db.prepare(sql).get(value)?.['found'] === 1;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/** Objects that were the copy of such an address at any time, and never of another one. */
export function objectsOnlyOf(addresses: ReadonlySet<string>, state: StateStore): readonly string[] {
  const objects = new Set<string>();
  const each = (take: (object: string, isTheirs: boolean) => void): void => {
    using log = state.read(MAP_LOG);
    if (!log) return;
    for (const { record } of mapLogLines(log, MAP_START)) {
      const copy = record.is === 'entry' ? copyIn(record) : undefined;
      if (copy) take(copy.object, addresses.has(copy.address));
    }
  };
  each((object, isTheirs) => isTheirs && objects.add(object));
  each((object, isTheirs) => !isTheirs && objects.delete(object));
  return [...objects];
}
