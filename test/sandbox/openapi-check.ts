import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A JSON Schema, or any other object of the document. */
type Schema = Readonly<Record<string, unknown>>;

type Operation = {
  readonly responses: Readonly<Record<string, { content: { 'application/json': { schema: Schema } } }>>;
  readonly servers?: readonly { readonly url: string }[];
};

/** An OpenAPI document, as far as answers are checked against it. */
export type Document = {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Says what is wrong with an answer by the document; nothing where all is right. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => string | undefined;

type Compiled = {
  readonly method: string;
  readonly pattern: RegExp;
  readonly literals: number;
  readonly schema: Schema;
  validate?: ValidateFunction;
};

/** A check of answers against the document that the service itself gives out. Schemas are compiled when first used. */
export function answerCheck(document: Document): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'doc', components: document.components });
  const compile = (schema: Schema): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/')));
  const operations = operationsOf(document);
  const refused = compile({ $ref: '#/components/schemas/Error' });
  return (method, path, status, body) => {
    const operation = status < 300 ? find(operations, method, path) : undefined;
    if (status < 300 && !operation) return `${method} ${path} is answered, but not in the document`;
    if (operation) operation.validate ??= compile(operation.schema);
    const validate = operation?.validate ?? refused;
    if (validate(body)) return undefined;
    return `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 600)}`;
  };
}

function operationsOf({ paths, servers }: Document): readonly Compiled[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const server = operation.servers?.[0]?.url ?? servers[0]?.url ?? '';
      const parts = `${server}${path}`.split('/');
      const pattern = parts.map((part) => (part.startsWith('{') ? '[^/]+' : part)).join('/');
      return {
        method: method.toUpperCase(),
        pattern: new RegExp(`^${pattern}$`),
        literals: parts.filter((part) => !part.startsWith('{')).length,
        schema: operation.responses['200']?.content['application/json'].schema ?? {},
      };
    }),
  );
}

function find(operations: readonly Compiled[], method: string, path: string): Compiled | undefined {
  return operations
    .filter((one) => one.method === method && one.pattern.test(path))
    .sort((a, b) => b.literals - a.literals)[0];
}
