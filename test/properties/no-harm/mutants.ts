import type { Mutant } from '../../simulation/mutants/mutants.ts';

/** Faults that touch what is not ours, or open what was closed. The scenarios find each of them, or, where few of them get there, the named test. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a change sends the default of a field that no source maps',
    file: 'service/targets/change/change.ts',
    from: '    else if (!isEmptied(item, field)) continue;\n',
    to: "    else if (field === 'role' && !item.owned.has(field)) fields[field] = 'default';\n    else if (!isEmptied(item, field)) continue;\n",
  },
  {
    name: 'a change empties a field that no source maps',
    file: 'service/targets/change/change.ts',
    from: 'if (!isEmptied(item, field)) continue;',
    to: "if (!isEmptied(item, field) && field !== 'avatar') continue;",
  },
  {
    name: 'metadata is replaced',
    file: 'service/targets/change/change.ts',
    from: '  return Object.fromEntries([...others, ...Object.entries(own)]);',
    to: '  return others.length < 0 ? {} : own;',
  },
  {
    name: 'an edit of a message replaces its metadata',
    test: 'test/service/targets/change/edit.test.ts',
    file: 'service/targets/change/edit.ts',
    from: '!isAddedMetadata(member) && (sent ? sent.has(member) && mayTake(item, member) : isOurs(item, member)),',
    to: 'true || (sent && mayTake(item, member)),',
  },
  {
    name: 'an edit of a message empties tags that no source maps',
    test: 'test/features/sync/no-harm/owned-fields.test.ts',
    file: 'service/targets/change/edit.ts',
    from: "data['tags'] ?? (owned.has('tags') ? [] : undefined)",
    to: "data['tags'] ?? []",
  },
  {
    name: 'a group without a type is created public',
    file: 'input/entities/rights.ts',
    from: "export const GROUP_TYPE = 'private';",
    to: "export const GROUP_TYPE = 'public';",
  },
  {
    name: 'an empty type is public',
    file: 'service/targets/change/change.ts',
    from: 'else if (!clearable.includes(field)) kept.push(field);',
    to: "else if (field === 'type') fields[field] = 'public';\n    else if (!clearable.includes(field)) kept.push(field);",
  },
  {
    name: 'an empty role is the default',
    file: 'service/targets/change/change.ts',
    from: 'else if (!clearable.includes(field)) kept.push(field);',
    to: "else if (field === 'role') fields[field] = 'default';\n    else if (!clearable.includes(field)) kept.push(field);",
  },
  {
    name: 'a scope that nobody says is the lowest',
    file: 'input/entities/members.ts',
    from: "scope: enumOf(SCOPES, 'MEMBER.SCOPE_INVALID').optional(),",
    to: "scope: enumOf(SCOPES, 'MEMBER.SCOPE_INVALID').default('participant'),",
  },
  {
    name: 'an empty time of deactivation makes a user active',
    file: 'input/entities/rights.ts',
    from: "name === 'users' ? data['deactivatedAt'] === NEVER : name",
    to: "name === 'users' ? !data['deactivatedAt'] : name",
  },
  {
    name: 'a lost column stops nothing',
    test: 'test/features/sync/no-harm/lost-columns.test.ts',
    file: 'features/sync/sync-guard.ts',
    from: 'return lost.length === 0 ? undefined :',
    to: 'return lost.length >= 0 ? undefined :',
  },
  {
    name: 'an undo puts nothing back',
    file: 'features/undo/put-back-rows.ts',
    from: '    if (fields.size > 0) {',
    to: '    if (fields.size < 0) {',
  },
  {
    name: 'an undo puts back what somebody has changed since',
    test: 'test/features/undo/put-back.test.ts',
    file: 'features/undo/put-back-rows.ts',
    from: 'else if (!this.#former.wrote(kept, now))',
    to: 'else if (!kept)',
  },
  {
    name: 'an undo removes rows that were there before',
    file: 'features/undo/undo-rows.ts',
    from: "const isOwn = ({ origin }: LedgerEntry): boolean => origin !== 'exists';",
    to: 'const isOwn = ({ origin }: LedgerEntry): boolean => origin !== undefined;',
  },
  {
    name: 'a row that the service has refused is ours',
    test: 'test/features/sync/no-harm/refused-rows.test.ts',
    file: 'delivery/commit.ts',
    from: "  outcome.status === 'rejected' && outcome.foreign ?",
    to: "  outcome.status !== 'rejected' && outcome.status !== 'blocked' && outcome.status === undefined ?",
  },
  {
    name: 'the tags of users who are deactivated are not read',
    file: 'service/targets/change/remote-row.ts',
    from: 'withTags: true',
    to: 'withTags: false',
  },
];
