const two = (number: number) => String(number).padStart(2, '0');

/** A moment as the value of a `datetime-local` field, in the user's own time zone; empty for none. */
export function toLocal(moment: string | null): string {
  if (!moment) return '';
  const time = new Date(moment);
  if (Number.isNaN(time.getTime())) return '';
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The value of a `datetime-local` field as a moment in UTC; null for an empty or invalid value. */
export function toMoment(local: string): string | null {
  if (local === '') return null;
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
