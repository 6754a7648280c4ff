import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExportSummary, exportKinds, type KindCounts } from '../../src/exports/export-summary.ts';
import type { Report } from '../../src/report/result/report.ts';
import { systemPages } from '../exports/system-pages.ts';
import { jsonHere } from '../support/command-here.ts';
import { repository } from '../support/repository.ts';

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
  WhatsApp: ['whatsapp/synthetic', ', zone: UTC'],
};

const PAGE = join(repository, 'docs/exports.md');
const [BEGIN, END] = ['<!-- npm run docs:exports -->', '<!-- end -->'];
const [PAGES_BEGIN, PAGES_END] = ['<!-- npm run docs:exports, from docs/from -->', '<!-- end of pages -->'];

/** `docs/exports.md`, with its pages, and its tables from validations of the same conversations in the form of every system. */
export async function exportsPage(): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  const summaries = await Promise.all(Object.values(SYNTHETIC).map(summaryOf));
  const tables = `${tableOf(landedRows(summaries))}\n\n${tableOf(leftOutRows(summaries))}`;
  return between(between(page, [PAGES_BEGIN, PAGES_END], systemPages(repository)), [BEGIN, END], tables);
}

function between(page: string, [begin, end]: readonly [string, string], text: string): string {
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  return `${page.slice(0, before)}\n\n${text}\n\n${page.slice(after)}`;
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

/** Of each kind, how many there are and how many of them come in. */
const landedRows = (summaries: readonly ExportSummary[]): Row[] => [
  ['In the export', ...Object.keys(SYNTHETIC)],
  ...exportKinds
    .filter((kind) => summaries.some(({ kinds }) => kinds[kind]))
    .map((kind) => [kind, ...summaries.map(({ kinds }) => landed(kinds[kind]))]),
];

function landed(counts: KindCounts | undefined): string {
  if (!counts) return '–';
  const { read, imported, converted, kept } = counts;
  const parts = [
    ...(imported > 0 ? [`${imported} imported`] : []),
    ...(converted > 0 ? [`${converted} converted`] : []),
    ...(kept > 0 ? [`${kept} kept`] : []),
  ];
  return `${read}: ${parts.length > 0 ? parts.join(', ') : 'none'}`;
}

/** How many are left out, by name. */
function leftOutRows(summaries: readonly ExportSummary[]): Row[] {
  const names = exportKinds.flatMap((kind) =>
    [...new Set(summaries.flatMap(({ kinds }) => Object.keys(kinds[kind]?.dropped ?? {})))]
      .sort()
      .map((reason) => [kind, reason] as const),
  );
  return [
    ['Left out', ...Object.keys(SYNTHETIC)],
    ...names.map(([kind, reason]) => [
      `\`${kind}.${reason}\``,
      ...summaries.map(({ kinds }) => String(kinds[kind]?.dropped[reason] ?? '')),
    ]),
  ];
}

const tableOf = ([head = [], ...rows]: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

if (import.meta.main) await writeFile(PAGE, await exportsPage());
