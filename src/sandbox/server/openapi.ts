import type { ApiRoute, Base } from '../app/route.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import type { JsonSchema } from '../wire/json-schema.ts';
import { ERROR_SCHEMA, META_SCHEMAS, RESOURCE_SCHEMAS } from '../wire/resource-schemas.ts';

/** An OpenAPI 3.1 document. */
export type OpenApi = JsonSchema & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** One call in the document. */
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly security: readonly JsonSchema[];
  readonly servers?: readonly JsonSchema[];
};

/** One parameter in the document. */
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: false;
};

const SERVERS: Readonly<Record<Base, string>> = {
  chat: '/v3',
  calls: '/calls/v3',
  management: '/management',
};

const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });

function parametersOf({ path, query, behalf }: ApiRoute): readonly Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, { schema, list, required }]) => ({
    name,
    in: 'query' as const,
    required: required ?? false,
    schema,
    ...(list && { style: 'form' as const, explode: false as const }),
  }));
  const onBehalfOf = {
    name: 'onBehalfOf',
    in: 'header' as const,
    required: behalf === 'required',
    schema: { type: 'string' },
  };
  return [...inPath, ...inQuery, ...(behalf ? [onBehalfOf] : [])];
}

function successOf({ data, meta, sometimesBare, whole }: AnswerSchema): JsonSchema {
  if (whole) return data;
  return {
    type: 'object',
    properties: { data, ...(meta && { meta: META_SCHEMAS[meta] }) },
    required: ['data', ...(meta && !sometimesBare ? ['meta'] : [])],
    additionalProperties: false,
  };
}

function securityOf({ base, public: open, login }: ApiRoute): readonly JsonSchema[] {
  if (open) return [];
  if (login === 'basic') return [{ basic: [] }];
  return base === 'management' ? [{ key: [], secret: [] }] : [{ apikey: [] }];
}

function operationId({ method, path }: ApiRoute): string {
  const words = path.replaceAll(/[{}]/g, '').split('/').filter(Boolean);
  return [method.toLowerCase(), ...words].join('-').replaceAll('_', '-');
}

/** Notes for readers of the document that no other member holds. */
function notesOf({ rate, authOnly, replacedBy, perUser }: ApiRoute): string {
  return [
    replacedBy && `Deprecated: use ${replacedBy.join(' or ')}.`,
    `Rate class: ${rate}.`,
    perUser && 'Also limited per acting user.',
    authOnly && 'An authOnly key may use it.',
  ]
    .filter(Boolean)
    .join(' ');
}

function operationOf(route: ApiRoute): Operation {
  const { tag, summary, body, replacedBy, answers, base = 'chat' } = route;
  return {
    // The specification names only this operation.
    operationId: route.operationId ?? operationId(route),
    tags: [tag],
    summary,
    description: notesOf(route),
    ...(replacedBy && { deprecated: true as const }),
    parameters: parametersOf(route),
    ...(body && {
      requestBody: {
        required: body.schema['required'] !== undefined,
        ...(body.form ? { content: { 'multipart/form-data': { schema: body.schema } } } : json(body.schema)),
      },
    }),
    responses: {
      '200': { description: 'Done', ...json(successOf(answers)) },
      default: { description: 'Refused', ...json({ $ref: '#/components/schemas/Error' }) },
    },
    security: securityOf(route),
    ...(base !== 'chat' && { servers: [{ url: SERVERS[base] }] }),
  };
}

/** The OpenAPI document of the given calls, made of the declarations that read requests. */
export function openApi(routes: readonly ApiRoute[]): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    (paths[route.path] as Record<string, Operation>)[route.method.toLowerCase()] = operationOf(route);
  }
  const header = (name: string) => ({ type: 'apiKey', in: 'header', name });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chat service REST API, as the sandbox serves it',
      version: 'v3',
      description: 'Generated from the route table that answers the calls.',
    },
    servers: [{ url: SERVERS.chat }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...RESOURCE_SCHEMAS, Error: ERROR_SCHEMA },
      securitySchemes: {
        apikey: header('apikey'),
        key: header('key'),
        secret: header('secret'),
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}
