import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The keys of a bucket. */
export type BucketKeys = { readonly accessKeyId: string; readonly secretAccessKey: string };

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/** The code of S3 for what is wrong with the signature of a request; undefined if it is right. */
export function signatureFault(request: IncomingMessage, keys: BucketKeys): string | undefined {
  const [, id, day = '', region = '', names = '', signature] =
    FORM.exec(request.headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const members = query
    .split('&')
    .filter(Boolean)
    .map((member) => (member.includes('=') ? member : `${member}=`))
    .sort();
  const signed = names.split(';');
  const canonical = [
    request.method,
    path,
    members.join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, text) => createHmac('sha256', last).update(text).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  const right = createHmac('sha256', key).update(toSign).digest('hex');
  return signature === right ? undefined : 'SignatureDoesNotMatch';
}
