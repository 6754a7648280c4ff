import { Ajv, type ValidateFunction } from 'ajv';
import { eventsJsonSchema, type StreamEvent } from '../../../src/report/events/event-schema.ts';
import { resultJsonSchema } from '../../../src/report/result/result-schema.ts';

/** An event as it is printed. */
export type PrintedEvent = StreamEvent & { readonly v: 1; readonly seq: number; readonly ts: string };

/** The same schema, which does not allow members that it does not name. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const all = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]));
  return 'properties' in all ? { additionalProperties: false, ...all } : all;
}

const compiled = (schema: unknown): ValidateFunction =>
  new Ajv({ strict: false, discriminator: false }).compile(strict(schema) as object);
let ofEvents: ValidateFunction | undefined;
let ofResults: ValidateFunction | undefined;

/** The events in the output of `run --events`, each as the published schema says, numbered without gaps, the end last. */
export function eventsIn(stdout: string): readonly PrintedEvent[] {
  ofEvents ??= compiled(eventsJsonSchema());
  const events = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as PrintedEvent);
  for (const [at, event] of events.entries()) {
    if (!ofEvents(event) || event.seq !== at + 1)
      throw new Error(`${JSON.stringify(ofEvents.errors?.slice(0, 4))} in ${JSON.stringify(event)}`);
  }
  const ends = events.filter(({ type }) => type === 'run.finished');
  if (ends.length !== 1 || events.at(-1) !== ends[0]) throw new Error(`not one end: ${ends.length}`);
  return events;
}

/** The events of one type. */
export const ofType = <T extends StreamEvent['type']>(
  events: readonly PrintedEvent[],
  type: T,
): Extract<PrintedEvent, { type: T }>[] =>
  events.filter((event): event is Extract<PrintedEvent, { type: T }> => event.type === type);

/** What is wrong with a result by the published schema; undefined if nothing is. */
export function resultTrouble(result: unknown): string | undefined {
  ofResults ??= compiled(resultJsonSchema());
  return ofResults(result) ? undefined : JSON.stringify(ofResults.errors?.slice(0, 4));
}
