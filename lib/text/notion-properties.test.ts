import { describe, expect, it } from 'vitest';
import { notionTime, takeProperties } from './notion-properties.ts';

describe('notionTime', () => {
  it('reads days and times as Notion writes them, in UTC', () => {
    expect(notionTime('January 5, 2024 10:30 AM')).toBe('2024-01-05T10:30:00.000Z');
    expect(notionTime('@March 31, 2023 12:05 AM')).toBe('2023-03-31T00:05:00.000Z');
    expect(notionTime('Dec 1, 2022 12:00 PM')).toBe('2022-12-01T12:00:00.000Z');
    expect(notionTime('May 9, 2024')).toBe('2024-05-09T00:00:00.000Z');
    expect(notionTime('2024/01/05 18:04')).toBe('2024-01-05T18:04:00.000Z');
  });

  it('refuses what is no day, and what is to come', () => {
    for (const value of [
      '',
      'soon',
      'Foo 5, 2024',
      'February 31, 2024',
      '2024-13-01',
      'January 1, 3024',
      'May 9, 1024',
    ])
      expect(notionTime(value), value).toBeUndefined();
  });
});

describe('takeProperties', () => {
  it('takes the known lines at the head of a text, and leaves the others in it', () => {
    const text =
      'Created: May 9, 2024\nStatus: Done\nTags: a, b\nCreated by: Ada\n\nThe text: more.\nTags: c\n';
    expect(takeProperties(text)).toEqual({
      properties: { created: '2024-05-09T00:00:00.000Z', tags: 'a, b', author: 'Ada' },
      markdown: 'Status: Done\n\nThe text: more.\nTags: c\n',
    });
  });

  it('leaves a text without any as it is', () => {
    for (const text of ['', 'Plain text.', 'Note: this\n\nText', 'Created: soon\n\nText', '# Tags: a'])
      expect(takeProperties(text)).toEqual({ properties: {}, markdown: text });
  });

  it('leaves lines that say more than a property does in the text', () => {
    const text = [
      'Updated: 2024-01-05 we moved the boat',
      `Author: ${'a'.repeat(201)}`,
      `Tags: short, ${'b'.repeat(101)}`,
      'Created: 2024-01-05T10:00:00.000Z',
      '',
      'Text.',
    ];
    expect(takeProperties(text.join('\n'))).toEqual({
      properties: { created: '2024-01-05T10:00:00.000Z' },
      markdown: [...text.slice(0, 3), '', 'Text.'].join('\n'),
    });
  });
});
