import { z } from 'zod';
import { keyPlace } from './api-schema.ts';
import { choice, unless } from './field-schema.ts';
import { addressFault } from './notify-schema.ts';

/** Schema of how a pipeline file says that the files of messages and people are copied. */

/** Members of rows that have files. */
export const fileKinds = ['attachments', 'avatars', 'icons'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A host by its name, or all below it. */
const HOST =
  /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;
const hostName = z
  .string()
  .regex(HOST, 'a host such as files.example.com or *.example.com, without https://');

const address = z.string().superRefine(unless(addressFault));

const UNITS: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };
const SIZE = /^([1-9]\d{0,5})(KB|MB|GB)$/;
const size = z.string().regex(SIZE, 'expected a size such as 500KB, 100MB or 2GB');

/** A size such as `100MB` in bytes. */
export function sizeBytes(text: string): number {
  const [, amount, unit = ''] = SIZE.exec(text) ?? [];
  return Number(amount) * (UNITS[unit] ?? Number.NaN);
}

const mediaType = z
  .string()
  .regex(/^[\w.+-]+\/(?:\*|[\w.+-]+)$/, 'expected a media type such as image/png or image/*');

const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()/-]*)?$/;

export const filesSchema = z.strictObject({
  to: z
    .string()
    .min(1)
    .regex(/^(?![a-z][a-z0-9+.-]*:\/\/)|^s3:\/\//i, 'expected s3://bucket/prefix or a folder')
    .refine((to) => !/^s3:/i.test(to) || BUCKET.test(to), 'expected s3://bucket/prefix')
    .describe('where the copies go: s3://bucket/prefix, or a folder that a web server publishes'),
  publicUrl: address.describe('the address at which everybody gets the copies; messages get it'),
  endpoint: address.optional().describe('the address of an S3-compatible store; default: that of AWS'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe('the region of the bucket; default: auto'),
  pathStyle: z
    .boolean()
    .optional()
    .describe('whether the bucket is a part of the path; default: true with endpoint'),
  credentials: z
    .union([
      z.strictObject({
        accessKeyId: keyPlace.describe('where to find the id of the key'),
        secretAccessKey: keyPlace.describe('where to find the key'),
        sessionToken: keyPlace.optional().describe('where to find the token of temporary keys'),
      }),
      z.literal('ambient').describe('those of the machine: profile, role'),
    ])
    .optional()
    .describe('the keys of the bucket, or ambient for those of the machine'),
  from: z
    .array(
      z.strictObject({
        host: hostName.describe('a host, with its port if it is not 443, or *.example.com'),
        header: z
          .record(z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'the name of a header'), keyPlace)
          .optional()
          .describe('headers that the host needs, and where to find their values'),
        allowPrivate: z.boolean().optional().describe('true: the host is in a private network'),
      }),
    )
    .optional()
    .describe('hosts with private files, and hosts in a private network'),
  keep: z.array(hostName).optional().describe('hosts whose addresses stay as they are'),
  what: z
    .array(z.enum(fileKinds))
    .min(1)
    .optional()
    .describe('what is copied; default: attachments, avatars and icons'),
  maxBytes: size.optional().describe('the largest file; default: 100MB'),
  types: z
    .strictObject({
      allow: z.array(mediaType).min(1).optional().describe('the media types that are copied'),
      deny: z.array(mediaType).min(1).optional().describe('the media types that are not copied'),
    })
    .refine(({ allow, deny }) => (allow === undefined) !== (deny === undefined), 'give allow or deny')
    .optional()
    .describe('which media types are copied; default: all'),
  onFailure: choice(
    ['link', 'keep', 'drop', 'reject'],
    'a file that cannot be copied: its address as a link in the text, kept as an attachment, only named in metadata, or the row rejected; default: link',
  ),
  maxFailed: z
    .union([z.int().nonnegative(), z.string().regex(/^(\d{1,2}(\.\d+)?|100)%$/, 'expected a number or 5%')])
    .optional()
    .describe('the number or share of files that may fail; default: 5%, counted from 200 files on'),
  concurrency: z.int().positive().max(64).optional().describe('files at the same time; default: 8'),
  bytesPerSecond: size.optional().describe('the most bytes a second; default: no limit'),
  cacheControl: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/)
    .optional()
    .describe('the header Cache-Control of the copies; default: public, max-age=31536000, immutable'),
  recheck: choice(
    ['avatars', 'none', 'all'],
    'which addresses a sync asks again for other content; default: avatars',
  ),
});
export type FilesSchema = z.infer<typeof filesSchema>;

type Fault = { readonly path: readonly string[]; readonly message: string };

/** Finds a fault of the files of a pipeline beyond the forms of their members. */
export function filesFault(files: FilesSchema): Fault | undefined {
  const isBucket = /^s3:/.test(files.to);
  const stray = (['endpoint', 'region', 'pathStyle', 'credentials'] as const).find(
    (name) => files[name] !== undefined,
  );
  if (!isBucket && stray !== undefined)
    return {
      path: ['files', stray],
      message: `is of s3://, and ${files.to} is a folder: leave ${stray} out`,
    };
  if (isBucket && files.credentials === undefined)
    return {
      path: ['files', 'credentials'],
      message: 'is missing: name the keys, or write  credentials: ambient',
    };
  const wide = files.from?.findIndex(({ host, allowPrivate }) => allowPrivate && host.startsWith('*')) ?? -1;
  if (wide >= 0)
    return {
      path: ['files', 'from', String(wide), 'host'],
      message: 'allowPrivate needs the whole name of a host',
    };
  const { search, hash } = new URL(files.publicUrl);
  return search || hash
    ? { path: ['files', 'publicUrl'], message: 'has no query and no #: the name of each copy follows it' }
    : undefined;
}
