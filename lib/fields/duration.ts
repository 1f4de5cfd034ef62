const HOUR = 3600;
const MINUTE = 60;

/** Hours, minutes and seconds as seconds: `1:05:30`, `1:05` (hours and minutes), `90` (seconds); null for another text. */
export function parseDuration(text: string): number | null {
  const parts = /^\s*(?:(\d+):)?(\d+)(?::(\d{2}))?\s*$/.exec(text);
  if (!parts) return null;
  const [, first, second = '0', third] = parts;
  if (first === undefined) return Number(second);
  return Number(first) * HOUR + Number(second) * MINUTE + Number(third ?? 0);
}
