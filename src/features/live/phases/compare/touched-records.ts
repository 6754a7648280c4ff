import type { LiveEntity } from '../../../../origin/live/live-origin.ts';

/** Entities that are compared. Pins are not: nothing lists them. */
export const COMPARED = [
  'users',
  'groups',
  'members',
  'messages',
  'reactions',
] as const satisfies LiveEntity[];
type Compared = (typeof COMPARED)[number];

export const isCompared = (entity: LiveEntity): entity is Compared =>
  COMPARED.some((each) => each === entity);

/** A record as one side has it. */
export type TouchedRecord = {
  readonly entity: Compared;
  /** As the ledger has it. */
  readonly key: string;
  /** Undefined if it is not there; `HERE` if nothing but that is known of it. */
  readonly digest: string | undefined;
  /** Messages: when it was sent, milliseconds since 1970. */
  readonly time?: number | undefined;
};

/** Records of one side by their entity and key; the last one of a key counts. */
export class TouchedRecords {
  readonly #records = new Map<string, TouchedRecord>();

  set(record: TouchedRecord): void {
    this.#records.set(`${record.entity} ${record.key}`, record);
  }

  find({ entity, key }: Pick<TouchedRecord, 'entity' | 'key'>): TouchedRecord | undefined {
    return this.#records.get(`${entity} ${key}`);
  }

  all(): Iterable<TouchedRecord> {
    return this.#records.values();
  }
}
