import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { repository } from '../../support/repository.ts';

type Schema = Readonly<Record<string, unknown>>;
type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = {
  readonly parameters: readonly Parameter[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  };
};

/** The public document of the API, cut to the lists that are read: Apache-2.0, from twilio/twilio-oai d50069b4. */
const DOCUMENT = join(repository, 'test/origins/twilio/openapi.json');

const document = JSON.parse(
  // A member that may be null has a type by the rules of ajv.
  readFileSync(DOCUMENT, 'utf8')
    .replaceAll('"#/components/', '"doc#/components/')
    .replaceAll(/\{\s*"nullable": true\s*\}/g, '{}'),
) as {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: Schema;
};
const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: true });
ajv.addSchema({ $id: 'doc', components: document.components });
const compiled = new Map<Schema, ValidateFunction>();

function fits(schema: Schema, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function operationAt(path: string): Operation | undefined {
  const names = Object.keys(document.paths).filter((name) => {
    const pattern = name.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(path);
  });
  return document.paths[names[0] ?? '']?.get;
}

/** Says what the public document does not allow in a request; nothing where all is right. */
export function asks(method: string, { pathname, searchParams }: URL): string | undefined {
  const operation = method === 'GET' ? operationAt(pathname) : undefined;
  if (!operation) return `${method} ${pathname} is not in the document`;
  for (const [name, value] of searchParams) {
    const parameter = operation.parameters.find((each) => each.in === 'query' && each.name === name);
    if (!parameter) return `${pathname} has no parameter ${name}`;
    const wrong = fits({ type: 'object', properties: { value: parameter.schema } }, { value });
    if (wrong !== undefined) return `${pathname}?${name}=${value}: ${wrong}`;
  }
  return undefined;
}

/** Says what the public document does not allow in an answer. */
export function answers(path: string, body: unknown): string | undefined {
  const operation = operationAt(path);
  if (!operation) return `${path} is not in the document`;
  return fits(operation.responses[200].content['application/json'].schema, structuredClone(body));
}
