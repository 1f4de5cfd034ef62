import { type IntlShape, useIntl } from 'react-intl';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A formatted size in steps of 1,000: "14 kB", "2.4 MB". */
export function byteSize(intl: IntlShape, bytes: number): string {
  let step = 0;
  let value = bytes;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1000;
    step += 1;
  }
  const unit = UNITS[step] ?? 'byte';
  const maximumFractionDigits = step > 0 && value < 10 ? 1 : 0;
  return intl.formatNumber(value, {
    style: 'unit',
    unit,
    unitDisplay: step > 0 ? 'short' : 'long',
    maximumFractionDigits,
  });
}

export function ByteSize({ bytes }: { bytes: number }) {
  return <>{byteSize(useIntl(), bytes)}</>;
}
