import { entities } from '../../../src/input/entities/entities.ts';
import { type Entity, entityNames, isCore } from '../../../src/input/entities/entity.ts';
import { targetApi, targetNames } from '../../../src/service/targets/targets.ts';
import type { Budget } from '../../../src/service/transport/budget.ts';
import { effectsTable } from '../field-effects.ts';
import { bareTables, code, inText, type ReferencePage } from './page.ts';

/** A piece of a schema, as far as the page reads it. */
type Piece = { readonly description?: string; unwrap?(): Piece };

/** The limit of a field, which its schema or that of an optional value has. */
function described(piece: Piece | undefined): string | undefined {
  if (piece === undefined) return undefined;
  return piece.description ?? described(piece.unwrap?.());
}

/** The limit of a field: its own, or that of the field that it becomes a part of. */
function limitOf(entity: Entity, field: string): string {
  const { shape } = entity.schema() as unknown as { readonly shape: Readonly<Record<string, Piece>> };
  if (Object.hasOwn(shape, field)) return described(shape[field]) ?? '';
  const [whole] = Object.keys(entity.shape?.({ [field]: 'x' }) ?? {});
  return field === 'parentId' ? `older name of ${code(whole as string)}` : `part of ${code(whole as string)}`;
}

/** What the calls of each target cannot carry of an entity that every history has. */
const uncarried = (entity: Entity): readonly string[] =>
  targetNames.flatMap((name) => {
    const { routes } = targetApi(name).open(() => ({}) as Budget, 1);
    const carries = routes[entity.name]?.carries as ReadonlySet<string>;
    const lost = Object.keys(entity.fields).filter((field) => {
      const [written = field] = Object.keys(entity.shape?.({ [field]: 'x' }) ?? {});
      return !carries.has(field) && !carries.has(written);
    });
    const listed = lost.filter((field) => !KEPT.has(field)).map((field) => code(field));
    return listed.length > 0 ? [`\`api: ${name}\` does not carry ${listed.join(', ')}.`] : [];
  });

/** Fields that policies decide about. */
const KEPT = new Set(['parentMuid', 'parentId', 'editedAt', 'editedBy', 'deletedAt', 'deletedBy']);

function part(entity: Entity): string {
  const rows = Object.keys(entity.fields).map(
    (field) =>
      `| ${code(field)}${entity.required.includes(field) ? '\\*' : ''} | ${inText(limitOf(entity, field))} |`,
  );
  const policies = Object.keys(entity.fields).filter((field) => KEPT.has(field) && field !== 'parentId');
  return [
    `## ${entity.name}`,
    inText(entity.about),
    ...(isCore(entity.name) ? uncarried(entity) : []),
    ...(policies.length > 0
      ? [`[Policies](pipeline.md#policies) decide about ${policies.map((field) => code(field)).join(', ')}.`]
      : []),
    `Key: ${entity.keyFields.map((field) => code(field)).join(', ')}.`,
    bareTables(`| Field | Value |\n|---|---|\n${rows.join('\n')}`),
  ].join('\n\n');
}

const page = (): string => `# Entities and their fields

A source has rows of one entity. Its columns fill the fields below, by name or by [\`map\`](pipeline.md#value-forms). Fields with \\* are
required. A row with a value outside its limit is rejected. A row is at most 1 MiB, and JSON at most 64 levels deep.

- An empty cell of a CSV file is no value.
- \`metadata\` and \`data\` are JSON; \`metadata.team\` fills one member.
- Tags are a JSON list, or texts with \`|\` between them.
- An id is 1 to 100 characters of a-z, 0-9, - and _. The service stores ids in lower case.
- Times are epoch seconds or ISO 8601 with a zone, unless the map says otherwise, and not before 2001-09-09.
- Values that the API cannot carry are counted in the report as \`notCarried\`.

Entities are written in this order: ${entityNames.join(', ')}. Only some histories need
others than users, groups, members and messages. Those are written with calls of their own for every \`api\`.

${entityNames.map((name) => part(entities[name])).join('\n\n')}

## Changes in a sync

What a sync writes if a cell of an imported row changes. An empty cell never changes a right.

${effectsTable()}
`;

export const entitiesPage: ReferencePage = { path: 'docs/reference/entities.md', text: page };
