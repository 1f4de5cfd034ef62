import { expect, it } from 'vitest';
import { parseUserAgent } from './user-agent.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36';

it.each([
  [CHROME, 'Chrome', 'Linux'],
  [`${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64')} Edg/147.0`, 'Edge', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1) Version/18.0 Safari/605.1.15', 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/147.0 Mobile Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
  ['curl/8.1', null, null],
])('names the device of %s', (agent, browser, system) => {
  expect(parseUserAgent(agent)).toEqual({ browser, system });
});
