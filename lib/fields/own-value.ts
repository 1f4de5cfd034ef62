import type { Values } from '#lib/fields/definition.ts';

/**
 * The own property of a name, where it exists: a field may be called `constructor`, which every object has.
 */
export const ownValue = (values: Readonly<Values>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;
