/** What is left of the work budget of one validation, in checked positions. */
export type MatchBudget = { left: number };
/** Far more than any pattern needs that wasn't made to be slow: about a tenth of a second. */
export const MATCH_BUDGET_MAX = 1_000_000;

/** A compiled pattern. */
export type Pattern = {
  /** Whether the pattern is found in the text; null when the work budget is used up. */
  matches(text: string, work: MatchBudget): boolean | null;
};

type Compiler = (source: string) => { ok: true; pattern: Pattern } | { ok: false };

let compiler: Compiler | null = null;

/** Sets the compiler of patterns; `pattern.ts` calls it when it is loaded, as it always is on the server. */
export function setPatternCompiler(next: Compiler): void {
  compiler = next;
}

/**
 * The pattern, or null where it is invalid; undefined until `pattern.ts` is loaded, and texts are left to the
 * server.
 */
export function compiledPattern(source: string): Pattern | null | undefined {
  const read = compiler?.(source);
  if (!read) return undefined;
  return read.ok ? read.pattern : null;
}
