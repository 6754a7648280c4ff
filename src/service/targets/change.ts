import type { Data } from '../../input/entities/entity.ts';

/** What a call changes a user or group to. */
export type Change = {
  readonly fields: Data;
  /** Fields that the row does not have; the service keeps what it is not told of. */
  readonly unset: readonly string[];
};

/** What the service is told of a user or group that it holds; `deactivatedAt` has calls of its own. */
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
