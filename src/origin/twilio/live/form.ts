import { jsonIn } from '../../../input/json/defined.ts';
import { isRecord } from '../../../service/transport/transport.ts';

/** The members of an event, by name. */
export type EventForm = Readonly<Record<string, string>>;

/** Reads the body of an event, which is a form, or the same members as JSON. Undefined if it is neither. */
export function formIn(body: Buffer, type: string): EventForm | undefined {
  if (!/\bjson\b/i.test(type)) return Object.fromEntries(new URLSearchParams(body.toString()));
  const read = jsonIn(body.toString());
  if (!isRecord(read)) return undefined;
  const members = Object.entries(read).filter(([, value]) => value !== null);
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
