import type { EntityName } from '../input/entities/entity.ts';
import type { PullSpec } from './pull-spec.ts';
import type { FileSourceSpec } from './schema/source-schema.ts';

/** The entities that an app of this service has rows of. */
const SERVICE_ENTITIES: readonly EntityName[] = [
  'roles',
  'users',
  'groups',
  'members',
  'friends',
  'messages',
  'reactions',
  'pins',
  'blocks',
  'bans',
];

/** Name of the file of the rows of an entity, below the address of the app. */
export const serviceRowsPath = ({ shown }: Pick<PullSpec, 'shown'>, entity: EntityName): string =>
  `${shown}/${entity}.ndjson`;

/** The source of the rows of an entity, if another app of this service is read and has some. */
export const serviceSource = (
  pull: Pick<PullSpec, 'shown' | 'system'> | undefined,
  entity: EntityName,
): FileSourceSpec | undefined =>
  pull?.system === 'service' && SERVICE_ENTITIES.includes(entity)
    ? { path: serviceRowsPath(pull, entity), format: 'ndjson' }
    : undefined;

/** True if some of these paths is one of the rows of an app of this service. */
export const hasServiceRows = (pull: Pick<PullSpec, 'shown'>, paths: readonly string[]): boolean =>
  SERVICE_ENTITIES.some((entity) => paths.includes(serviceRowsPath(pull, entity)));
