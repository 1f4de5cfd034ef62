declare const checked: unique symbol;

/**
 * A resource together with the proof that the caller may do `Operation` to it. Only this folder mints one (a
 * test checks it), and services require it: a write that was not authorized does not compile.
 */
export type Authorized<Resource, Operation extends string> = Resource & { readonly [checked]: Operation };

/** Mints the proof; to be called right after the check, by `server/access/policy` alone. */
export function authorized<Operation extends string, Resource>(
  resource: Resource,
): Authorized<Resource, Operation> {
  return resource as Authorized<Resource, Operation>;
}
