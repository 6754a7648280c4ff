import type { Data } from '../../input/entities/entity.ts';

/** The content of a call that changes a user or group. */
export type Change = {
  readonly fields: Data;
  /** Fields that the row does not have. They are named, because the service keeps fields that a call leaves out. */
  readonly unset: readonly string[];
};

/** The change that brings an existing user or group up to date. `deactivatedAt` is not in it: it has its own calls. */
export const changeOf: Readonly<Record<'users' | 'groups', (data: Data) => Change>> = {
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
};

const absent = (data: Data, fields: readonly string[]): readonly string[] =>
  fields.filter((field) => data[field] === undefined);
