import type { Policies } from '../input/entities/policies.ts';

/** Policies for parts of an export that have no counterpart in the service. The first of each is the default. */
export const exportPolicyValues = {
  self: ['group', 'drop'],
  bots: ['user', 'skip'],
  sender: ['placeholder', 'shared', 'drop', 'fail'],
  system: ['drop', 'text'],
  topics: ['tag', 'group', 'thread'],
  markup: ['convert', 'raw', 'plain'],
  long: ['split', 'reject'],
  attachments: ['url', 'text-link', 'drop'],
  deleted: ['drop', 'placeholder'],
} as const;

type Values = typeof exportPolicyValues;

export type ExportPolicies = { readonly [name in keyof Values]: Values[name][number] };

export const DEFAULT_EXPORT_POLICIES: ExportPolicies = {
  self: 'group',
  bots: 'user',
  sender: 'placeholder',
  system: 'drop',
  topics: 'tag',
  markup: 'convert',
  long: 'split',
  attachments: 'url',
  deleted: 'drop',
};

/** All policies that decide what an export becomes. */
export type AllPolicies = Policies & ExportPolicies;
