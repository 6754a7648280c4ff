import type { Step, StepFile } from '../delivery/plan.ts';
import { nearest } from '../errors/nearest.ts';
import { RunError } from '../errors/run-error.ts';
import { entities } from '../input/entities/entities.ts';
import type { Entity, EntityName } from '../input/entities/entity.ts';
import type { Policies } from '../input/entities/policies.ts';
import { placesIn } from '../input/rows/place.ts';
import type { Route } from '../service/targets/target.ts';
import type { OpenEntity, Opening, OpenSource } from './open/opening.ts';
import type { PlanNotes } from './open/plan-notes.ts';

const WARNINGS_MAX = 100;

/** Things that a step needs besides its sources. */
export type StepOptions = {
  readonly routes: Readonly<Record<EntityName, Route>>;
  /** A column that no field uses is an error. */
  readonly strict: boolean;
  readonly policies: Policies;
  readonly spooled?: Opening['spooled'];
  /** As in a Step. */
  readonly pathOf?: Step['pathOf'];
  /**
   * Columns that sources of other entities take.
   * @default none
   */
  readonly taken?: ReadonlySet<string>;
};

/** A step of a plan over open sources. */
export function openStep(
  name: EntityName,
  { sources: opened, paths }: OpenEntity,
  { routes, strict, policies: given, spooled, pathOf, taken = new Set() }: StepOptions,
  { ofFile, unknownColumns }: PlanNotes,
): Step {
  const entity = entities[name];
  const policies = policiesFor(given, routes[name]);
  const sources = opened.map(({ source }) => source);
  const nameOf = (file: number): string => (opened[file] as OpenSource).name;
  const said: Set<string>[] = [];
  const idOf = (path: string): Pick<StepFile, 'id'> => {
    const id = spooled?.get(path)?.id;
    return id === undefined ? {} : { id };
  };
  return {
    entity,
    route: routes[name],
    sources,
    policies,
    mappings: opened.map(({ mapping }) => mapping),
    nameOf,
    files: uniqueFiles([
      ...sources.flatMap(({ path, inputs = [path] }, source) =>
        inputs.map((each) => ({ path: each, source, ...idOf(each) })),
      ),
      ...paths.map((path) => ({ path, source: -1, ...idOf(path) })),
    ]),
    origins: opened.map(({ origin }) => origin),
    ...(opened.some(({ derivedRows }) => derivedRows !== undefined)
      ? { derived: opened.reduce((sum, { derivedRows = 0 }) => sum + derivedRows, 0) }
      : {}),
    placeOf: (file, line, byte, row) =>
      sources[file]?.originOf?.(line) ?? placesIn(nameOf)(file, line, byte, row),
    ...(pathOf ? { pathOf } : {}),
    onUnknown: (file, column) => {
      // Once per file and name: rows that name their own members ask again for each of them, and the nearest name is
      // costly to find.
      const known = said[file] ?? new Set();
      said[file] = known;
      if (known.has(column) || taken.has(column) || unknownColumns.size >= WARNINGS_MAX) return;
      known.add(column);
      const text = unknownColumn(entity, column);
      if (strict)
        throw new RunError('SOURCE.COLUMN_UNKNOWN', `${nameOf(file)}: ${text}`, {
          where: { file: nameOf(file), line: 1 },
        });
      unknownColumns.add(`${nameOf(file)}: ${column}`);
      ofFile(nameOf(file), text);
    },
  };
}

/** Returns the policies for a route: what is sent as read must carry when it was. */
function policiesFor({ unread, ...exits }: Policies, { carries }: Route): Policies {
  return unread && carries.has('readAt') && carries.has('sentAt') ? { ...exits, unread } : exits;
}

/** Each file once: an archive may have the files of many sources. */
function uniqueFiles(files: readonly StepFile[]): readonly StepFile[] {
  const first = new Map(files.toReversed().map((file) => [file.path, file]));
  return files.filter((file) => first.get(file.path) === file);
}

function unknownColumn(entity: Entity, column: string): string {
  const meant = nearest(column, Object.keys(entity.fields));
  return `column ${JSON.stringify(column)} is not imported${meant !== undefined && meant !== column ? `, did you mean ${meant}` : ''}`;
}
