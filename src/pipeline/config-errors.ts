import { isMap, isNode, isPair } from 'yaml';
import type { z } from 'zod';
import { didYouMean } from '../errors/nearest.ts';
import { RunError, type Where } from '../errors/run-error.ts';
import type { YamlText } from './yaml-document.ts';

type ConfigIssue = z.core.$ZodIssue;

/** A quoted `"?"` in the place of a column or of one of a few words is a question that nobody has answered. */
export const OPEN_QUESTION = '?';

/**
 * Turns the schema issues of a pipeline into one error: of what is wrong, else of every open question.
 * @param raw the pipeline that was checked
 */
export function schemaError(
  file: string,
  issues: readonly ConfigIssue[],
  raw: unknown,
  schema: () => Record<string, unknown>,
  source?: YamlText,
): RunError {
  const open = new Map<string, readonly string[]>();
  const wrong = withoutQuestions(issues, [], raw, open);
  if (wrong.length > 0 || open.size === 0) return configError(file, wrong, schema(), source);
  const asked = [...open.values()].map((path) => ({ path, where: place(source, path, false) }));
  asked.sort((a, b) => (a.where?.byte ?? 0) - (b.where?.byte ?? 0));
  const texts = asked.map(({ path, where }) => {
    const question = where && source && questionAt(source.text, where);
    return `${path.join('.')} has no answer${question ? `: ${question}` : ''}`;
  });
  const rest = asked
    .map(({ where }, at) => `\n  also ${where?.line === undefined ? '' : `line ${where.line}: `}${texts[at]}`)
    .slice(1);
  return new RunError('CONFIG.UNANSWERED', `${texts[0]}${rest.join('')}`, {
    where: { file, ...asked[0]?.where },
  });
}

/** The issues that are more than an open question; collects the questions by their path. */
function withoutQuestions(
  issues: readonly ConfigIssue[],
  at: readonly string[],
  raw: unknown,
  open: Map<string, readonly string[]>,
): readonly ConfigIssue[] {
  return issues.flatMap((issue): readonly ConfigIssue[] => {
    const path = [...at, ...issue.path.map(String)];
    if (valueAt(raw, path) === OPEN_QUESTION) {
      open.set(path.join('\n'), path);
      return [];
    }
    if (issue.code !== 'invalid_union') return [issue];
    const errors = issue.errors.map((each) => [...withoutQuestions(each, path, raw, open)]);
    return errors.some((each) => each.length === 0) ? [] : [{ ...issue, errors } as ConfigIssue];
  });
}

const valueAt = (raw: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[key],
    raw,
  );

/** The question about a value: a comment behind it or in the lines above that begins with `?`. */
function questionAt(text: string, { line = 1, column = 1 }: Omit<Where, 'file'>): string | undefined {
  const lines = text.split('\n');
  const behind = / #\s*\?(.+)/.exec((lines[line - 1] ?? '').slice(column - 1));
  if (behind) return behind[1]?.trim();
  const above: string[] = [];
  for (let at = line - 2; at >= 0; at--) {
    const [, comment] = /^\s*#(.*)/.exec(lines[at] ?? '') ?? [];
    if (comment === undefined) return undefined;
    above.unshift(comment.trim());
    if (above[0]?.startsWith('?')) return above.join(' ').slice(1).trim();
  }
  return undefined;
}

/**
 * Turns the schema issues of a pipeline file into one error with the likely meaning, and file, line and column if there
 * is a text.
 */
function configError(
  file: string,
  issues: readonly ConfigIssue[],
  schema: Record<string, unknown>,
  source?: YamlText,
): RunError {
  // A key that is unknown often explains why another one is missing: it comes first.
  const isUnknown = ({ code }: ConfigIssue): boolean => code === 'unrecognized_keys';
  const found = issues.flatMap(deepest).sort((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
  const described = found.slice(0, 5).map((issue) => describe(issue, schema, source));
  const [first] = described as [DescribedIssue];
  const rest = described
    .slice(1)
    .map(({ text, where }) => `\n  also ${where?.line === undefined ? '' : `line ${where.line}: `}${text}`);
  return new RunError('CONFIG.INVALID', first.text + rest.join(''), { where: { file, ...first.where } });
}

type DescribedIssue = { readonly text: string; readonly where: Omit<Where, 'file'> | undefined };

/** A union fails with the issues of every option: the option that matched furthest is the one that was meant. */
function deepest(issue: ConfigIssue): ConfigIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const depth = (found: readonly ConfigIssue[]): number =>
    Math.max(0, ...found.map(({ path }) => path.length));
  const typeOnly = (found: readonly ConfigIssue[]): boolean =>
    found.every(
      ({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'),
    );
  const meant = issue.errors
    .filter((found) => !typeOnly(found))
    .sort((a, b) => a.length - b.length || depth(b) - depth(a))[0];
  if (!meant) return [issue];
  // A wrong key explains why the key that was meant is missing.
  const unknown = meant.filter(({ code }) => code === 'unrecognized_keys');
  return (unknown.length > 0 ? unknown : meant).flatMap((inner) =>
    deepest({ ...inner, path: [...issue.path, ...inner.path] } as ConfigIssue),
  );
}

function describe(
  issue: ConfigIssue,
  schema: Record<string, unknown>,
  source: YamlText | undefined,
): DescribedIssue {
  const path = issue.path.map(String);
  const at = path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys as [string];
    const toKey = [...path, key];
    const text = unknownKeyText(key, toKey.join('.'), knownKeys(schema, path));
    return { text, where: place(source, toKey, true) };
  }
  if (issue.code === 'invalid_type') return { text: typeText(issue, at), where: place(source, path, false) };
  const message =
    issue.code === 'invalid_union'
      ? `not one of the allowed forms${formsOf(schema, path)}`
      : plainly((issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue);
  return { text: `${at || 'the file'}: ${message}`, where: place(source, path, false) };
}

/** The message of an issue; zod's own in plain words, those of the schema as they are. */
function plainly(issue: Pick<ConfigIssue, 'code' | 'message'>): string {
  const [, kind, limit = ''] =
    /^(Too big|Too small|Invalid option): expected (.*)$/.exec(issue.message) ?? [];
  if (kind === undefined) return issue.message;
  if (kind === 'Invalid option') return `expected ${limit.replaceAll('"', '').replaceAll('|', ', ')}`;
  const [, what = '', sign = '', number = '', unit = ''] =
    /^(\w+) to (?:be|have) ([<>]=?)(\d+)(\D.*)?$/.exec(limit) ?? [];
  if (sign === '') return issue.message;
  if (what === 'string' && number === '1') return 'must not be empty';
  return `expected ${BOUNDS[sign]} ${number}${unit}`;
}

const BOUNDS: Readonly<Record<string, string>> = {
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
};

const TYPES: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  string: 'text',
  number: 'a number',
  Infinity: 'a number',
  boolean: 'true or false',
  null: 'nothing',
};

function typeText({ expected, message }: z.core.$ZodIssueInvalidType, at: string): string {
  const [, received = ''] = /received (\w+)/.exec(message) ?? [];
  const wanted = `expected ${TYPES[expected] ?? expected}`;
  if (received === 'undefined') return `${at || 'the pipeline'} is missing: ${wanted}`;
  // YAML takes an id such as 29e41 for a number.
  if (expected === 'string' && /^(number|Infinity|boolean)$/.test(received))
    return `${at}: ${wanted}, got ${TYPES[received]}: put it in quotes`;
  return `${at || 'the file'}: ${wanted}, got ${TYPES[received] ?? received}`;
}

function unknownKeyText(key: string, shown: string, known: readonly string[]): string {
  if (known.includes(key)) return `${shown}: the other keys here belong to another form than ${key}`;
  const expected = known.length > 0 ? `expected one of ${known.join(', ')}` : undefined;
  return `unknown key ${shown}${didYouMean(key, known, expected)}`;
}

/** Keys of a mapping that are named. */
const KEYS_SHOWN = 3;

/** The allowed forms of a value: fixed words, mappings by their first keys, and lists. */
function formsOf(schema: unknown, path: readonly string[]): string {
  const forms = new Set((schemaAt(schema, path)?.anyOf ?? []).flatMap((each) => formNames(schema, each)));
  return forms.size > 0 ? `: ${[...forms].join('; or ')}` : '';
}

function formNames(schema: unknown, node: unknown): readonly string[] {
  const option = resolved(schema, node) as SchemaNode & { const?: string; type?: string };
  const { const: word, properties, type, anyOf } = option;
  if (anyOf) return anyOf.flatMap((each) => formNames(schema, each));
  if (word !== undefined) return [word];
  if (!properties) return type === undefined ? [] : [type === 'array' ? 'a list' : type];
  const keys = Object.keys(properties);
  return [`a mapping with ${keys.slice(0, KEYS_SHOWN).join(', ')}${keys.length > KEYS_SHOWN ? ' …' : ''}`];
}

type SchemaNode = { properties?: Record<string, unknown>; anyOf?: unknown[] };

function schemaAt(schema: unknown, path: readonly string[]): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>(
    (at, part) =>
      at?.properties && Object.hasOwn(at.properties, part)
        ? (resolved(schema, at.properties[part]) as SchemaNode)
        : undefined,
    schema as SchemaNode,
  );
}

/** The part of a schema that a reference names; another part stays. */
function resolved(schema: unknown, node: unknown): unknown {
  const { $ref, allOf } = (node ?? {}) as { $ref?: string; allOf?: readonly unknown[] };
  if (allOf?.length === 1) return resolved(schema, allOf[0]);
  const name = /^#\/definitions\/(.+)$/.exec($ref ?? '')?.[1];
  if (name === undefined) return node;
  return (schema as { definitions?: Readonly<Record<string, unknown>> }).definitions?.[name];
}

/** Line and column of a value, or of its key. */
function place(source: YamlText | undefined, path: readonly string[], key: boolean): DescribedIssue['where'] {
  if (!source) return undefined;
  const { document, lines } = source;
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length > 1 ? document.getIn(path.slice(0, length - 1), true) : document.contents;
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && String(item.key) === path[length - 1])
      : undefined;
    const item = length === path.length ? document.getIn(path, true) : undefined;
    const node = key || length < path.length ? pair?.key : (pair?.value ?? pair?.key ?? item);
    if (!isNode(node) || !node.range) continue;
    const { line, col } = lines.linePos(node.range[0]);
    return { line, column: col, byte: node.range[0] };
  }
  // Nothing of it is there: the file itself, where it begins.
  const [start = 0] = document.contents?.range ?? [];
  const { line, col } = lines.linePos(start);
  return { line, column: col, byte: start };
}

/** The keys that the schema allows at a path; with several forms, the keys of all of them. */
function knownKeys(schema: unknown, path: readonly string[], at: unknown = schema): string[] {
  const node = resolved(schema, at);
  if (typeof node !== 'object' || node === null) return [];
  const { properties, anyOf, items, additionalProperties } = node as {
    properties?: Record<string, unknown>;
    anyOf?: unknown[];
    items?: unknown;
    additionalProperties?: unknown;
  };
  if (anyOf) return [...new Set(anyOf.flatMap((option) => knownKeys(schema, path, option)))];
  const [head, ...rest] = path;
  if (head === undefined) return properties ? Object.keys(properties) : [];
  const next =
    properties && Object.hasOwn(properties, head) ? properties[head] : (items ?? additionalProperties);
  return knownKeys(schema, rest, next);
}
