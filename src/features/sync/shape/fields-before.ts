import { join } from 'node:path';
import { type Entity, isReferredTo } from '../../../input/entities/entity.ts';
import { FieldDigests } from '../../../ledger/field-digests.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Files } from '../../../system/files.ts';

/** The place of the memory of fields. */
export type FieldsPlace = { readonly ledger: Ledger; readonly folder: string; readonly files: Files };

/** The memory of the fields of users and groups. */
export const fieldMemory = (entity: Entity, { ledger, folder, files }: FieldsPlace): FieldDigests =>
  new FieldDigests(pathOf(entity, folder), entity, ledger.versions, files);

/** The same as the last sync run left it; undefined if it left none. */
export const fieldsBefore = (entity: Entity, place: FieldsPlace): FieldDigests | undefined =>
  isReferredTo(entity.name) && place.files.existsSync(pathOf(entity, place.folder))
    ? fieldMemory(entity, place)
    : undefined;

const pathOf = ({ name }: Entity, folder: string): string => join(folder, `${name}.fields`);
