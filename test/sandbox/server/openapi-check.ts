import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A JSON Schema, or any other object of the document. */
type Schema = Readonly<Record<string, unknown>>;

type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } };

type Operation = {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
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

/** A check of answers against a document, such as the one that the service itself gives out. */
export function answerCheck(document: Document): AnswerCheck {
  const { compile, errors } = compilerOf(document);
  const operations = operationsOf(document, ({ responses }) => responses['200']);
  let refused: ValidateFunction | undefined;
  return (method, path, status, body) => {
    const operation = status < 300 ? find(operations, method, path) : undefined;
    if (status < 300 && !operation) return `${method} ${path} is answered, but not in the document`;
    if (operation) operation.validate ??= compile(operation.schema);
    else refused ??= compile({ $ref: '#/components/schemas/Error' });
    const validate = operation?.validate ?? (refused as ValidateFunction);
    return validate(body) ? undefined : `${method} ${path} ${status}: ${errors(validate, body)}`;
  };
}

/** A check of request bodies; calls and bodies that the document does not have are not checked. */
export function requestCheck(
  document: Document,
): (method: string, path: string, body: unknown) => string | undefined {
  const { compile, errors } = compilerOf(document);
  const operations = operationsOf(document, ({ requestBody }) => requestBody);
  return (method, path, body) => {
    const operation = find(operations, method, path);
    if (!operation) return undefined;
    operation.validate ??= compile(operation.schema);
    return operation.validate(body) ? undefined : `${method} ${path}: ${errors(operation.validate, body)}`;
  };
}

function compilerOf({ components }: Document) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'doc', components });
  return {
    compile: (schema: Schema): ValidateFunction =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/'))),
    errors: (validate: ValidateFunction, body: unknown): string =>
      `${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 600)}`,
  };
}

function operationsOf(
  { paths, servers }: Document,
  partOf: (operation: Operation) => Content | undefined,
): readonly Compiled[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const server = operation.servers?.[0]?.url ?? servers[0]?.url ?? '';
      const parts = `${server}${path}`.split('/');
      const pattern = parts.map((part) => (part.startsWith('{') ? '[^/]+' : part)).join('/');
      return {
        method: method.toUpperCase(),
        pattern: new RegExp(`^${pattern}$`),
        literals: parts.filter((part) => !part.startsWith('{')).length,
        schema: partOf(operation)?.content['application/json'].schema ?? {},
      };
    }),
  );
}

function find(operations: readonly Compiled[], method: string, path: string): Compiled | undefined {
  return operations
    .filter((one) => one.method === method && one.pattern.test(path))
    .sort((a, b) => b.literals - a.literals)[0];
}
