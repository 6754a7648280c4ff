/** Why a file was not copied. `silent` is asked again by each run; the others only by `run --retry-files`. */
export const fileFailures = [
  'gone',
  'login',
  'denied',
  'expired',
  'tooLarge',
  'type',
  'refused',
  'empty',
  'encoded',
  'silent',
] as const;
export type FileFailure = (typeof fileFailures)[number];

/** The fate of a row whose file was not copied. */
export type OnFailure = 'link' | 'keep' | 'drop' | 'reject';

/**
 * Answer to an address in a row: its copy, its failure, that it stays as it is, or that nobody has tried to copy it so far
 * (`placeholder` is then an address of the length and form that a copy will have; `isLate`: rows are sent now, so none may have
 * it).
 */
export type CopiedAddress =
  | { readonly outcome: 'copied'; readonly url: string; readonly type: string; readonly bytes: number }
  | {
      readonly outcome: 'failed';
      readonly why: FileFailure;
      /** The fate of its row. @default as the pipeline says */
      readonly how?: OnFailure | undefined;
    }
  | { readonly outcome: 'kept' }
  | { readonly outcome: 'unknown'; readonly placeholder: string; readonly isLate?: boolean };

/** A file whose copy has no room among the attachments of its message, and what the message has instead. */
export type FileWithoutRoom = {
  readonly address: string;
  readonly name: string;
  readonly type: string | undefined;
  readonly instead: 'link' | 'ownAddress' | 'name';
};

/** Finds what became of an address. Takes at most some microseconds. */
export type FindCopy = (address: string) => CopiedAddress;

/** The field with addresses of files of an entity, and what these are called in a pipeline. */
const FILE_FIELDS = {
  users: { field: 'avatar', kind: 'avatars' },
  groups: { field: 'icon', kind: 'icons' },
  messages: { field: 'attachments', kind: 'attachments' },
} as const;

export type FilesIn = (typeof FILE_FIELDS)[keyof typeof FILE_FIELDS];
export type KindOfFiles = FilesIn['kind'];

/** The files in rows of an entity; undefined if they have none. */
export const fileFieldOf = (entityName: string): FilesIn | undefined =>
  Object.hasOwn(FILE_FIELDS, entityName) ? FILE_FIELDS[entityName as keyof typeof FILE_FIELDS] : undefined;

/** A part of an address as it is meant; one that cannot be read stays as it is. */
export function meant(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
