/** `units` × 10^-`places`: a number by its decimal digits, which binary fractions can't represent. */
type Decimal = { units: bigint; places: number };

/** The shortest decimal for this number: what a user wrote, or saw. */
function decimalOf(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

const numberOf = ({ units, places }: Decimal): number => Number(`${units}e${-places}`);

/** The same value with more places. */
const unitsAt = ({ units, places }: Decimal, wanted: number): bigint =>
  units * 10n ** BigInt(wanted - places);

/** Whether binary arithmetic is exact (for integers) or can't be corrected (not finite). */
const isPlain = (result: number, ...numbers: readonly number[]) =>
  !Number.isFinite(result) || [result, ...numbers].every(Number.isSafeInteger);

/** Adds decimals without the noise of binary fractions: 33 × 2.3 is 75.9. */
export function addDecimals(numbers: readonly number[]): number {
  const plain = numbers.reduce((total, number) => total + number, 0);
  if (isPlain(plain, ...numbers)) return plain;
  const decimals = numbers.map(decimalOf);
  const places = decimals.reduce((most, decimal) => Math.max(most, decimal.places), 0);
  const units = decimals.reduce((total, decimal) => total + unitsAt(decimal, places), 0n);
  return numberOf({ units, places });
}

/** Multiplies two decimals without rounding: 1.1 × 1.1 is 1.21. */
export function multiplyDecimals(left: number, right: number): number {
  const plain = left * right;
  if (isPlain(plain, left, right)) return plain + 0;
  const one = decimalOf(left);
  const other = decimalOf(right);
  return numberOf({ units: one.units * other.units, places: one.places + other.places });
}

/** The remainder of `left` after subtracting as many whole `right` as fit; NaN for a zero `right`. */
export function remainderOfDecimals(left: number, right: number): number {
  const plain = left % right;
  if (plain === left || isPlain(plain, left, right)) return plain;
  const one = decimalOf(left);
  const other = decimalOf(right);
  const places = Math.max(one.places, other.places);
  return numberOf({ units: unitsAt(one, places) % unitsAt(other, places), places });
}

/**
 * Divides. Up to 15 significant digits are exact; further ones are rounded away as noise of binary fractions:
 * 0.3 ÷ 2 is 0.15. From 10^15 on, where integers alone have more digits, the result is the nearest double.
 */
export function divideDecimals(left: number, right: number): number {
  const plain = left / right;
  return Math.abs(plain) < 1e15 ? Number(plain.toPrecision(15)) : plain;
}

/**
 * Rounds half away from zero, by the decimal digits.
 * @param wanted how many decimal places remain; negative for tens, hundreds and so on: 1,250 to −2 is 1,300
 */
export function roundTo(number: number, wanted: number): number {
  if (!Number.isFinite(number)) return number;
  const { units, places } = decimalOf(number);
  // Rounding away more digits than the number has leaves zero.
  const dropped = Math.min(places - Math.trunc(wanted), String(units).length + 1);
  if (dropped <= 0) return number;
  const step = 10n ** BigInt(dropped);
  const half = units < 0n ? -step / 2n : step / 2n;
  return numberOf({ units: (units + half) / step, places: places - dropped });
}

/** The digits of a number without zeros around them, and its exponent: 1.50e3 and 1500 are the same. */
function digitsOf(written: string): { digits: string; exponent: number } {
  const [mantissa = '0', exponent = '0'] = written.replace(/^[+-]/, '').toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  return { digits, exponent: Number(exponent) - fraction.length + significant.length - digits.length };
}

/** Whether two numbers in JSON are the same to the last digit, ignoring their signs. */
export function isSameSize(left: string, right: string): boolean {
  const one = digitsOf(left);
  const other = digitsOf(right);
  return one.digits === other.digits && (one.digits === '' || one.exponent === other.exponent);
}

/** Whether a number equals, to the last digit, these digits (a number in JSON). */
export const isExactly = (number: number, digits: string): boolean => isSameSize(String(number), digits);
