/** Lowest scores, in percent, of those whose names are alike, and what is called possible, likely and nearly certain. */
export const DUPLICATE_LEVELS = [20, 50, 70, 90] as const;
export type DuplicateLevel = (typeof DUPLICATE_LEVELS)[number];

/** @param score from 0 to 1 */
export function levelOf(score: number): DuplicateLevel {
  if (score >= 0.9) return 90;
  if (score >= 0.7) return 70;
  return score >= 0.5 ? 50 : 20;
}
