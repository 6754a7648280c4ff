import { isDeepStrictEqual } from 'node:util';

/** A part of an answer that the model cannot know but can judge; it says what is wrong with it. */
export type Judge = (actual: unknown) => string | undefined;

/** What the model expects of a call: a refusal with one of these codes, or this data. */
export type Verdict =
  | { readonly refused: readonly string[] }
  | { readonly data: unknown; readonly meta?: unknown };

/** A refusal; of several reasons any may be named. */
export const refused = (...codes: readonly string[]): Verdict => ({ refused: codes });

/** Any text that fits; `learn` keeps it. */
export const text =
  (pattern: RegExp, learn?: (text: string) => void): Judge =>
  (actual) => {
    if (typeof actual !== 'string' || !pattern.test(actual)) return `no text like ${pattern}`;
    learn?.(actual);
    return undefined;
  };

/** An acknowledgement; how it is worded is not compared. */
export const ACKNOWLEDGED = { success: true, message: text(/./) };

/** A result of one of several ids that was refused. */
export function failed(...codes: readonly string[]) {
  const error: Judge = (actual) => {
    const code = (actual as { code?: unknown } | undefined)?.code;
    return codes.includes(String(code)) ? undefined : `expected ${codes.join(' or ')}`;
  };
  return { success: false, error };
}

/** Where an answer differs from what is expected; members that are undefined must not be there. */
export function difference(expected: unknown, actual: unknown, at: string): string | undefined {
  if (typeof expected === 'function') {
    const problem = (expected as Judge)(actual);
    return problem && `${at}: ${problem} in ${JSON.stringify(actual)}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return first(expected.map((value, index) => () => difference(value, actual[index], `${at}[${index}]`)));
  }
  if (isPlain(expected) && isPlain(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return first([...names].map((name) => () => difference(expected[name], actual[name], `${at}.${name}`)));
  }
  if (isDeepStrictEqual(expected, actual)) return undefined;
  return `${at}: expected ${brief(expected)}, got ${brief(actual)}`;
}

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 1500);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The `meta` of a page; the cursor that some lists add is not judged here. */
const pageMeta =
  (total: number, count: number, perPage: number, page: number): Judge =>
  (actual) => {
    const { pagination } = actual as { pagination?: unknown };
    const expected = {
      total,
      count,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(total / perPage),
    };
    return difference(expected, pagination, 'pagination');
  };

/** A page of a list. */
export function pageOf(
  all: readonly unknown[],
  { perPage, page }: { perPage: number; page: number },
): Verdict {
  const data = all.slice((page - 1) * perPage, page * perPage);
  return { data, meta: pageMeta(all.length, data.length, perPage, page) };
}

/** Compares an answer with a verdict. */
export function mismatch(verdict: Verdict, status: number, body: unknown): string | undefined {
  const { error, data, meta } = (body ?? {}) as { error?: { code?: string }; data?: unknown; meta?: unknown };
  if ('refused' in verdict) {
    if (error?.code !== undefined && verdict.refused.includes(error.code) && status >= 400) return undefined;
    return `expected ${verdict.refused.join(' or ')}, got ${error?.code ?? `${status} ${brief(data)}`}`;
  }
  if (status !== 200) return `expected 200 ${brief(verdict.data)}, got ${status} ${error?.code}`;
  return (
    difference(verdict.data, data, 'data') ??
    (verdict.meta === undefined ? undefined : difference(verdict.meta, meta, 'meta'))
  );
}
