import type { ApiRoute, Base } from '../app/route.ts';
import { ApiError, invalid, messageNotFound } from '../wire/api-error.ts';
import { normalId } from '../wire/validation.ts';

/** A route with the values of its path. */
export type Match = { readonly route: ApiRoute; readonly params: Readonly<Record<string, string>> };

/** The API version, the first path segment of every chat and calls call. */
const VERSION = 'v3';

/** The path segments of base addresses other than chat's. */
const BASES: ReadonlyMap<string, Base> = new Map([
  ['calls', 'calls'],
  ['management', 'management'],
]);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Template = { readonly route: ApiRoute; readonly segments: readonly string[] };

function notFound(method: string, path: string): ApiError {
  const [, secret] = /\/(?:apikeys|auth_tokens)\/([^/]+)/.exec(path) ?? [];
  return new ApiError('ERR_API_NOT_FOUND', `The API ${method} ${path} does not exist.`, { secret });
}

function decode(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalid({ path: [`The path ${path} is not encoded correctly.`] });
  }
}

/** The parameters whose values are ids in the service's charset. Other values stay as decoded. */
const IDS = new Set(['uid', 'guid', 'role']);

function paramValue(name: string, value: string): string {
  if (name === 'id') {
    if (/^\d{1,15}$/.test(value)) return value;
    throw messageNotFound();
  }
  if (!IDS.has(name)) return value;
  const id = normalId(value);
  if (id === undefined) throw invalid({ [name]: [`The ${name} format is invalid.`] });
  return id;
}

/** Finds the route of a request by method and path. Throws the service's own refusal if there is none. */
export class Router {
  readonly #byShape = new Map<string, Template[]>();

  /** `routes` is the whole table. Among routes of one shape the first wins. */
  constructor(routes: readonly ApiRoute[]) {
    for (const route of routes) {
      const segments = route.path.split('/').slice(1);
      const shape = `${route.base ?? 'chat'} ${route.method} ${segments.length}`;
      const list = this.#byShape.get(shape) ?? [];
      list.push({ route, segments });
      this.#byShape.set(shape, list);
    }
  }

  /** The methods that a path has. Throws the refusal of an unknown path if there are none. */
  methodsOf(path: string, callsHost = false): readonly string[] {
    const found = METHODS.filter((method) => {
      try {
        return this.match(method, path, callsHost) !== undefined;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'ERR_API_NOT_FOUND') return false;
        throw error;
      }
    });
    if (found.length === 0) throw notFound('OPTIONS', path);
    return [...found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
  }

  /** `path` is the undecoded path without the query. `callsHost` is true if the host is the calls host. */
  match(method: string, path: string, callsHost = false): Match {
    const [empty, ...parts] = path.split('/');
    const named = BASES.get(parts[0] ?? '');
    const base = named ?? (callsHost ? 'calls' : 'chat');
    const rest = named ? parts.slice(1) : parts;
    // A reaction may be any text, but no parameter may be empty.
    if (empty !== '' || rest.includes('')) throw notFound(method, path);
    const segments = base === 'management' ? rest : afterVersion(rest, method, path);
    const shape = `${base} ${method} ${segments.length}`;
    const template = this.#byShape
      .get(shape)
      ?.find((one) => one.segments.every((part, index) => part.startsWith('{') || part === segments[index]));
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

function afterVersion([version = '', ...segments]: readonly string[], method: string, path: string) {
  if (version === VERSION) return segments;
  if (!/^v\d+$/.test(version)) throw notFound(method, path);
  throw new ApiError('ERR_INVALID_API_VERSION', `The API version ${version} does not exist. Use ${VERSION}.`);
}
