import { z } from 'zod';
import { descriptionOf } from '#lib/contract/described-as.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const PLACE = '#/components/schemas/';

/** JSON Schemas of one document; what a schema repeats or nests in itself becomes a named component. */
export class DocumentSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /**
   * @param io input for requests, output for responses; they differ where a schema fills in or changes values
   * @param name of the components that the schema needs, unless they have an id of their own
   */
  add(schema: z.ZodType, name: string): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // Of a schema that changes values, zod takes examples for what it makes of them; ours are what is sent.
        const examples: unknown = z.globalRegistry.get(zodSchema)?.examples;
        if (Array.isArray(examples)) jsonSchema.examples = examples;
        const described = descriptionOf(zodSchema);
        if (described) Object.assign(jsonSchema, this.add(described, `${name}_part`));
      },
    });
    const names = new Map(
      Object.keys($defs).map((own) => [
        own,
        own.startsWith('__schema') ? own.replace('__schema', name) : own,
      ]),
    );
    const refersTo = (ref: string) =>
      ref.startsWith(PLACE)
        ? ref
        : ref === '#'
          ? `${PLACE}${name}`
          : `${PLACE}${names.get(ref.replace('#/$defs/', '')) ?? name}`;
    const referring = withRefs(root, refersTo);
    for (const [own, part] of Object.entries($defs)) {
      if (typeof part === 'object') this.components[names.get(own) ?? own] = withRefs(part, refersTo);
    }
    if (!JSON.stringify(root).includes('"$ref":"#"')) return referring;
    this.components[name] = referring;
    return { $ref: `${PLACE}${name}` };
  }

  /** Adds a component that other parts of the document refer to by its name. */
  component(schema: z.ZodType, name: string): void {
    this.components[name] = this.resolve(this.add(schema, name));
  }

  /** What a reference points to; any other value is returned as it is. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    return ($ref === undefined ? schema : this.components[$ref.replace(PLACE, '')]) ?? {};
  }
}

function withRefs(schema: JsonSchema, refersTo: (ref: string) => string): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? refersTo(value) : value,
  );
  return JSON.parse(text);
}
