import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { COLUMN_TYPES } from '#lib/fields/column-base.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import { readTranslations } from '#lib/forms/translations.ts';
import { buildOpenApiDocument, operationIdOf } from '#server/api/openapi.ts';
import { routes } from '#server/routes.ts';
import { retiredInText } from './names.ts';

const content = z.record(
  z.string(),
  z.looseObject({ schema: z.unknown().optional(), example: z.unknown().optional() }),
);
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
});
const published = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const document = buildOpenApiDocument(routes, 'http://127.0.0.1:3000');
const { paths } = published.parse(document);
const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, one]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    ...one,
  })),
);
const operationOf = (route: (typeof routes)[number]) => {
  const found = operations.find(({ operationId }) => operationId === operationIdOf(route));
  if (!found) throw new Error(`${route.method} ${route.path} is not described`);
  return found;
};
const jsonOf = (body: z.output<typeof content> | undefined) => body?.['application/json'];

describe('the published description', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('describes every route once, under a name of its own, with every parameter of its path', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
    const incomplete = operations.filter(({ path, parameters }) => {
      const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).join() !== named.join();
    });
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });

  it('has no retired terms in its summaries', () => {
    const found = routes.flatMap(({ method, path, summary }) =>
      retiredInText(summary).map((term) => `${method} ${path}: ${term}`),
    );
    expect(found).toEqual([]);
  });

  it('has a schema and an example of every JSON request, which the schema of its route takes', () => {
    const wrong = routes.flatMap((route) => {
      if (!route.body) return [];
      const described = jsonOf(operationOf(route).requestBody?.content);
      const { success, error } = route.body.safeParse(described?.example);
      return described?.schema && success ? [] : [`${route.method} ${route.path}: ${error?.message}`];
    });
    expect(wrong).toEqual([]);
  });

  it('describes the data of refusals where a route has some', () => {
    const wrong = routes.flatMap((route) => {
      const described = JSON.stringify(operationOf(route).responses.default);
      const hasData = described.includes('"data"');
      return hasData === (route.refusalData !== undefined) ? [] : [`${route.method} ${route.path}`];
    });
    expect(wrong).toEqual([]);
    expect(routes.filter(({ refusalData }) => refusalData).length).toBeGreaterThan(15);
  });

  it('has a schema and an example of every JSON response, which the schema of its route takes', () => {
    const wrong = routes.flatMap((route) => {
      const { response, status = 200 } = route;
      if (!response || status === 204) return [];
      const described = jsonOf(operationOf(route).responses[String(status)]?.content);
      const example = z.looseObject({ data: z.unknown() }).safeParse(described?.example);
      const { success, error } = response.safeParse(example.data?.data);
      return described?.schema && success ? [] : [`${route.method} ${route.path}: ${error?.message}`];
    });
    expect(wrong).toEqual([]);
  });

  it('describes a form as it is sent, with an example that its readers take', () => {
    const described = jsonOf(
      operations.find(({ name }) => name === 'POST /spaces/{slug}/forms/')?.requestBody?.content,
    );
    const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(described?.schema).toMatchObject({
      properties: {
        fields: { type: 'array', items: of('SentField') },
        layout: of('FormLayout'),
        translations: of('FormTranslations'),
      },
    });
    const sent = z
      .object({ fields: z.unknown(), layout: z.unknown(), translations: z.unknown() })
      .parse(described?.example);
    const fields = readFields(sent.fields);
    if (!fields.ok) throw new Error(JSON.stringify(fields.problems));
    expect(fields.fields).toEqual(sent.fields);
    const layout = readLayout(sent.layout, fields.fields);
    if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
    expect(layout.layout).toEqual(sent.layout);
    expect(readTranslations(sent.translations)).toMatchObject({ ok: true });
  });

  it('describes a column that is added by its type, and the parts of one that is changed', () => {
    const { components } = z
      .object({ components: z.object({ schemas: z.looseObject({ NewColumn: z.unknown() }) }) })
      .parse(document);
    const bodyOf = (name: string) =>
      operations.find((one) => one.name === name)?.requestBody?.content['application/json']?.schema;
    expect(bodyOf('POST /items/{id}/columns/')).toEqual({ $ref: '#/components/schemas/NewColumn' });
    expect(bodyOf('PATCH /items/{id}/columns/{column_id}/')).toEqual({
      $ref: '#/components/schemas/ColumnChange',
    });
    const typed = z.object({
      properties: z.object({
        type: z.union([
          z.object({ const: z.string() }).transform((one) => [one.const]),
          z.object({ enum: z.array(z.string()) }).transform((one) => one.enum),
        ]),
      }),
    });
    const { oneOf } = z.object({ oneOf: z.array(typed) }).parse(components.schemas.NewColumn);
    const types = oneOf.flatMap(({ properties }) => properties.type);
    expect(types.toSorted()).toEqual(COLUMN_TYPES.toSorted());
  });

  it('has examples that its own JSON Schemas take', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'https://hub.test/openapi', ...document });
    const at = (...keys: string[]) =>
      `https://hub.test/openapi#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const wrong = operations.flatMap(({ name, path, requestBody, responses }) => {
      const method = name.split(' ')[0]?.toLowerCase() ?? '';
      const json = 'application/json';
      const bodies = [
        { body: requestBody?.content, keys: ['requestBody'] },
        ...Object.entries(responses).map(([status, { content: body }]) => ({
          body,
          keys: ['responses', status],
        })),
      ];
      return bodies.flatMap(({ body, keys }) => {
        const described = jsonOf(body);
        if (!described || !('example' in described)) return [];
        const validate = ajv.getSchema(at('paths', path, method, ...keys, 'content', json, 'schema'));
        return validate?.(described.example) ? [] : [`${name}: ${ajv.errorsText(validate?.errors)}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});
