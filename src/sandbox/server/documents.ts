import { createHash } from 'node:crypto';
import { type ApiRoute, routeOf } from '../app/route.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
import { type OpenApi, type Operation, openApi, type Parameter } from './openapi.ts';

const route = routeOf({ tag: 'Documents' });

/** The calls that describe the API in `routes`. They need no key and have no rate limit. */
export function documentRoutes(routes: readonly ApiRoute[]): readonly ApiRoute[] {
  // Created on the first request, because most sandboxes never get one.
  const text = once(() => JSON.stringify(openApi(routes)));
  const page = once(() => apiDocs(openApi(routes)));
  const facts = { public: true, answers: { data: {} } } as const;
  return [
    route('GET /openapi.json', {
      ...facts,
      summary: 'This API as OpenAPI 3.1',
      answer: () => ({ whole: text() }),
    }),
    route('GET /docs', {
      ...facts,
      summary: 'This API as a page',
      answer: () => ({
        whole: page(),
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': DOCS_POLICY },
      }),
    }),
  ];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:2rem auto;padding:0 1rem}
nav{columns:12rem}section{margin-top:2.5rem}
details{border:1px solid #8886;border-radius:.5rem;padding:.4rem .8rem;margin:.4rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace}
table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}
small{opacity:.75;margin-left:.5rem}.m{display:inline-block;min-width:4.5rem;font-weight:600}.d{text-decoration:line-through}`;

/** Policy of the page, for what it may load and run: only its own style. */
const DOCS_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ');
  const type = [schema['type'] ?? 'any'].flat().join(' or ');
  const { maxLength, minimum, maximum } = schema;
  return [type, maxLength && `up to ${maxLength}`, maximum && `${minimum} to ${maximum}`]
    .filter(Boolean)
    .join(', ');
}

function table(
  rows: readonly (readonly [name: string, where: string, type: string, required: boolean])[],
): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ([name, where, type, required]) =>
      `<tr><td><code>${escaped(name)}</code>${required ? ' *' : ''}</td><td>${where}</td><td>${escaped(type)}</td></tr>`,
  );
  return `<table><tr><th>name</th><th>in</th><th>type</th></tr>${lines.join('')}</table>`;
}

function bodyRows(operation: Operation): Parameters<typeof table>[0] {
  const content = operation.requestBody?.['content'] as Record<string, { schema: JsonSchema }> | undefined;
  const [type = '', { schema } = {}] = Object.entries(content ?? {})[0] ?? [];
  const required = (schema?.['required'] ?? []) as readonly string[];
  const properties = (schema?.['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.entries(properties).map(([name, one]) => [
    name,
    type === 'multipart/form-data' ? 'form' : 'body',
    typeOf(one),
    required.includes(name),
  ]);
}

function callOf(method: string, path: string, operation: Operation): string {
  const rows = operation.parameters.map(
    (one: Parameter) => [one.name, one.in, typeOf(one.schema), one.required] as const,
  );
  const server = operation.servers?.[0]?.['url'] ?? '/v3';
  const name = `<code>${escaped(`${server}${path}`)}</code>`;
  return (
    `<details><summary><span class="m">${method.toUpperCase()}</span>` +
    `${operation.deprecated ? `<span class="d">${name}</span>` : name} <small>${escaped(operation.summary)}</small></summary>` +
    `<p>${escaped(operation.description ?? '')}</p>` +
    `${table([...rows, ...bodyRows(operation)])}</details>`
  );
}

/** The document as an HTML page, without scripts and dependencies. */
function apiDocs(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '');
  const anchor = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');
  const sections = Array.from(
    groups,
    ([tag, list]) =>
      `<section><h2 id="${anchor(tag)}">${escaped(tag)}</h2>` +
      `${list.map(({ method, path, operation }) => callOf(method, path, operation)).join('')}</section>`,
  );
  const links = [...groups.keys()].map((tag) => `<a href="#${anchor(tag)}">${escaped(tag)}</a><br>`);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>Sandbox API</title><style>${STYLE}</style></head><body><h1>Sandbox API</h1>` +
    `<p>${calls.length} calls, as served here. <a href="/v3/openapi.json">OpenAPI 3.1</a></p>` +
    `<nav>${links.join('')}</nav>${sections.join('')}</body></html>`
  );
}
