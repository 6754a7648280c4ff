import { z } from 'zod';
import { RunError } from '../../../errors/run-error.ts';
import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput } from '../../export-reader.ts';
import { declaredShape } from '../../files/declared.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { textValue } from '../../files/values.ts';
import type { RecordPlace } from '../../neutral.ts';

const shape = z.strictObject({ service: z.string().min(1).optional() });

const SID = /^IS[0-9a-f]{32}$/i;

/** The service that a record is of; undefined if it does not say it. */
export function serviceOf(row: ExportObject): string | undefined {
  const sid = textValue(row['chat_service_sid'] ?? row['service_sid']);
  return sid !== undefined && SID.test(sid) ? sid : undefined;
}

/** Lets only the records of one service through: the same identity in another one may be another person. */
export class OneService {
  readonly #declared: string | undefined;
  #sid: string | undefined;
  #taken = false;
  readonly #others = new Set<string>();
  /** The conversations of other services. */
  readonly #elsewhere = new KeySet();

  /** @throws RunError `EXPORT.SHAPE_INVALID` */
  constructor(declared: ExportInput['shape']) {
    const hint = 'write  shape: { service: IS… }  with the sid of the service';
    this.#declared = declaredShape(shape, declared, hint).service;
    this.#sid = this.#declared;
  }

  /** The sid of the service; undefined as long as no record has said it. */
  get sid(): string | undefined {
    return this.#sid;
  }

  /**
   * True if a record is of another service than the declared one.
   * @throws RunError `EXPORT.SHAPE_UNCLEAR` if none is declared, and there are several
   */
  isOther(row: ExportObject, { file, line }: RecordPlace): boolean {
    const service = serviceOf(row);
    if (service === undefined) return false;
    this.#sid ??= service;
    if (service === this.#sid) this.#taken = true;
    else if (this.#declared === undefined) throw several([this.#sid, service], { file, line });
    else this.#others.add(service);
    return service !== this.#sid;
  }

  /** Notes a conversation of another service: its messages may not say that they are of it, too. */
  leave(conversation: string): void {
    this.#elsewhere.add([conversation]);
  }

  hasLeft(conversation: string): boolean {
    return this.#elsewhere.size > 0 && this.#elsewhere.has([conversation]);
  }

  /**
   * Checks that the declared service is there.
   * @throws RunError `EXPORT.SHAPE_INVALID`
   */
  check(): void {
    if (this.#taken || this.#others.size === 0) return;
    const services = [...this.#others].join(', ');
    throw new RunError(
      'EXPORT.SHAPE_INVALID',
      `sources.export.shape.service: no record is of ${this.#declared}; there are records of ${services}`,
      { hint: `write  shape: { service: ${[...this.#others][0]} }` },
    );
  }
}

function several(sids: readonly [string, string], where: { file: string; line: number }): RunError {
  const [first] = sids;
  return new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `${where.file}, line ${where.line}: the files are of several services (${sids.join(', ')}), and an identity may be another person in each`,
    {
      hint: `name one of them, and use a pipeline for each:  sources: { export: { system: twilio, …, shape: { service: ${first} } } };  with chatferry init:  --answer service=${first}`,
      where,
    },
  );
}
