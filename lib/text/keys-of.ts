/** The keys of an object that has no others than its type says. */
export const keysOf = <Target extends object>(target: Target): (keyof Target & string)[] =>
  Object.keys(target) as (keyof Target & string)[];
