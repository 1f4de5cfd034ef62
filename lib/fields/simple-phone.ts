import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';

/** The lengths of a country's numbers, and what they can't begin with: it would be the prefix of national calls. */
type Plan = { lengths: ReadonlySet<number>; prefix: string };

/** `+49 40 123456`: nothing but digits and single blanks after the sign. */
const SIMPLE = /^\+[1-9]\d*(?: \d+)*$/;
/** As many digits as such a number may have (ITU-T E.164). */
const DIGITS_MIN = 7;
const DIGITS_MAX = 15;
const CODE_MAX = 3;

const plans = new Map<string, Plan | null>();

function readPlan(country: CountryCode): Plan | null {
  const all = new Metadata(metadata);
  all.selectNumberingPlan(country);
  const plan = all.numberingPlan;
  if (!plan || !('nationalPrefixForParsing' in plan)) return null;
  if (typeof plan.nationalPrefixForParsing !== 'function') return null;
  const prefix: unknown = plan.nationalPrefixForParsing() ?? '';
  // Some prefixes are patterns, which replace digits.
  if (typeof prefix !== 'string' || !/^\d*$/.test(prefix)) return null;
  return { lengths: new Set(plan.possibleLengths()), prefix };
}

/** The plan of a calling code that one country alone has; null for another one. No code begins with another code. */
function planOf(code: string): Plan | null {
  let plan = plans.get(code);
  if (plan === undefined) {
    const countries = Object.entries(metadata.country_calling_codes).find(([one]) => one === code)?.[1];
    const [country, ...others] = countries ?? [];
    plan = country && others.length === 0 ? readPlan(country) : null;
    plans.set(code, plan);
  }
  return plan;
}

/**
 * The number of a text in the usual international format, by its country's lengths: what libphonenumber says of it, in a
 * fraction of the time. Null where its full rules are needed: it may be valid or not.
 */
export function parseSimplePhone(text: string): string | null {
  if (!SIMPLE.test(text)) return null;
  const number = text.includes(' ') ? text.replaceAll(' ', '') : text;
  if (number.length <= DIGITS_MIN || number.length > DIGITS_MAX + 1) return null;
  for (let codeEnd = 2; codeEnd <= CODE_MAX + 1; codeEnd += 1) {
    const plan = planOf(number.slice(1, codeEnd));
    if (!plan) continue;
    const isNational = plan.prefix !== '' && number.startsWith(plan.prefix, codeEnd);
    return !isNational && plan.lengths.has(number.length - codeEnd) ? number : null;
  }
  return null;
}
