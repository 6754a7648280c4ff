import { join } from 'node:path';
import ts from 'typescript-6';
import { endpoints } from '../../../src/service/api/endpoints.ts';
import { ChatService } from '../../../src/service/client/chat-service.ts';
import { Management } from '../../../src/service/client/management.ts';
import { repository } from '../../support/repository.ts';
import type { ReferencePage } from '../reference/page.ts';

const HEAD = `# Calls of the client

Every call of [the client](../programs/client.md), without options, its last argument. After its request stands the type that it
resolves to, whose fields your editor shows; a \`Listing\` is read with \`for await\`. Deprecated names are omitted.

The calls for the account (\`apps\`, \`webhooks\`, \`triggers\` and \`extensions\`) are those of \`Management\`, all others those of \`ChatService\`.
`;

/** `docs/reference/client-calls.md`, from the code of the client. */
async function clientCallsPage(): Promise<string> {
  const byResource = Map.groupBy(await clientCalls(), ({ path }) => path.split('.', 1)[0] as string);
  const chapters = Array.from(byResource, ([resource, calls]) => {
    const rows = calls.map(
      ({ path, parameters, request, result }) => `- \`${path}(${parameters})\`: \`${request}\` → ${result}\n`,
    );
    return `## ${resource}\n\n${rows.join('')}`;
  });
  return `${HEAD}\n${chapters.join('\n')}`;
}

/** One call of a client, as the page shows it. */
type ClientCall = {
  /** Its path from the client: `conversations.withUser.get`. */
  readonly path: string;
  readonly parameters: string;
  /** The method and path of its request. */
  readonly request: string;
  readonly result: string;
};

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/** Every call of both clients that is not kept under an old name, in the order of the code. */
async function clientCalls(): Promise<readonly ClientCall[]> {
  const entry = join(repository, 'src/client.ts');
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol;
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    requests.push(templateOf(method, decodeURIComponent(new URL(url).pathname)));
    return Response.json({ data: [] });
  };
  const warned = { fetch, onDeprecated: () => {} };
  await using service = new ChatService({
    baseUrl: 'https://chat.example.com',
    callsBaseUrl: 'https://calls.example.com',
    apiKey: 'k',
    ...warned,
  });
  await using account = new Management({
    managementUrl: 'https://apps.example.com',
    key: 'k',
    secret: 's',
    ...warned,
  });
  const found: ClientCall[] = [];
  for (const client of [service, account]) {
    const type = checker.getDeclaredTypeOfSymbol(
      checker.getExportsOfModule(module).find(({ name }) => name === client.constructor.name) as ts.Symbol,
    );
    for (const { path, signature } of signaturesOf(checker, type)) {
      const declared = signature.getDeclaration();
      requests.length = 0;
      await makeCall(client, path, argumentsOf(checker, signature));
      const [request] = requests;
      if (request === undefined) throw new Error(`${path} sends nothing`);
      found.push({
        path,
        parameters: parametersOf(signature).join(', '),
        request,
        result: resultOf(declared.type?.getText() ?? ''),
      });
    }
  }
  const order = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  const resources = [...new Set(found.map(({ path }) => path.split('.', 1)[0]))];
  const placeOf = ({ path, request }: ClientCall): number =>
    resources.indexOf(path.split('.', 1)[0]) * order.length + order.indexOf(request);
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The call of the service that a request is, with names in braces: the one that has most of the path in words. */
function templateOf(method: string, path: string): string {
  const segments = path.split('/');
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith('{') || part === segments[at])
    );
  };
  const [best] = Object.values(endpoints)
    .filter((each) => each.method === method && fits(each.path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  if (best === undefined) throw new Error(`${method} ${path} is no call of the service`);
  return `${method} ${best.path}`;
}

type Signature = { readonly path: string; readonly signature: ts.Signature };

/** Members of a client that call nothing. */
const NO_CALLS = ['caller', 'toString'];

/** The calls of a client, down to the deepest of its objects. */
function signaturesOf(checker: ts.TypeChecker, type: ts.Type, above = ''): Signature[] {
  return type.getProperties().flatMap((property) => {
    const isOld = property.getJsDocTags(checker).some(({ name }) => name === 'deprecated');
    if (isOld || !/^[a-z]\w*$/i.test(property.name) || NO_CALLS.includes(property.name)) return [];
    const path = above ? `${above}.${property.name}` : property.name;
    const own = checker.getTypeOfSymbol(property);
    const [signature] = own.getCallSignatures();
    if (signature) return path === 'request' ? [] : [{ path, signature }];
    return signaturesOf(checker, own, path);
  });
}

/** The parameters but for the options, an optional one with `?`. */
const parametersOf = (signature: ts.Signature): string[] =>
  signature.getParameters().flatMap(({ name, valueDeclaration }) => {
    const declared = valueDeclaration as ts.ParameterDeclaration;
    const type = declared.type?.getText() ?? '';
    if (name === 'options' && /^(?:AsApp|MayAct|Acting|OptionsFor)\b/.test(type)) return [];
    return [`${name}${declared.questionToken || declared.initializer ? '?' : ''}`];
  });

function resultOf(type: string): string {
  const [, kind, inner = ''] = /^(ApiPromise|Listing)<(.*)>$/s.exec(type.replaceAll(/\s+/g, ' ')) ?? [];
  if (kind === undefined) throw new Error(`${type} is no result of a call`);
  const [, row] = /^readonly (\w+)\[\]$/.exec(inner) ?? [];
  if (row) return `all \`${row}\``;
  if (inner === 'unknown') return 'what the service answers';
  return kind === 'Listing' ? `\`Listing<${inner}>\`` : `\`${inner}\``;
}

/** Arguments of the declared types; an id is its own name in braces, so that it is seen in the path. */
const argumentsOf = (checker: ts.TypeChecker, signature: ts.Signature): unknown[] =>
  signature
    .getParameters()
    .map((parameter) => argumentOf(checker, checker.getTypeOfSymbol(parameter), parameter.name));

function argumentOf(checker: ts.TypeChecker, type: ts.Type, name: string): unknown {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.StringLike) return /^(?:id|messageId|parentId)$/.test(name) ? '1' : name;
  if (type.flags & ts.TypeFlags.NumberLike) return 1;
  if (type.flags & ts.TypeFlags.BooleanLike) return true;
  if (type.isUnion()) {
    const lists = type.types.filter((each) => checker.isArrayLikeType(each));
    const defined = type.types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
    return argumentOf(checker, (lists[0] ?? defined[0]) as ts.Type, name);
  }
  if (checker.isArrayLikeType(type))
    return [argumentOf(checker, checker.getIndexTypeOfType(type, ts.IndexKind.Number) as ts.Type, name)];
  const required = type.getProperties().filter(({ flags }) => !(flags & ts.SymbolFlags.Optional));
  return Object.fromEntries(
    required.map((property) => [
      property.name,
      argumentOf(checker, checker.getTypeOfSymbol(property), property.name),
    ]),
  );
}

/** Makes a call, whose answer does not fit. */
async function makeCall(client: object, path: string, values: readonly unknown[]): Promise<void> {
  const names = path.split('.');
  const call = names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], client);
  const made = (call as (...args: readonly unknown[]) => PromiseLike<unknown> | AsyncIterable<unknown>)(
    ...values,
  );
  try {
    if ('then' in made) await made;
    else for await (const _ of made) break;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'REQUEST.INVALID') throw error;
  }
}

export const clientPage: ReferencePage = { path: 'docs/reference/client-calls.md', text: clientCallsPage };
