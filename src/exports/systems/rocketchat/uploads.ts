import { isUrl } from '../../../input/entities/limits.ts';
import { type DocumentTaker, documentsAs } from '../../documents/collection.ts';
import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { number, record, records, textValue } from '../../files/values.ts';
import type { SourceFile, SourcePicture } from '../../neutral.ts';

type Upload = Pick<SourceFile, 'size'> & { readonly description?: string | undefined };

/** Uploads that are held in memory; of more, only what stands in their messages is known. */
const UPLOADS_MAX = 200_000;
/** The preview of a picture. */
const THUMB = 'thumb';

/** The files that people sent, and those that are none: broken off, or made by the server. */
export class Uploads {
  /** The address of the server, if its settings are in the dump. */
  #site: string | undefined;
  readonly #others = new Set<string>();
  readonly #known = new Map<string, Upload>();

  read(sink: PeopleSink): DocumentTaker {
    return documentsAs('attachments', sink, (row) => {
      const id = textValue(row['_id']);
      if (id === undefined) return;
      if (row['complete'] === false || row['typeGroup'] === THUMB) this.#others.add(id);
      else if (this.#known.size < UPLOADS_MAX)
        this.#known.set(id, { size: number(row['size']), description: textValue(row['description']) });
    });
  }

  settings(): DocumentTaker {
    return {
      document: (row) => {
        const site = row['_id'] === 'Site_Url' ? textValue(row['value']) : undefined;
        if (site !== undefined && isUrl(site)) this.#site = site.replace(/\/$/, '');
      },
      unreadable: () => {},
    };
  }

  /** The picture of a person or a room; the server may ask for a login. Without `etag`, it has none of its own. */
  pictureAt(path: string, etag: unknown): SourcePicture {
    if (this.#site === undefined || textValue(etag) === undefined) return {};
    return { privateUrl: `${this.#site}/avatar/${path.split('/').map(encodeURIComponent).join('/')}` };
  }

  /** The files of a message, and the lines that people wrote under them. */
  of(row: ExportObject): { readonly files: readonly SourceFile[]; readonly captions: readonly string[] } {
    const given = records(row['files']);
    const only = record(row['file']);
    const all = given.length > 0 ? given : only ? [only] : [];
    const attachments = records(row['attachments']);
    const files: SourceFile[] = [];
    const captions: string[] = [];
    for (const file of all) {
      const id = textValue(file['_id']);
      if (id === undefined || file['typeGroup'] === THUMB || this.#others.has(id)) continue;
      const name = textValue(file['name']);
      const link =
        attachments.map(linkOf).find((each) => each?.includes(`/${id}/`)) ??
        `/file-upload/${id}/${name ?? ''}`;
      const beside =
        attachments.find((each) => linkOf(each) === link) ?? (all.length === 1 ? attachments[0] : undefined);
      const upload = this.#known.get(id);
      const caption = textValue(beside?.['description']) ?? upload?.description;
      if (caption !== undefined) captions.push(caption);
      files.push({
        name,
        type: textValue(file['type']),
        size: number(file['size']) ?? upload?.size,
        ...this.#placeOf(link),
      });
    }
    return { files, captions };
  }

  /** An address of the server itself asks for a login. */
  #placeOf(link: string): Pick<SourceFile, 'privateUrl' | 'path'> {
    const path = link.replace(/^\/+/, '').split('?', 1).join('');
    return this.#site === undefined
      ? { path }
      : { privateUrl: encodeURI(`${this.#site}/${path}`.toWellFormed()) };
  }
}

const linkOf = (attachment: ExportObject): string | undefined => {
  const link = textValue(attachment['title_link']) ?? textValue(attachment['image_url']);
  return link?.includes('/file-upload/') ? link : undefined;
};
