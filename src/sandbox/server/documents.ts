import { type ApiRoute, routeOf } from '../app/route.ts';
import { apiDocs, DOCS_POLICY } from './api-docs.ts';
import { openApi } from './openapi.ts';

const route = routeOf({ tag: 'Documents' });

/** The calls that describe the API in `routes`. They need no key and have no rate limit. */
export function documentRoutes(routes: readonly ApiRoute[]): readonly ApiRoute[] {
  // Created on the first request, because most sandboxes never get one.
  const text = once(() => JSON.stringify(openApi(routes)));
  const page = once(() => apiDocs(openApi(routes)));
  const facts = { method: 'GET', public: true, answers: { data: {} } } as const;
  return [
    route({
      ...facts,
      path: '/openapi.json',
      summary: 'This API as OpenAPI 3.1',
      answer: () => ({ whole: text() }),
    }),
    route({
      ...facts,
      path: '/docs',
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
