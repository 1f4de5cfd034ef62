import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { formFormats, NO_HUB_FORMATS } from './form-formats.ts';

const SWISS = { locale: 'de-CH', time_zone: 'Europe/Zurich', country: null };

it.each([
  [{ language: 'de' }, SWISS, { locale: 'de-CH', timeZone: 'Europe/Zurich' }, 'CH'],
  [{ language: 'de' }, { ...SWISS, country: 'LI' }, { locale: 'de-CH', timeZone: 'Europe/Zurich' }, 'LI'],
  [{ language: 'de-AT' }, SWISS, { locale: 'de-AT', timeZone: 'Europe/Zurich' }, 'AT'],
  [
    { language: 'fr', time_zone: 'Asia/Tokyo', country: 'JP' },
    SWISS,
    { locale: 'fr', timeZone: 'Asia/Tokyo' },
    'JP',
  ],
  [{ language: 'de' }, NO_HUB_FORMATS, { locale: 'de' }, null],
])('reads what is typed as the form %o in the hub %o says', (settings, hub, writtenIn, country) => {
  expect(formFormats({ ...DEFAULT_SETTINGS, ...settings }, hub)).toEqual({ writtenIn, country });
});
