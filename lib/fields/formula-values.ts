/** The values of formulas; `null` is empty, and the result of anything invalid. */
export type Scalar = number | string | boolean | null;
export type Value = Scalar | readonly Scalar[];

/** What a formula may use besides fields. */
export type FormulaContext = {
  now: Date;
  /** Of days and hours (IANA); without one, UTC. */
  timeZone?: string | undefined;
  /** What a text means that a field of this path is compared with; without it, itself. */
  asCompared?(path: readonly string[], text: string): string;
};

export type FormulaFunction = (args: readonly Value[], context: FormulaContext) => Value;

const TEXT_MAX = 10_000;

/** A text of limited length, so that joining texts with themselves ends soon. */
export const boundedText = (text: string) => (text.length > TEXT_MAX ? null : text);

/** A number that JSON can represent. */
export const finite = (number: number) => (Number.isFinite(number) ? number : null);

export const isEmptyValue = (value: Value | undefined) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The text of a value in a concatenation: several are separated by commas; null where it is too long. */
export function asText(value: Value | undefined): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return boundedText(
    value
      .filter((one) => !isEmptyValue(one))
      .map(String)
      .join(', '),
  );
}

export const scalars = (values: readonly Value[]): Scalar[] => values.flat();
export const numbers = (values: readonly Value[]): number[] =>
  scalars(values).filter((value) => typeof value === 'number');

export const onText = (value: Value | undefined, act: (text: string) => Scalar): Scalar => {
  const text = asText(value);
  return text === null ? null : act(text);
};
export const onNumber = (value: Value | undefined, act: (number: number) => number): Scalar =>
  typeof value === 'number' ? finite(act(value)) : null;
