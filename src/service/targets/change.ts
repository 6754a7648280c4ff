import type { Data } from '../../input/entities/entity.ts';

/** The content of a call that changes a user, group or role. */
export type Change = {
  readonly fields: Data;
  /** Fields that the row does not have. They are named, because the service keeps fields that a call leaves out. */
  readonly unset: readonly string[];
};

/** Entities whose rows can be read one by one. */
export type ReadableName = 'users' | 'groups' | 'roles';

/** The body of a call that changes a row. */
export const bodyOf = ({ fields, unset }: Change): Data => ({
  ...fields,
  ...(unset.length > 0 ? { unset } : {}),
});

/** The change that brings an existing row up to date. `deactivatedAt` is not in it: it has its own calls. */
export const changeOf: Readonly<Record<ReadableName, (data: Data) => Change>> = {
  users(data) {
    const { uid: _, createdAt: __, lastActiveAt: ___, deactivatedAt: ____, ...fields } = data;
    return {
      fields: { role: 'default', tags: [], ...fields },
      unset: absent(data, ['avatar', 'link', 'metadata']),
    };
  },
  groups(data) {
    const { guid: _, createdAt: __, ...fields } = data;
    return { fields: { tags: [], ...fields }, unset: absent(data, ['icon', 'description', 'metadata']) };
  },
  roles: ({ role: _, ...fields }) => ({ fields, unset: absent(fields, ['description', 'metadata']) }),
};

const absent = (data: Data, fields: readonly string[]): readonly string[] =>
  fields.filter((field) => data[field] === undefined);
