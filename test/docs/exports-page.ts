import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExportSummary, exportKinds, type KindCounts } from '../../src/exports/export-summary.ts';
import type { Report } from '../../src/report/result/report.ts';
import { systemPages } from '../exports/system-pages.ts';
import { jsonHere } from '../support/command-here.ts';
import { repository } from '../support/repository.ts';
import { bareTables, type ReferencePage } from './reference/page.ts';
import { shapeKeys } from './shape-keys.ts';

/** The exports of the same conversations, by the names of the columns, with what the pipeline declares. */
const SYNTHETIC: Readonly<Record<string, readonly [path: string, options?: string]>> = {
  Sendbird: ['sendbird/synthetic'],
  Stream: ['stream/synthetic'],
  Slack: ['slack/synthetic.zip'],
  Discord: ['discord/synthetic'],
  Firestore: ['firebase/firestore'],
  'Realtime Database': ['firebase/rtdb'],
  'SQL dump': ['sql/mysql', ', zone: UTC'],
  Telegram: ['telegram/synthetic'],
  Twilio: ['twilio/synthetic'],
  WhatsApp: ['whatsapp/synthetic', ', zone: UTC'],
  Intercom: ['intercom/synthetic'],
  'Rocket.Chat': ['rocketchat/synthetic'],
  MongoDB: ['mongodb/bson'],
};

const INDEX = join(repository, 'docs/from/README.md');
const [PAGES_BEGIN, PAGES_END] = ['<!-- npm run docs:reference, from docs/from -->', '<!-- end of pages -->'];

/** `docs/from/README.md`, with the page of each system. */
export async function exportsIndex(): Promise<string> {
  const page = await readFile(INDEX, 'utf8');
  const [before, after] = [page.indexOf(PAGES_BEGIN) + PAGES_BEGIN.length, page.indexOf(PAGES_END)];
  return `${page.slice(0, before)}\n\n${systemPages(repository)}\n\n${page.slice(after)}`;
}

/** `docs/reference/exports.md`: what each format loses, from validations of the same conversations in the form of every system, and the keys of shapes. */
async function exportsReference(): Promise<string> {
  const summaries = await Promise.all(Object.values(SYNTHETIC).map(summaryOf));
  return bareTables(`# Exports: formats and shapes

[Exports of other chat systems](../from/README.md) says how exports are imported.

## What each format loses

The same nine conversations in the form of every system, four of them for WhatsApp, with the default policies. A number alone is imported as it is; behind a colon stands what becomes of it. "Kept" is in the metadata; a dash: the export has none.

${tableOf(landedRows(summaries))}

Skipped are, by kind and reason:

${leftOutLines(summaries)}

Slack and Discord count reactions whose users they do not name. Exports of Discord and Telegram have no deleted messages. The databases of this sample have one reaction of each user and one file for each message. \`repeated\` messages are in exports that overlap. Texts, order, authors and files are the same wherever a format has them.

${shapeKeys()}
`);
}

async function summaryOf([path, options = '']: readonly [string, string?]): Promise<ExportSummary> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const name = path.endsWith('.zip') ? 'export.zip' : 'export';
  await cp(join(repository, 'test/fixtures/exports', path), join(folder.path, name), { recursive: true });
  const pipeline = join(folder.path, 'pipeline.yaml');
  await writeFile(
    pipeline,
    `version: 1\nname: x\nsources: { export: { system: auto, path: ${name}${options} } }\n`,
  );
  const { result } = await jsonHere<Report>(['validate', pipeline, '--json']);
  return result.export as ExportSummary;
}

type Row = readonly string[];

/** Of each kind of which a system brings anything in, how many there are and how many of them come in. */
const landedRows = (summaries: readonly ExportSummary[]): Row[] => [
  ['In the export', ...Object.keys(SYNTHETIC)],
  ...exportKinds
    .filter((kind) => summaries.some(({ kinds }) => bringsIn(kinds[kind])))
    .map((kind) => [kind, ...summaries.map(({ kinds }) => landed(kinds[kind]))]),
];

const bringsIn = (counts: KindCounts | undefined): boolean =>
  counts !== undefined && counts.imported + counts.converted + counts.kept > 0;

function landed(counts: KindCounts | undefined): string {
  if (!counts) return '–';
  const { read, imported, converted, kept } = counts;
  const parts = [
    ...(imported > 0 ? [`${imported}`] : []),
    ...(converted > 0 ? [`${converted} converted`] : []),
    ...(kept > 0 ? [`${kept} kept`] : []),
  ];
  const isWhole = Math.max(imported, converted, kept) === read;
  return isWhole ? parts.join('') : `${read}: ${parts.join(', ') || 'none'}`;
}

/** How many are left out, by name: each number with the systems that have it. */
function leftOutLines(summaries: readonly ExportSummary[]): string {
  const names = exportKinds.flatMap((kind) =>
    [...new Set(summaries.flatMap(({ kinds }) => Object.keys(kinds[kind]?.dropped ?? {})))]
      .sort()
      .map((reason) => [kind, reason] as const),
  );
  const systems = Object.keys(SYNTHETIC);
  return names
    .map(([kind, reason]) => {
      const byCount = Map.groupBy(systems, (_, at) => summaries[at]?.kinds[kind]?.dropped[reason] ?? 0);
      const counts = [...byCount].filter(([count]) => count > 0);
      return `- \`${kind}.${reason}\`: ${counts.map(([count, of]) => `${count} (${of.join(', ')})`).join(', ')}`;
    })
    .join('\n');
}

const tableOf = ([head = [], ...rows]: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Writes the pages of `docs/from` into its index. */
export const writeExportsIndex = async (): Promise<void> => writeFile(INDEX, await exportsIndex());

export const exportsPage: ReferencePage = { path: 'docs/reference/exports.md', text: exportsReference };
