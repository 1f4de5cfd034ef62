import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { problemDetail } from '#lib/contract/problem-detail.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { AnyRoute } from './route.ts';

const VERSION = '0.1.0';

function jsonSchema(schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = schema.shape;
  return Object.entries(shape).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || !one.safeParse(undefined).success,
    schema: jsonSchema(one),
  }));
}

function operationOf(route: AnyRoute): object {
  const status = String(route.status ?? 200);
  const data = route.response ? jsonSchema(route.response) : {};
  const needsToken = route.auth === 'user' || route.auth === 'hub user';
  const takesKey = route.idempotent ?? (route.method !== 'GET' && !route.stream);
  const inHub = route.auth === 'hub' || route.auth === 'hub user';
  return {
    summary: route.summary,
    tags: [route.path.split('/')[0]],
    ...(needsToken ? { security: [{ token: [] }] } : {}),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(inHub ? [{ $ref: '#/components/parameters/OrgHandle' }] : []),
      ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(route.body
      ? { requestBody: { content: { 'application/json': { schema: jsonSchema(route.body) } } } }
      : {}),
    responses: {
      [status]: {
        description: 'Done',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { data, message: { type: 'string' } } },
          },
        },
      },
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

/** The published description of every route (OpenAPI 3.1), made from the schemas that check the requests. */
export function buildOpenApiDocument(routes: readonly AnyRoute[], publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/${route.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hubkeep', version: VERSION },
    servers: [{ url: `${publicUrl}/api/v1` }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`JWT <token>`' },
      },
      parameters: {
        OrgHandle: {
          name: 'Org-Handle',
          in: 'header',
          schema: { type: 'string' },
          description: 'The hub to act in; the active hub without it.',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          schema: { type: 'string', maxLength: 255 },
          description: 'The same key on the same route within 24 hours returns the first response.',
        },
      },
      responses: {
        Failure: {
          description: 'Refused: `message` for people, `code` for programs.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['message', 'code'],
                properties: {
                  message: { type: 'string' },
                  code: { type: 'string' },
                  fields: {
                    type: 'object',
                    additionalProperties: { type: 'array', items: { type: 'string' } },
                  },
                  details: {
                    type: 'array',
                    description: 'For programs: what `fields` says of values and definitions, by code.',
                    items: jsonSchema(problemDetail),
                  },
                },
              },
            },
          },
        },
      },
    },
  };
}

export function mountOpenApi(app: FastifyInstance, routes: readonly AnyRoute[], config: Config): void {
  let description: object | null = null;
  app.get('/api/v1/openapi.json', async () => {
    description ??= buildOpenApiDocument(routes, config.publicUrl);
    return description;
  });
}
