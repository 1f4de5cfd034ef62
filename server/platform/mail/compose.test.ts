import { describe, expect, it } from 'vitest';
import { composeMail } from './compose.ts';

const invitation = (attributes: { hub?: string; inviter?: string; to?: string }) =>
  composeMail({
    to: attributes.to ?? 'ada@example.org',
    template: 'invitation',
    values: {
      inviter: attributes.inviter ?? 'Grace',
      hub: attributes.hub ?? 'Acme',
      address: 'ada@example.org',
      days: '14',
    },
    link: 'https://hub.example/invite/a-token?a=1&b=2',
  });

describe('a mail', () => {
  it('says the same as text and as HTML', () => {
    const { subject, text, html } = invitation({});
    expect(subject).toBe('Grace invites you to Acme');
    expect(text).toContain('See the invitation:\nhttps://hub.example/invite/a-token?a=1&b=2');
    expect(html).toContain('href="https://hub.example/invite/a-token?a=1&amp;b=2"');
    expect(html).not.toMatch(/<(?:img|script|link|style)\b/);
  });

  it('shows names as text: escaped, on one line, cut, and never as a link', () => {
    const { subject, text, html } = invitation({
      hub: '<script>alert(1)</script>\r\nBcc: eve@example.org\n\nhttps://evil.example/login',
      inviter: `\u202E${'x'.repeat(300)}`,
    });
    expect(subject).not.toMatch(/[\r\n\u202E]/);
    expect(html).not.toContain('<script');
    expect(`${text}${html}`).not.toMatch(/https?:\/\/evil/);
    expect(`${text}${html}`).not.toContain('evil.example');
    expect(text).not.toContain('x'.repeat(100));
  });

  it('keeps a code on a line of its own', () => {
    const { subject, text, html } = composeMail({
      to: 'ada@example.org',
      template: 'verify-email',
      values: { code: '12345678', minutes: '30' },
    });
    expect(subject).toContain('12345678');
    expect(text).toContain('\n\n12345678\n\n');
    expect(html).toMatch(/<p style="[^"]*font-size:28px[^"]*">12345678<\/p>/);
  });

  it.each([
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'Ada <ada@example.org>',
    'ada',
    '',
  ])('is for one address, not for %j', (to) => {
    expect(() => invitation({ to })).toThrow(TypeError);
  });

  it('is not sent with a value missing', () => {
    expect(() => composeMail({ to: 'ada@example.org', template: 'verify-email', values: {} })).toThrow(
      /code/,
    );
  });

  const confirmed = (confirmation: string) =>
    composeMail(
      { to: 'ada@example.org', template: 'receipt', values: { form: 'Regatta' } },
      { localized: null, confirmation, submittedValues: [] },
    );

  it('formats a confirmation in its HTML and writes it without signs in its text', () => {
    const { text, html } = confirmed(
      '# See *you*\n\nBring **boots** & a [map](https://club.example/map?a=1&b=2).\n\n- one\n- two\n\n3. tea\n4. cake',
    );
    expect(html).toContain('<h1>See <em>you</em></h1>');
    expect(html).toContain('<strong>boots</strong> &amp; a map (');
    expect(html).toContain('<li>two</li>');
    const plain = text.replaceAll('\u2060', '');
    expect(plain).toContain(
      'See you\n\nBring boots & a map (https://club.example/map?a=1&b=2).\n\n• one\n• two\n\n3. tea\n4. cake\n',
    );
  });

  it('neither loads what a confirmation names nor makes a link or markup of it', () => {
    const { text, html } = confirmed(
      [
        '![A \u202Eboat](https://evil.example/pixel.png) [enter](https://evil.example/login) https://evil.example',
        '<script>alert(1)</script> <a href="https://evil.example">x</a> **evil**.example javascript:alert(1)',
        '- [x] done',
      ].join('\n\n'),
    );
    expect(html).not.toMatch(/<(?:img|script|link|style|input|a)\b|\u202E/);
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain('☑ done');
    for (const part of [text, html]) {
      expect(part).toContain('A  boat');
      expect(part).not.toContain('evil.example');
    }
  });

  it('cuts a confirmation that is longer than any that is taken', () => {
    const { text, html } = confirmed('*a* '.repeat(100_000));
    expect(text.length).toBeLessThan(10_000);
    expect(html.length).toBeLessThan(50_000);
  });
});
