import type { Values } from '#lib/fields/definition.ts';

/** The value that stands under a name, where one does: a field may be called `constructor`, which every object has. */
export const ownValue = (values: Readonly<Values>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;
