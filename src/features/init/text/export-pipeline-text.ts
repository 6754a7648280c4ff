import {
  type AllPolicies,
  DEFAULT_EXPORT_POLICIES,
  exportPolicyValues,
} from '../../../exports/export-rules.ts';
import type { ExportKind, ExportSummary } from '../../../exports/export-summary.ts';
import { DEFAULT_POLICIES, type Policies } from '../../../input/entities/policies.ts';
import { exportLines } from '../../../report/result/export-lines.ts';
import { flow, footLines, headLines, oneLine } from './pipeline-text.ts';

/** A pipeline for the export of another chat system. */
export type ExportDraft = {
  readonly name: string;
  /** Path of the JSON Schema, for editors. */
  readonly schema: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly summary: ExportSummary;
};

/** The text of a commented pipeline file: what the export has, and every policy that decides about it at its default. */
export function exportPipelineText({ name, schema, source, summary }: ExportDraft): string {
  return `${[
    `# yaml-language-server: $schema=${schema}`,
    '#',
    '# Written by chatferry init from the contents of the export.',
    ...summary.notes.map((note) => `# note: ${oneLine(note)}`),
    ...headLines(name),
    'sources:',
    ...exportLines(summary).map((line) => `  #${oneLine(line.slice(1))}`),
    `  export: ${flow(source)}`,
    ...(source['filesBase'] === undefined
      ? [
          '  # Files of the export that you have put on a web server:  filesBase: https://files.example.com/export/',
        ]
      : []),
    '  # Only a part of it goes into the braces, too:',
    '  #   include: { conversations: [general, "team-*"] }     by id or name; also users, types',
    '  #   exclude: { users: ["test*"], types: [direct] }      with all that these users wrote',
    '  #   since: 2024-01-01                                   messages from then on; until: before',
    '',
    '# What becomes of what the service has no field for. These are the defaults.',
    'policies:',
    ...policyLines(summary),
    ...footLines(),
  ].join('\n')}\n`;
}

/** The kinds that a policy decides about; the policies without one are always shown. */
const DECIDES: Readonly<Partial<Record<keyof AllPolicies, ExportKind>>> = {
  threads: 'replies',
  reactions: 'reactions',
  edits: 'edits',
  deletions: 'deletions',
  deleted: 'deletions',
  pins: 'pins',
  topics: 'topics',
  attachments: 'attachments',
};

const VALUES: Readonly<Record<keyof Policies, readonly string[]>> = {
  threads: ['metadata', 'write', 'drop'],
  reactions: ['metadata', 'write', 'drop'],
  pins: ['metadata', 'write', 'drop'],
  edits: ['metadata', 'drop'],
  deletions: ['drop', 'metadata'],
  unread: ['read', 'keep'],
};

function policyLines({ kinds }: ExportSummary): string[] {
  const defaults: Readonly<Record<string, string>> = {
    ...DEFAULT_POLICIES,
    ...DEFAULT_EXPORT_POLICIES,
    unread: 'read',
  };
  const values: Readonly<Record<string, readonly string[]>> = { ...VALUES, ...exportPolicyValues };
  return Object.entries(values).flatMap(([policy, all]) => {
    const kind = DECIDES[policy as keyof AllPolicies];
    const count = kind && kinds[kind]?.read;
    if (kind && !count) return [];
    const chosen = defaults[policy] as string;
    const others = all.filter((value) => value !== chosen).join(', ');
    const line = `  ${policy}: ${chosen}`;
    return [`${line.padEnd(26)} # or ${others}${count ? `; the export has ${count}` : ''}`];
  });
}
