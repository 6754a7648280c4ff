import { entityNames } from '../../input/entities/entity.ts';

/** A node of a JSON Schema in draft 7, as far as that of a pipeline goes. */
type Schema = {
  /** The path of a shared form: `#/definitions/usersSource`. */
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
};

const WORDS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Names of forms that are better than those of their keys. */
const NAMES: Readonly<Record<string, string>> = { Users: 'Source', MapValue: 'Field' };

/** Forms with at least so much text that stand in several places get a name. */
const NAMED_CHARS = 300;

/**
 * Declarations of the module `chatferry` for editors and `tsc`: the type of a pipeline, made from its JSON Schema, and
 * those of a transform.
 */
export function pipelineTypes(schema: Record<string, unknown>): string {
  const types = new Types((schema as Schema).definitions ?? {});
  const pipeline = types.of(schema as Schema, 'Pipeline');
  const named = [...types.named].map(([text, name]) => `export type ${name} = ${text};`);
  const body = [...named, `/** A pipeline file. */\nexport type PipelineFile = ${pipeline};`, TRANSFORM];
  const lines = body.join('\n\n').split('\n');
  return `${HEAD}declare module 'chatferry' {\n${lines.map((line) => (line ? `  ${line}` : line)).join('\n')}\n}\n`;
}

const HEAD = `// Made by  chatferry schema --types > chatferry.d.ts  for a folder in which the package is not installed.\n`;

const TRANSFORM = `/** The default export of a pipeline written in TypeScript. */
export function definePipeline(pipeline: PipelineFile): PipelineFile;

/** Origin of a row that a transform gets. */
export type TransformPlace = {
  readonly entity: ${entityNames.map((name) => `'${name}'`).join(' | ')};
  /** The number of the source in the list of its entity, from 1. */
  readonly source: number;
  readonly file: string;
  readonly line: number;
  readonly row: number;
};

/** A row before \`map\`: cells by the name of their column. */
export type TransformRow = Record<string, unknown>;

/** The default export of a \`transform\` file: the row to use, several rows, or null to skip the row. */
export type Transform<Row extends object = TransformRow> = (
  row: Row,
  place: TransformPlace,
) => object | readonly object[] | null;`;

class Types {
  /** The names of forms by their text. */
  readonly named = new Map<string, string>();
  readonly #definitions: Readonly<Record<string, Schema>>;
  /** The types of shared forms, by their names in the schema. */
  readonly #shared = new Map<string, string>();

  constructor(definitions: Readonly<Record<string, Schema>>) {
    this.#definitions = definitions;
  }

  of(schema: Schema, name: string): string {
    const { type = '' } = schema;
    // A shared form with a description of its own.
    if (schema.allOf?.length === 1) return this.of(schema.allOf[0] ?? {}, name);
    if (schema.$ref !== undefined) return this.#sharedForm(schema.$ref.replace(/^.*\//, ''));
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf) return this.#union(schema.anyOf, name);
    if (type === 'array') return this.#list(schema.items ?? {}, name);
    if (type === 'object') return this.#object(schema, name);
    return [type]
      .flat()
      .map((word) => WORDS[word] ?? 'unknown')
      .join(' | ');
  }

  #list(items: Schema | readonly Schema[], name: string): string {
    if (!('length' in items)) return listOf(this.of(items, name));
    return `[${items.map((item) => this.of(item, name)).join(', ')}]`;
  }

  #sharedForm(id: string): string {
    const known = this.#shared.get(id);
    if (known !== undefined) return known;
    const schema = this.#definitions[id];
    const text = schema ? this.of(schema, capital(id)) : 'unknown';
    this.#shared.set(id, text);
    return text;
  }

  #union(options: readonly Schema[], name: string): string {
    const texts = [...new Set(options.map((option) => this.of(option, name)))];
    return this.#shortened(texts.join(' | '), name);
  }

  #object({ properties, required = [], additionalProperties }: Schema, name: string): string {
    if (!properties)
      return typeof additionalProperties === 'object'
        ? `Record<string, ${this.of(additionalProperties, `${name}Value`)}>`
        : 'Record<string, unknown>';
    const members = Object.entries(properties).map(([key, schema]) => {
      const text = this.of(schema, capital(key));
      const said = schema.description ? `/** ${schema.description.replaceAll('*/', '*\\/')} */\n` : '';
      return indented(`${said}${key}${required.includes(key) ? '' : '?'}: ${text};`);
    });
    const text = `{\n${members.join('\n')}\n}`;
    return name === 'Pipeline' ? text : this.#shortened(text, name);
  }

  /** Long forms are written once; another form with the same name gets a number. */
  #shortened(text: string, name: string): string {
    if (text.length < NAMED_CHARS) return text;
    const known = this.named.get(text);
    if (known !== undefined) return known;
    const taken = new Set(this.named.values());
    const base = NAMES[name] ?? name;
    let own = base;
    for (let number = 2; taken.has(own); number++) own = `${base}${number}`;
    this.named.set(text, own);
    return own;
  }
}

const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
const listOf = (item: string): string => (/[|{\n]/.test(item) ? `(${item})[]` : `${item}[]`);
