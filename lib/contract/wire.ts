/** Data of a schema that is not changed any more: what is sent, in either direction. */
export type Wire<T> = T extends readonly (infer Entry)[]
  ? readonly Wire<Entry>[]
  : T extends object
    ? { readonly [Name in keyof T]: Wire<T[Name]> }
    : T;
