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

/** Seconds as hours, minutes and seconds: `1:05:30`. */
export function durationText(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const pad = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(whole / HOUR);
  const minutes = Math.floor((whole % HOUR) / MINUTE);
  return `${seconds < 0 ? '-' : ''}${hours}:${pad(minutes)}:${pad(whole % MINUTE)}`;
}
