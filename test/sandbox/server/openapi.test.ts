import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { ROUTES } from '../../../src/sandbox/routes.ts';
import { type Json, openSandbox } from '../sandbox-client.ts';

test('the document is OpenAPI 3.1, needs no key, and has every call that is served', async () => {
  await using opened = await openSandbox();
  const { status, text } = await opened.get('/openapi.json', { key: null });
  expect(status).toBe(200);
  const document = JSON.parse(text) as Json;
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
  const described = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = ROUTES.filter((route) => !route.public).map(({ method, path }) => `${method} ${path}`);
  expect(described.toSorted()).toEqual(served.toSorted());
  const ids = Object.values<Json>(document.paths).flatMap((methods) =>
    Object.values<Json>(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('the deprecated delete has the name, the tag and the flag of the specification', async () => {
  await using opened = await openSandbox();
  const document = JSON.parse((await opened.get('/openapi.json', { key: null })).text) as Json;
  const operation = document.paths['/conversations/{conversationId}'].delete;
  expect(operation).toMatchObject({
    operationId: 'delete-conversation',
    tags: ['Conversations'],
    deprecated: true,
    description: expect.stringContaining(
      'DELETE /users/{uid}/conversation or DELETE /groups/{guid}/conversation',
    ),
    security: [{ apikey: [] }],
  });
  expect(operation.requestBody).toBeUndefined();
  expect(operation.parameters).toContainEqual(
    expect.objectContaining({ name: 'onBehalfOf', in: 'header', required: true }),
  );
});

test('the page of the document shows every call, runs nothing and loads nothing', async () => {
  await using opened = await openSandbox();
  const { status, headers, text } = await opened.get('/docs', { key: null });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  expect(text).not.toMatch(/<script|src=|javascript:/i);
  for (const { path } of ROUTES.filter((route) => !route.public)) expect(text).toContain(`${path}</code>`);
});
