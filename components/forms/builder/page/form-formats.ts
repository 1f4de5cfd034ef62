import { inputFormatOf } from '#components/fields/input-format.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { regionOf } from '#lib/text/country.ts';
import { localeOf } from '#lib/text/locale.ts';

/** The format settings of the form's hub; null where none is set. */
export type HubFormats = Pick<Hub, 'locale' | 'time_zone' | 'country'>;

export const NO_HUB_FORMATS: HubFormats = { locale: null, time_zone: null, country: null };

/** The input format of a form: its own settings, else its hub's (as on its published page). */
export function formFormats(
  { language, time_zone, country }: Pick<FormSettings, 'language' | 'time_zone' | 'country'>,
  hub: HubFormats,
): { writtenIn: InputFormat; country: string | null } {
  return {
    writtenIn: inputFormatOf({
      locale: localeOf(language, hub.locale),
      time_zone: time_zone ?? hub.time_zone,
    }),
    country: country ?? regionOf(language) ?? hub.country ?? regionOf(hub.locale ?? ''),
  };
}
