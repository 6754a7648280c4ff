import { Choice } from '../../../exports/choice/choice.ts';
import { OwnerLook } from '../../../exports/choice/owner-look.ts';
import { PeopleByName } from '../../../exports/choice/people-by-name.ts';
import { type PeopleLook, surveyPeople } from '../../../exports/choice/survey-people.ts';
import type { ExportInput, ExportReader } from '../../../exports/export-reader.ts';
import type { ExportSpec } from '../../schema/source-schema.ts';
import type { Opening } from '../opening.ts';

/** Facts that have to be known of all people of an export before the first one is converted. */
export type Survey = {
  /** Which records are taken; absent for all. */
  readonly choice?: Choice;
  /** An app's own ids of users, by their id in the export; absent without an `idMap`. */
  readonly users?: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
};

/**
 * Looks at the people of an export, if anything in the pipeline names them.
 * @throws RunError `EXPORT.NAME_UNKNOWN`, `LOOKUP.PERSON_*`, and as the reader does
 */
export async function surveyExport(
  reader: ExportReader,
  input: Omit<ExportInput, 'uidOf'>,
  spec: ExportSpec,
  { pipeline, idMap, people: named }: Pick<Opening, 'pipeline' | 'idMap' | 'people'>,
): Promise<Survey> {
  const { include, exclude, since, until, owner } = spec;
  const isChosen = [include, exclude, since, until].some((rule) => rule !== undefined);
  const choice = isChosen ? new Choice(spec) : undefined;
  const ownerLook = owner === undefined ? undefined : new OwnerLook(owner, pipeline.policies.bots === 'skip');
  const people = named.length > 0 ? new PeopleByName(named) : undefined;
  const looks: readonly PeopleLook[] = [...(choice ? [choice.look] : []), ownerLook, people].filter(
    (look) => look !== undefined,
  );
  if (include || exclude || ownerLook || people)
    // Nobody writes a text in this pass.
    await surveyPeople(reader, { ...input, uidOf: (id) => id }, looks);
  const notes = choice?.finish() ?? [];
  ownerLook?.check(choice);
  const users = people ? people.found(idMap?.users ?? new Map()) : idMap?.users;
  return { ...(choice ? { choice } : {}), ...(users ? { users } : {}), notes };
}
