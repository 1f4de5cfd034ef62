import { describe, expect, it } from 'vitest';
import { displayPhone, WORLD_PHONE_DATA } from '#lib/fields/phone-data.ts';
import { splitExtension } from '#lib/fields/phone-extension.ts';
import { phoneAddress } from '#lib/fields/phone-number.ts';

const NUMBER = '+49 30 901820';

describe('an extension at the end of a number', () => {
  it.each([
    `${NUMBER} ext. 12`,
    `${NUMBER} ext 12`,
    `${NUMBER}, extension 12`,
    `${NUMBER} extn: 12`,
    `${NUMBER}x12`,
    `${NUMBER} X 12`,
    `${NUMBER} #12`,
    `${NUMBER};ext=12`,
    `${NUMBER} Durchwahl 12`,
    `${NUMBER} poste 12`,
    `${NUMBER}, interno 12`,
    `${NUMBER} extensión 12`,
    `${NUMBER} extensão 12`,
    `${NUMBER} Extensão: 12`,
    `${NUMBER} extensao 12`,
  ])('is read as it is written: %s', (text) => {
    expect(splitExtension(text)).toEqual({ number: NUMBER, extension: '12' });
  });

  it.each([
    NUMBER,
    `${NUMBER} 12`,
    `${NUMBER}-12`,
    `${NUMBER} ext.`,
    `${NUMBER} ext. 12345678`,
    `${NUMBER} extra 12`,
    '02-123-4567~8',
    `${NUMBER} ~12`,
    'ext. 12',
    'x12',
    '',
  ])('is not found in %j', (text) => {
    expect(splitExtension(text)).toEqual({ number: text, extension: '' });
  });

  it('retains zeros at its beginning', () => {
    expect(splitExtension(`${NUMBER} ext. 007`).extension).toBe('007');
  });

  it.each([
    ['+4930901820x12', 'DE', '030 901820 ext. 12'],
    ['+4930901820x12', 'US', '+49 30 901820 ext. 12'],
    ['+4930901820', 'DE', '030 901820'],
    ['+14182023456x102', 'CA', '(418) 202-3456 ext. 102'],
  ])('is shown after the number as it is written in its country: %s in %s', (stored, country, shown) => {
    expect(displayPhone(stored, country)).toBe(shown);
    expect(WORLD_PHONE_DATA.read(shown, country)).toEqual({ ok: true, number: stored });
    expect(WORLD_PHONE_DATA.read(WORLD_PHONE_DATA.international(stored), null)).toEqual({
      ok: true,
      number: stored,
    });
  });

  it('is called after the number', () => {
    expect(phoneAddress('+4930901820x12')).toBe('tel:+4930901820;ext=12');
    expect(phoneAddress('+49 30 901820')).toBe('tel:+4930901820');
  });

  it('is read in time that does not grow with the square of a text', () => {
    const begun = performance.now();
    splitExtension(`${'1 '.repeat(50_000)}x`);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
