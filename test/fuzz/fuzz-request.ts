import { pick, type Random } from '../support/random.ts';
import {
  HOSTILE_HEADERS,
  HOSTILE_JSON,
  HOSTILE_NAMES,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
} from './hostile.ts';

/** One request that is meant to be wrong somewhere, and sometimes is right. */
export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
};

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };

/** One call of the service's own document. */
export type FuzzOperation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The body is a form instead of JSON. */
  readonly isForm: boolean;
};

/** The keys that a request may carry. */
export type FuzzKeys = {
  readonly full: string;
  readonly auth: string;
  /** The two headers of management calls. */
  readonly account: { readonly key: string; readonly secret: string };
  /** Apps that management calls may name. */
  readonly appIds: readonly string[];
};

const UIDS = ['ann', 'bob', 'cid', 'dave', 'Ann', 'x1'];
const GUIDS = ['team', 'club', 'TEAM'];
const IDS = [...UIDS, ...GUIDS, 'default', 'guest'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'];
const TIMES = ['1600000000', '"1600000001"', '1790000000'];

/** Ids that fit a name, mostly: a user's where a user is meant. */
function idsFor(random: Random, name: string): readonly string[] {
  if (random() < 0.1) return IDS;
  if (/guid|^group/i.test(name)) return GUIDS;
  return /uid|sender|receiver|owner|admins|participants|accepted|friends/i.test(name) ? UIDS : IDS;
}

/** A value that fits the schema, as JSON text. */
function fitting(random: Random, name: string, schema: Schema | undefined, depth = 0): string {
  const type = [schema?.type ?? 'string'].flat()[0];
  if (schema?.enum) return JSON.stringify(pick(random, schema.enum));
  if (/At$/.test(name)) return pick(random, TIMES);
  if (type === 'integer' || type === 'number') return String(Math.floor(random() * 50));
  if (type === 'boolean') return String(random() < 0.5);
  if (type === 'array') {
    const items = Array.from({ length: Math.floor(random() * 3) }, () =>
      fitting(random, name, schema?.items, depth + 1),
    );
    return `[${items.join(',')}]`;
  }
  if (type === 'object') return objectOf(random, schema ?? {}, depth + 1);
  if (/url|avatar|link|icon/i.test(name)) return '"https://example.com/a.png"';
  return JSON.stringify(pick(random, idsFor(random, name)));
}

function objectOf(random: Random, schema: Schema, depth: number): string {
  if (depth > 4) return '{}';
  if (schema.additionalProperties) {
    const rows = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const id = pick(random, IDS);
      return `${JSON.stringify(id)}:${objectOf(random, schema.additionalProperties as Schema, depth + 1)}`;
    });
    return `{${rows.join(',')}}`;
  }
  const entries = schema.properties ? Object.entries(schema.properties) : [['text', {}] as const];
  const members = entries
    .filter(() => random() < 0.75)
    .map(([name, one]) => {
      const value = random() < 0.1 ? pick(random, HOSTILE_JSON) : fitting(random, name, one, depth);
      return `${JSON.stringify(name)}:${value}`;
    });
  if (random() < 0.1)
    members.push(`${JSON.stringify(pick(random, HOSTILE_NAMES))}:${pick(random, HOSTILE_JSON)}`);
  return `{${members.join(',')}}`;
}

/** Damages the bytes of a body now and then. */
function bodyOf(random: Random, schema: Schema | undefined): Buffer | undefined {
  const roll = random();
  if (!schema && roll > 0.1) return undefined;
  const text = objectOf(random, schema ?? {}, 0);
  if (roll < 0.01) return Buffer.from(pick(random, HOSTILE_JSON));
  if (roll < 0.02) return Buffer.from(text.slice(0, Math.floor(random() * text.length)));
  if (roll < 0.03) return Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.of(0xff, 0xfe, 0x7d)]);
  if (roll < 0.035) return Buffer.from(`${text}${text}`);
  if (roll < 0.0352) return Buffer.alloc(10 * 1024 * 1024 + 1, 0x20);
  if (roll < 0.0354) return Buffer.from(`{"uid":"${'x'.repeat(9 * 1024 * 1024)}"}`);
  return Buffer.from(text);
}

function pathOf(random: Random, { path, parameters }: FuzzOperation, { appIds }: FuzzKeys): string {
  const segments = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random() < 0.08) return pick(random, HOSTILE_SEGMENTS);
    if (name === 'id') return String(1 + Math.floor(random() * 40));
    if (name === 'appId') return pick(random, appIds);
    if (name === 'reaction') return pick(random, ['%F0%9F%91%8D', 'ok', '%E2%9D%A4%EF%B8%8F']);
    if (name === 'conversationId') return pick(random, ['group_team', 'user_ann_user_bob', 'bob_user_ann']);
    return pick(random, idsFor(random, name));
  });
  const version = random() < 0.01 ? pick(random, ['/v2', '/v33', '', '/V3', '//v3']) : '';
  const query = parameters
    .filter((one) => one.in === 'query' && random() < 0.3)
    .map(({ name, schema }) => {
      const value =
        random() < 0.3
          ? pick(random, HOSTILE_QUERIES)
          : encodeURIComponent(JSON.parse(fitting(random, name, schema)));
      return `${name}${random() < 0.05 ? '[]' : ''}=${value}`;
    });
  const base = version === '' && random() < 0.99 ? segments : segments.replace(/^\/v3/, version);
  return query.length === 0 ? base : `${base}?${query.join('&')}`;
}

function headersOf(random: Random, keys: FuzzKeys): Readonly<Record<string, string>> {
  const roll = random();
  const apikey =
    roll < 0.9
      ? keys.full
      : roll < 0.95
        ? keys.auth
        : roll < 0.98
          ? pick(random, HOSTILE_HEADERS)
          : undefined;
  const actor =
    random() < 0.5
      ? pick(random, ['ann', 'bob', 'cid', 'ANN'])
      : random() < 0.1
        ? pick(random, HOSTILE_HEADERS)
        : undefined;
  return {
    'content-type':
      random() < 0.95 ? 'application/json' : pick(random, ['text/plain', 'multipart/form-data', 'x']),
    ...(apikey !== undefined && { apikey }),
    ...(random() < 0.95 && keys.account),
    ...(actor !== undefined && { onbehalfof: actor }),
    ...(random() < 0.02 && { appid: pick(random, HOSTILE_HEADERS) }),
    ...(random() < 0.02 && {
      host: pick(random, ['x.api-us.localhost', 'evil.example', '127.0.0.1:1', 'a.call-eu.b']),
    }),
    ...(random() < 0.02 && { 'x-view-token': pick(random, HOSTILE_HEADERS) }),
    ...(random() < 0.02 && {
      [pick(random, ['key', 'secret', 'cookie', 'accept'])]: pick(random, HOSTILE_HEADERS),
    }),
  };
}

/** A request made from the service's own document, wrong in up to all of its parts. */
export function fuzzRequest(
  random: Random,
  operations: readonly FuzzOperation[],
  keys: FuzzKeys,
): FuzzRequest {
  const operation = pick(random, operations);
  const method = random() < 0.02 ? pick(random, METHODS) : operation.method;
  const path = pathOf(random, operation, keys);
  const headers = headersOf(random, keys);
  const body = method === 'HEAD' ? undefined : bodyOf(random, operation.body);
  if (!operation.isForm || body === undefined || random() < 0.05) return { method, path, headers, body };
  const type = 'multipart/form-data; boundary=fuzz';
  return { method, path, headers: { ...headers, 'content-type': type }, body: formOf(random, body) };
}

/** The members of a JSON object as the parts of a form, damaged now and then. */
function formOf(random: Random, json: Buffer): Buffer {
  let given: unknown;
  try {
    given = JSON.parse(json.toString());
  } catch {
    return Buffer.concat([Buffer.from('--fuzz\r\n'), json]);
  }
  const parts = Object.entries(given ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => {
      const text = typeof one === 'string' ? one : JSON.stringify(one);
      return `--fuzz\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    }),
  );
  const form = Buffer.from(`${parts.join('')}--fuzz--\r\n`);
  return random() < 0.05 ? form.subarray(0, Math.floor(random() * form.length)) : form;
}
