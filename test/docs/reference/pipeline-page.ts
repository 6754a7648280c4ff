import { exportedNames } from '../../../src/exports/export-rules.ts';
import { entityNames } from '../../../src/input/entities/entity.ts';
import { pipelineJsonSchema } from '../../../src/pipeline/pipeline-schema.ts';
import { code, inText, type ReferencePage, sentence } from './page.ts';

/** A node of the JSON Schema of pipeline files. */
type Schema = {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

const root: Schema = pipelineJsonSchema();

/** A schema that is a reference to a shared one, with a description of its own. */
function resolved(schema: Schema): Schema {
  const { $ref, allOf, description } = schema;
  const target = $ref ?? allOf?.[0]?.$ref;
  if (target === undefined) return schema;
  const found = root.definitions?.[target.replace(/^.*\//, '')] as Schema;
  return { ...found, ...(description === undefined ? {} : { description }) };
}

/** The forms that a value may have. */
const formsOf = (schema: Schema): readonly Schema[] =>
  (resolved(schema).anyOf ?? [schema]).map(resolved).flatMap((each) => (each.anyOf ? formsOf(each) : [each]));

/** The forms that a schema lists. */
const formsIn = ({ anyOf = [] }: Schema): readonly Schema[] => anyOf.map(resolved);

/** The objects with names of their own among the forms of a value, of its elements and of its entries. */
function objectsIn(schema: Schema): readonly Schema[] {
  return formsOf(schema).flatMap((form): readonly Schema[] => {
    const { properties, items, additionalProperties: entries } = form;
    if (properties) return [form];
    if (items) return objectsIn(items);
    return typeof entries === 'object' ? objectsIn(entries) : [];
  });
}

/** Shared forms that have parts of their own on the page. */
const SHARED: Readonly<Record<string, string>> = {
  steps: '[step](#steps) or list of steps',
  value: '[value form](#value-forms)',
  field: '[value form](#value-forms)',
  where: '[conditions](#conditions)',
  notifyAddress: 'address, `{ env }` or `{ file }`',
  notifyOn: 'list of classes',
};

const WORDS: Readonly<Record<string, string>> = { string: 'text', boolean: 'boolean' };

/** Where a key is: its three forms are explained at `target`. */
const KEY_PLACE = '`{ env }` or `{ file }` or `{ command }`';

function typeOf(schema: Schema): string {
  const shared = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.replace(/^.*\//, '') ?? '';
  if (SHARED[shared] !== undefined) return SHARED[shared];
  const { type, items, properties, additionalProperties: entries, anyOf, ...form } = resolved(schema);
  if (form.const !== undefined) return code(String(form.const));
  if (form.enum) return form.enum.map((value) => code(value)).join(', ');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ').replace(KEY_PLACE, '[key](#target)');
  if (type === 'array') return `list of ${plural(typeOf(items ?? {}))}`;
  if (properties)
    return `\`{ ${Object.keys(properties).slice(0, 3).join(', ')}${Object.keys(properties).length > 3 ? ' …' : ''} }\``;
  if (type === 'object') return 'mapping';
  if (type === 'integer' || type === 'number') return numberType(form);
  const names = [type ?? 'any value'].flat().map((name) => WORDS[name] ?? name);
  return names.join(' or ');
}

const plural = (type: string): string => (type === 'text' ? 'texts' : type);

function numberType({ minimum, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  return maximum < Number.MAX_SAFE_INTEGER ? `${least}–${maximum}` : least > 0 ? 'number from 1' : 'number';
}

/** A description without its default, and the default. */
function parts({ description = '' }: Schema): readonly [about: string, otherwise: string] {
  const [, about = '', otherwise = ''] = /^(.*?)(?:; default: (.*))?$/s.exec(description) ?? [];
  return [about, otherwise];
}

function line(name: string, schema: Schema, isRequired: boolean): string {
  const [about, otherwise] = parts(resolved(schema));
  const type = typeOf(schema);
  const more = isRequired ? 'required' : otherwise && `default: ${inText(otherwise)}`;
  const noted = [type === 'text' ? '' : type, more].filter(Boolean).join('; ');
  return `- ${code(name)}${noted && ` (${noted})`}: ${sentence(inText(about))}`;
}

/** A list of the keys of objects; keys that are in `without` are described elsewhere. */
function keysOf(objects: readonly Schema[], above = '', without: ReadonlySet<string> = new Set()): string {
  const lines = objects.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties)
      .filter(([name]) => !without.has(name))
      .map(([name, schema]) =>
        // Of several forms, each has a key of its own.
        line(above + name, schema, objects.length === 1 && required.includes(name)),
      ),
  );
  return [...new Set(lines)].join('\n');
}

const at = (...path: readonly string[]): Schema =>
  path.reduce<Schema>((schema, name) => {
    const found = objectsIn(schema)
      .map(({ properties }) => properties?.[name])
      .find(Boolean);
    if (!found) throw new Error(`no key ${path.join('.')}`);
    return found;
  }, root);

/** Keys below others in one list, after them. */
const below = (...paths: readonly (readonly string[])[]): string =>
  paths.map((path) => `\n${keysOf(objectsIn(at(...path)), `${path.at(-1)}.`)}`).join('');

const source = at('sources', 'users');
const [fileSource, derivedSource] = objectsIn(source) as [Schema, Schema];
const field = root.definitions?.['field'] as Schema;
const valueForms = objectsIn(field);
const refined = valueForms.filter(({ properties = {} }) => 'time' in properties);
const attachments = valueForms.filter(({ properties = {} }) => 'url' in properties);
/** The keys that every form with steps has. */
const refinements = new Set(
  Object.keys(refined[0]?.properties ?? {}).filter((name) =>
    refined.every(({ properties = {} }) => name in properties),
  ),
);

const plainForms = formsOf(field)
  .filter(({ properties }) => !properties)
  .map(
    ({ type, description = '' }) =>
      `- ${type === 'null' ? code('null') : 'a text'}: ${sentence(description)}`,
  );

const steps = formsOf(root.definitions?.['steps'] as Schema).find((each) => each.enum) as Schema;
const stepRows = (steps.enum ?? []).map(
  (name, index) => `- ${code(name)}: ${sentence(steps.enumDescriptions?.[index] ?? '')}`,
);
const [splitStep, replaceStep] = objectsIn(root.definitions?.['steps'] as Schema).flatMap(({ properties }) =>
  Object.values(properties ?? {}),
) as [Schema, Schema];

const conditions = root.definitions?.['where']?.additionalProperties as Schema;
const conditionRows = formsIn(conditions).map((form) => {
  const [entry] = Object.entries(form.properties ?? {});
  if (entry) return `- \`{ ${entry[0]}: … }\`: ${sentence(entry[1].description ?? '')}`;
  return `- ${form.type === 'array' ? '`[a, b]`' : 'a value'}: ${sentence(form.description ?? '')}`;
});

const page = (): string => `# Pipeline files

A pipeline file is YAML or JSON. Relative paths start from its folder. \`\${NAME}\` inserts an environment variable. An unknown key
is an error. \`chatferry schema\` prints the JSON Schema for editors, \`chatferry config show\` every effective setting of a pipeline.
Programs that a pipeline names (\`transform\`, \`command\`) run only if nobody else can change them, or with \`--allow-code\`.
A value is a text unless its kind is given.

${keysOf([root])}

## target

${keysOf(formsOf(at('target')).filter(({ properties }) => properties))}
${keysOf(objectsIn(at('target', 'apiKey')), 'apiKey.')}

## sources

\`sources\` has a key for each entity: ${entityNames.map((name) => code(name)).join(', ')}. Each is one source or a list of sources,
with \`path\` or \`command\`, or made from rows of another entity with \`from\` and \`key\`. [Fields of the entities](entities.md).

${keysOf([fileSource])}${below(['sources', 'users', 'explode'], ['sources', 'users', 'join'])}

### Rows from another entity

[Entities that no file has](../sources/tables.md) are made from the rows of another entity.

${keysOf([derivedSource])}
${keysOf(objectsIn(derivedSource.properties?.['map'] as Schema), 'map.<field>.', refinements)}

An entry of \`map\` also accepts the changes of a value form, except \`lookup\`.

### Value forms

An entry of \`map\` is one of these; [mapping](../sources/mapping.md) has examples.

${plainForms.join('\n')}
${keysOf(
  valueForms.filter((form) => !attachments.includes(form)),
  '',
  refinements,
)}

All of them but \`const\` accept these changes, which are done in this order:

${keysOf([{ properties: Object.fromEntries(Object.entries(refined[0]?.properties ?? {}).filter(([name]) => refinements.has(name))) }])}
${keysOf(objectsIn(refined[0]?.properties?.['lookup'] as Schema), 'lookup.')}

The field \`attachments\` of messages has a form of its own:

${keysOf(attachments)}

### Steps

${stepRows.join('\n')}
- \`{ split: "," }\`: ${sentence(splitStep.description ?? '')}
- \`{ replace: [[a, b]] }\`: ${sentence(replaceStep.description ?? '')}

### Conditions

\`where\` maps columns to conditions. A row must meet all of them.

${conditionRows.join('\n')}

## sources.export

An export has rows of ${exportedNames.map((name) => code(name)).join(', ')}. [Exports of each system](../from/README.md).

${keysOf(objectsIn(at('sources', 'export')))}
${keysOf(objectsIn(at('sources', 'export', 'include')), 'include.')}
${keysOf(objectsIn(at('sources', 'export', 'api')), 'api.')}
${keysOf(objectsIn(at('sources', 'export', 'api', 'again')), 'api.again.')}

\`exclude\` has the keys of \`include\`.

## limits

${keysOf(objectsIn(at('limits')))}

## retention

${keysOf(objectsIn(at('retention')))}

## policies

[History](../sources/history.md) explains what each policy keeps and loses. The values are listed in the order of the meaning.

${keysOf(objectsIn(at('policies')))}

## thresholds

A threshold is a comparison and a number, such as \`<100\` or \`==0\`; for rows also a share, such as \`<0.1%\`.

${keysOf(objectsIn(at('thresholds')))}

## sync

[Sync](../operating/sync.md) has the details.

${keysOf(objectsIn(at('sync')))}

## files

[Files](../sources/attachments.md) explains what is copied, and what becomes of the rest.

${keysOf(objectsIn(at('files')))}${below(['files', 'credentials'], ['files', 'from'], ['files', 'types'])}

## live

[Switch a chat that is in use](../operating/cut-over.md) has the phases.

${keysOf(objectsIn(at('live')))}
${keysOf(objectsIn(at('live', 'listen')), 'listen.')}
${keysOf(objectsIn(at('live', 'listen', 'tls')), 'listen.tls.')}
${keysOf(
  objectsIn(at('live', 'old')).filter(({ properties = {} }) => 'user' in properties),
  'old.',
)}
${keysOf(objectsIn(at('live', 'old', 'hooks')), 'old.hooks.')}
${keysOf(objectsIn(at('live', 'backlog')), 'backlog.')}
${keysOf(objectsIn(at('live', 'back')), 'back.')}

\`service\` has the keys of \`old\` but \`secrets\`.

## notify

A list of up to 20 notifications, each with \`webhook\`, \`ping\` or \`command\`. [Unattended runs](../operating/unattended.md) has examples.

${keysOf(objectsIn(at('notify')))}
${keysOf(
  objectsIn(at('notify', 'ping')).filter(({ properties = {} }) => 'start' in properties),
  'ping.',
)}

Classes of \`on\`: ${onClasses().join(', ')}.
`;

function onClasses(): readonly string[] {
  const on = root.definitions?.['notifyOn'] as Schema;
  return (on.items?.enum ?? []).map((name) => code(name));
}

export const pipelinePage: ReferencePage = {
  path: 'docs/reference/pipeline.md',
  text: page,
};
