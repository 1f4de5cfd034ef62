import { DEFAULT_SETTINGS, type FormSettings } from '#lib/contract/form-settings.ts';
import { regionOf } from '#lib/text/country.ts';
import { invalid } from '#server/platform/http/api-error.ts';

/** A form's complete settings: what was never chosen has the contract's default. */
export function parseFormSettings({ settings }: { settings: Partial<FormSettings> }): FormSettings {
  return { ...DEFAULT_SETTINGS, ...settings };
}

/**
 * The country for phone numbers without a country code: the form's setting, or the region of its language, or
 * its hub's, or the region of the hub's locale.
 */
export function countryOf(form: {
  settings: Partial<FormSettings>;
  hub_country: string | null;
}): string | null {
  const { country, language } = parseFormSettings(form);
  return country ?? regionOf(language) ?? form.hub_country;
}

/**
 * Settings after a change of some of them.
 * @throws ApiError 422 for a form that would close before it opens.
 */
export function mergeFormSettings(
  before: Partial<FormSettings>,
  change: { [Name in keyof FormSettings]?: FormSettings[Name] | undefined } = {},
): FormSettings {
  const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after: FormSettings = { ...parseFormSettings({ settings: before }), ...present };
  const { opens_at, closes_at } = after;
  if (opens_at && closes_at && Date.parse(closes_at) <= Date.parse(opens_at)) {
    throw invalid({ 'settings.closes_at': ['Closes must be after Opens'] });
  }
  return after;
}

/** Whether a list of notification addresses names somebody who is not on it yet. */
export function addsRecipients(
  form: { settings: Partial<FormSettings> },
  notify: readonly string[],
): boolean {
  const known = new Set(parseFormSettings(form).notify);
  return notify.some((address) => !known.has(address));
}
