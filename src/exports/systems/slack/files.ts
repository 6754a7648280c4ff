import type { ExportObject } from '../../files/export-rows.ts';
import { list, number, record, textValue } from '../../files/values.ts';
import type { SourceFile } from '../../neutral.ts';

/** Files that exporters have put into the export: of each, the path by its id. */
export type FilePaths = ReadonlyMap<string, string>;

const PATHS = [
  // The exporters' own folder for all files, and their folder beside the days of a channel.
  /(?:^|\/)__uploads\/([^/]+)\/[^/]+$/,
  /(?:^|\/)attachments\/(F[A-Z0-9]+)-[^/]+$/,
  // That of a dump, with the id of the channel.
  /(?:^|\/)[CDG][A-Z0-9]+(?:-[\d.]+)?\/(F[A-Z0-9]+)-[^/]+$/,
];

/** Why Slack no longer has a file, by its `mode`. */
const GONE: Readonly<Record<string, string>> = { tombstone: 'deleted', hidden_by_limit: 'hiddenByLimit' };

export function filePaths(all: readonly { readonly name: string }[]): FilePaths {
  const paths = new Map<string, string>();
  for (const { name } of all)
    for (const pattern of PATHS) {
      const id = pattern.exec(name)?.[1];
      if (id !== undefined) paths.set(id, name);
    }
  return paths;
}

/** The files of a message; in exports before 2018 there was one, under another name. */
export function filesOf(row: ExportObject, paths: FilePaths): readonly SourceFile[] {
  const given = row['files'] ?? row['file'];
  if (given === undefined) return [];
  return (Array.isArray(given) ? list(given) : [given]).flatMap((each) => {
    const file = record(each);
    return file ? [fileOf(file, paths)] : [];
  });
}

function fileOf(file: ExportObject, paths: FilePaths): SourceFile {
  const id = textValue(file['id']);
  const mode = textValue(file['mode']);
  return {
    name: textValue(file['name']) ?? textValue(file['title']) ?? id,
    type: textValue(file['mimetype']),
    size: number(file['size']),
    gone: mode === undefined ? undefined : GONE[mode],
    path: id === undefined ? undefined : paths.get(id),
    privateUrl: withoutToken(textValue(file['url_private'])),
  };
}

/** The address without the token with which an export lets anybody read all files of the workspace. */
function withoutToken(address: string | undefined): string | undefined {
  if (!address?.includes('xox')) return address;
  const url = URL.parse(address);
  if (!url) return undefined;
  for (const [name, value] of [...url.searchParams])
    if (value.startsWith('xox')) url.searchParams.delete(name);
  return url.href;
}
