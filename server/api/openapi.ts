import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { descriptionOf } from '#lib/contract/described-as.ts';
import { disclosure } from '#lib/contract/disclosure.ts';
import { requiredDeletion } from '#lib/contract/form.ts';
import { problemDetail } from '#lib/contract/problem-detail.ts';
import { apiFailure, sessionEnd } from '#lib/contract/refusal.ts';
import type { Config } from '#server/platform/config/config.ts';
import { SESSION_COOKIE } from '#server/platform/http/cookie.ts';
import { exampleOf } from './openapi-example.ts';
import { DocumentSchemas, type JsonSchema } from './openapi-schemas.ts';
import type { AnyRoute, ParameterNotes } from './route.ts';

const VERSION = '0.1.0';

type Place = 'path' | 'query';

/** A route's name for programs: `get_items_id_preview`. */
export function operationIdOf({ method, path }: Pick<AnyRoute, 'method' | 'path'>): string {
  return [method.toLowerCase(), ...path.split(/[/:.-]+/).filter(Boolean)].join('_');
}

/** Of a component that a route's schema needs: `GetItemsIdPreview`. */
const componentOf = (route: AnyRoute, part: string) =>
  `${operationIdOf(route)}_${part}`.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());

function parametersOf(route: AnyRoute, place: Place, schemas: DocumentSchemas): object[] {
  const schema: z.ZodType | undefined = place === 'path' ? route.params : route.query;
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = schema.shape;
  return Object.entries(shape).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || !one.safeParse(undefined).success,
    ...noted(
      schemas.add(one, componentOf(route, `${place}_${name}`)),
      place === 'query' ? route.notes?.[name] : undefined,
    ),
  }));
}

/** A parameter's schema, with what the route says of it. */
const noted = (schema: JsonSchema, note: ParameterNotes[string] = {}): object => ({
  ...(note.description === undefined ? {} : { description: note.description }),
  schema: note.example === undefined ? schema : { ...schema, examples: [note.example] },
});

/** The parts that are sent with a file, with what the route says of them. */
const notedParts = ({ properties = {} }: JsonSchema, notes: ParameterNotes = {}): JsonSchema['properties'] =>
  Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      const { description, example } = notes[name] ?? {};
      const more = {
        ...(description === undefined ? {} : { description }),
        ...(example === undefined ? {} : { examples: [example] }),
      };
      return [name, typeof part === 'object' ? { ...part, ...more } : part];
    }),
  );

/** A schema as the content of a body, with an example. */
function jsonContent(schema: z.ZodType, name: string, schemas: DocumentSchemas, own?: unknown): object {
  const json = schemas.add(schema, name);
  const example = own ?? exampleOf(schema, json, schemas);
  return { 'application/json': { schema: json, ...(example === undefined ? {} : { example }) } };
}

function requestBodyOf(route: AnyRoute, schemas: DocumentSchemas): object {
  const { body, receives } = route;
  if (body) {
    const required = !(descriptionOf(body) ?? body).safeParse({}).success;
    return {
      requestBody: {
        required,
        content: jsonContent(body, componentOf(route, 'request'), schemas, route.example),
      },
    };
  }
  if (!receives) return {};
  if (receives.type !== 'multipart/form-data') {
    return { requestBody: { required: true, content: { [receives.type]: {} } } };
  }
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
  const parts = receives.fields ? schemas.add(receives.fields, componentOf(route, 'parts')) : {};
  const schema = {
    type: 'object',
    required: [...(parts.required ?? []), receives.file],
    properties: {
      ...notedParts(parts, route.notes),
      [receives.file]: receives.file === 'files' ? { type: 'array', items: bytes, minItems: 1 } : bytes,
    },
  };
  return { requestBody: { required: true, content: { [receives.type]: { schema } } } };
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const cursor = { type: ['string', 'null'] };

/** The body of a success: its data within the envelope of the contract (§2). */
function successContent(route: AnyRoute, response: z.ZodType, schemas: DocumentSchemas): object {
  const data = schemas.add(response, componentOf(route, 'response'));
  const example = exampleOf(response, data, schemas);
  const isPaged = schemas.resolve(data).type === 'array' && route.query !== undefined;
  const paging = {
    count: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'All that match; null where that is not counted.',
    },
    page: count,
    page_size: count,
    next: { ...cursor, description: 'Where the next part begins, in lists that are read on by a cursor.' },
    previous: cursor,
    offset: { ...count, description: 'Of a part around an entry: how many entries come before it.' },
    preparing: {
      type: 'boolean',
      description: 'True where an index is being prepared with which this list will be faster.',
    },
  };
  const isMessage = schemas.resolve(data).type === 'null';
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: isMessage ? ['data', 'message'] : ['data'],
        properties: { data, message: text, ...(isPaged ? paging : {}) },
      },
      ...(example === undefined
        ? {}
        : { example: { data: example, ...(isMessage ? { message: 'Done.' } : {}) } }),
    },
  };
}

function successOf(route: AnyRoute, schemas: DocumentSchemas): object {
  const { status = 200, response, stream = [] } = route;
  if (status === 204) return { description: 'Done, with nothing to say' };
  const streamed = stream.filter((type) => type !== 'application/json' || !response);
  return {
    description: stream.length > 0 ? 'The bytes, as a stream' : 'Done',
    content: {
      ...Object.fromEntries(streamed.map((type) => [type, {}])),
      ...(response ? successContent(route, response, schemas) : {}),
    },
  };
}

function securityOf({ auth, acceptsSessionCookie, acceptsLinkCookie }: AnyRoute): object[] {
  const isOpen = auth === 'anyone' || auth === 'hub';
  return [
    ...(isOpen ? [{}] : []),
    { token: [] },
    ...(acceptsSessionCookie ? [{ session: [] }] : []),
    ...(acceptsLinkCookie || isOpen ? [{ link: [] }] : []),
  ];
}

/** The response of a refusal, with an example. */
const failureOf = (schema: JsonSchema) => ({
  description: 'Refused: `message` for people, `code` for programs.',
  content: {
    'application/json': {
      schema,
      example: {
        message: 'Please enter Email',
        code: 'invalid_fields',
        fields: { email: ['Please enter Email'] },
      },
    },
  },
});

/** A route whose refusals have data of their own says what it is. */
function refusalOf(route: AnyRoute, schemas: DocumentSchemas): object {
  if (!route.refusalData) return { $ref: '#/components/responses/Failure' };
  const data = schemas.add(route.refusalData, componentOf(route, 'refusal'));
  return failureOf({ allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { data } }] });
}

function operationOf(route: AnyRoute, schemas: DocumentSchemas): object {
  const takesKey = route.idempotent ?? (route.method !== 'GET' && !route.stream);
  const inHub = route.auth === 'hub' || route.auth === 'hub user';
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: [route.path.split('/')[0]],
    security: securityOf(route),
    parameters: [
      ...parametersOf(route, 'path', schemas),
      ...parametersOf(route, 'query', schemas),
      ...(inHub ? [{ $ref: '#/components/parameters/OrgHandle' }] : []),
      ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(route.acceptsRevision ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    ...requestBodyOf(route, schemas),
    responses: {
      [String(route.status ?? 200)]: successOf(route, schemas),
      default: refusalOf(route, schemas),
    },
  };
}

/** The published description of every route (OpenAPI 3.1), made from the schemas that check the requests. */
export function buildOpenApiDocument(routes: readonly AnyRoute[], publicUrl: string): object {
  const schemas = new DocumentSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/${route.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  schemas.component(problemDetail, 'Problem');
  schemas.component(sessionEnd, 'SessionEnd');
  schemas.component(disclosure, 'Disclosure');
  schemas.component(requiredDeletion, 'RequiredDeletion');
  schemas.component(apiFailure, 'Failure');
  const tags = [...new Set(routes.map(({ path }) => path.split('/')[0]))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubkeep',
      version: VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`JWT <token>`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'The session of a browser, for files and downloads asked for from the same site.',
        },
        link: {
          type: 'apiKey',
          in: 'header',
          name: 'Share-Token',
          description: 'The pass of a share link that was opened (`auth/share-link/`).',
        },
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
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          schema: { type: 'string' },
          description:
            'The revision that was read: refused with 409 and the current state where it has changed since.',
        },
      },
      responses: {
        Failure: failureOf({ $ref: '#/components/schemas/Failure' }),
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
