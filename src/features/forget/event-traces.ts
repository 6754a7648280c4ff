import { jsonIn } from '../../input/json/defined.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Runtime } from '../../terminal/context.ts';
import { amount } from '../../terminal/printable.ts';
import { inboxPlaceOf } from '../live/inbox/inbox-place.ts';
import { KeptInbox } from '../live/inbox/kept-inbox.ts';
import type { KeptTrace } from './kept-traces.ts';
import { nameTest, type Traces } from './traces.ts';

/**
 * Traces of a person in events that are kept: by or about the person, or about one of their messages. An event whose text
 * only mentions the person stays, since it may still have to be written.
 * @param command for whoever finds the lock; it does not name the person
 * @throws RunError `STATE.LOCKED` while events come in, `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function eventTraces(
  pipeline: Pipeline,
  traces: Traces,
  command: string,
  { system }: Pick<Runtime, 'system'>,
): Promise<KeptTrace[]> {
  const inbox = new KeptInbox(inboxPlaceOf(pipeline), command, system);
  const isTheirs = eventTest(traces);
  const count = await inbox.count(isTheirs);
  if (count === 0) return [];
  return [
    {
      file: 'live/in/',
      count,
      what: amount(count, 'event'),
      remove: async () => await inbox.remove(isTheirs),
    },
  ];
}

/** Values in values that are JSON themselves are looked into so deeply. */
const DEPTH_MAX = 100;
/** A number with fewer digits may be anything. */
const ID_DIGITS = 6;

function eventTest(traces: Traces): (event: { readonly body: Buffer }) => boolean {
  const names = new Set(Array.from(traces.names, (name) => name.toLowerCase()));
  const inText = nameTest(traces);
  const isName = (text: string): boolean => {
    const lower = text.toLowerCase();
    return names.has(lower) || lower.split(/_(?:user|member)_/).some((part) => names.has(part));
  };
  const isId = (value: string | number, key: string): boolean =>
    !/^(?:parent|quoted|reply)/i.test(key) && traces.messages.has(String(value));
  const isOf = (value: unknown, key: string, depth: number): boolean => {
    if (depth > DEPTH_MAX) return false;
    if (typeof value === 'string') {
      const inside = /^\s*[[{]/.test(value) ? jsonIn(value) : undefined;
      return isName(value) || isId(value, key) || (inside !== undefined && isOf(inside, key, depth + 1));
    }
    if (typeof value === 'number') return String(value).length >= ID_DIGITS && isId(value, key);
    if (Array.isArray(value)) return value.some((each) => isOf(each, key, depth + 1));
    if (value === null || typeof value !== 'object') return false;
    return Object.entries(value).some(([name, each]) => isName(name) || isOf(each, name, depth + 1));
  };
  return ({ body }) => {
    const text = body.toString();
    const value = jsonIn(text) ?? formOf(text);
    return value === undefined ? inText(body.toString('latin1')) : isOf(value, '', 0);
  };
}

/** The fields of a form; undefined if a text is none. */
function formOf(text: string): readonly (readonly string[])[] | undefined {
  const at = text.indexOf('=');
  const isForm = at >= 0 && !/[{}[\]]/.test(text.slice(0, at)) && !/[\s"<>]/.test(text);
  return isForm ? [...new URLSearchParams(text)] : undefined;
}
