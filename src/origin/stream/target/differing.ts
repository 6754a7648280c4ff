import { isDeepStrictEqual } from 'node:util';
import { type Json, objects, text } from '../asked.ts';

/** The members in which a message in the app differs from what it should be: what is the same is not written again. */
export function differing(known: Json, wanted: Json): Json {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) =>
      name === 'attachments'
        ? !isDeepStrictEqual(filesIn(known[name]), filesIn(value))
        : !isDeepStrictEqual(known[name] ?? '', value ?? ''),
    ),
  );
}

/** Addresses of files, without the signatures that each answer has anew; not the previews of links, which the app makes. */
const filesIn = (attachments: unknown): readonly string[] =>
  objects(attachments)
    .filter((file) => text(file['og_scrape_url']) === undefined)
    .flatMap(({ asset_url, image_url, file_url, url, thumb_url }) => {
      const address = [asset_url, image_url, file_url, url, thumb_url]
        .map(text)
        .find((each) => each !== undefined);
      return address === undefined ? [] : [address.replace(/[?#].*$/s, '')];
    });
