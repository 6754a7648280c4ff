import { ApiError, invalid } from './api-error.ts';
import type { Route } from './route.ts';
import { normalId } from './validation.ts';

/** A route with the values of its path. */
export type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

/** The first path segment of every call. */
const VERSION = 'v3';

type Template = { readonly route: Route; readonly segments: readonly string[] };

function notFound(method: string, path: string): ApiError {
  return new ApiError('ERR_API_NOT_FOUND', `The API ${method} ${path} does not exist.`);
}

function decode(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid({ path: [`The path ${path} is not encoded correctly.`] });
  }
}

/** Message ids are digits; every other name stands for an id in the service's charset. */
function paramValue(name: string, value: string): string {
  if (name === 'id') {
    if (/^\d{1,15}$/.test(value)) return value;
    throw new ApiError('ERR_MESSAGE_ID_NOT_FOUND', `The message with id ${value} does not exist.`);
  }
  const id = normalId(value);
  if (id === undefined) throw invalid({ [name]: [`The ${name} format is invalid.`] });
  return id;
}

function fits(template: Template, segments: readonly string[]): boolean {
  return template.segments.every((part, index) => part.startsWith('{') || part === segments[index]);
}

/** Finds the route of a request by method and path; throws the service's own refusal when there is none. */
export class Router {
  readonly #byShape = new Map<string, Template[]>();

  /** `routes` is the whole table; among routes of one shape the earlier wins. */
  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const segments = route.path.split('/').slice(1);
      const shape = `${route.method} ${segments.length}`;
      const list = this.#byShape.get(shape) ?? [];
      list.push({ route, segments });
      this.#byShape.set(shape, list);
    }
  }

  /** `path` is the undecoded path without the query, version included. */
  match(method: string, path: string): Match {
    const [empty, version, ...segments] = path.split('/');
    if (empty !== '' || segments.includes('') || !/^v\d+$/.test(version ?? '')) throw notFound(method, path);
    if (version !== VERSION) {
      throw new ApiError(
        'ERR_INVALID_API_VERSION',
        `The API version ${version} does not exist. Use ${VERSION}.`,
      );
    }
    const template = this.#byShape.get(`${method} ${segments.length}`)?.find((one) => fits(one, segments));
    if (!template) throw notFound(method, path);
    const params: Record<string, string> = {};
    for (const [index, part] of template.segments.entries()) {
      if (!part.startsWith('{')) continue;
      const name = part.slice(1, -1);
      params[name] = paramValue(name, decode(segments[index] ?? '', path));
    }
    return { route: template.route, params };
  }
}
