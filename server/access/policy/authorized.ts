declare const checked: unique symbol;

/**
 * A thing together with the proof that the caller may do `Operation` to it. Only this folder mints one (a test holds
 * it to that), and services take nothing less: a write that was not checked does not compile.
 */
export type Authorized<Thing, Operation extends string> = Thing & { readonly [checked]: Operation };

/** Mints the proof; to be called right after the check, by `server/access/policy` alone. */
export function authorized<Operation extends string, Thing>(thing: Thing): Authorized<Thing, Operation> {
  return thing as Authorized<Thing, Operation>;
}
