import { expect, it } from 'vitest';
import { isPhone } from './is-phone.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

it.each([ANDROID, IPHONE, FIREFOX])('knows a phone by the name of its browser: %s', (name) => {
  expect(isPhone({ 'user-agent': name })).toBe(true);
});

it('takes others for no phones', () => {
  expect(isPhone({ 'user-agent': DESKTOP })).toBe(false);
  expect(isPhone({})).toBe(false);
});

it('goes by the hint of a browser before its name', () => {
  expect(isPhone({ 'user-agent': ANDROID, 'sec-ch-ua-mobile': '?0' })).toBe(false);
  expect(isPhone({ 'user-agent': DESKTOP, 'sec-ch-ua-mobile': '?1' })).toBe(true);
});
