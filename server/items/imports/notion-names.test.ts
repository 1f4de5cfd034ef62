import { describe, expect, it } from 'vitest';
import { databasesOf, linkedPageOf, notionIdOf, notionKeyOf, withoutId, withoutIds } from './notion-names.ts';

const ID = '0123456789abcdef0123456789abcde';

describe('names of Notion', () => {
  it('lose their ids wherever these end a name, and nothing else', () => {
    for (const name of [`Plan ${ID}1`, `Plan ${ID}1_all`, `Plan ${ID}1 (2)`, `Plan-${ID}1`, `Plan ${ID}A`])
      expect(withoutId(name)).toBe('Plan');
    expect(withoutId(`${ID}1`)).toBe(`${ID}1`);
    expect(withoutId(`Plan ${ID}1 b`)).toBe(`Plan ${ID}1 b`);
    expect(withoutId('Plan 2024')).toBe('Plan 2024');
  });

  it('are shown without their ids in every part of a path', () => {
    expect(withoutIds(`Team ${ID}1/Plan ${ID}2.md`)).toBe('Team/Plan.md');
    expect(withoutIds(`Team ${ID}1/`)).toBe('Team/');
    expect(withoutIds(`Rows ${ID}2_all.csv`)).toBe('Rows.csv');
    expect(withoutIds(`${ID}1.md`)).toBe(`${ID}1.md`);
    expect(withoutIds('v1.2/Plan 2024.md')).toBe('v1.2/Plan 2024.md');
  });

  it('have a key that stays when a page, or one above it, was renamed', () => {
    expect(notionKeyOf(`Old ${ID}1/Plan ${ID}2.md`)).toBe(notionKeyOf(`New ${ID}1/Plans ${ID}2.md`));
    expect(notionKeyOf(`Old ${ID}1/map.png`)).toBe(notionKeyOf(`New ${ID}1/map.png`));
    expect(notionKeyOf(`Old ${ID}1/map.png`)).not.toBe(notionKeyOf(`Old ${ID}2/map.png`));
    expect(notionKeyOf(`Plan ${ID}1/`)).not.toBe(notionKeyOf(`Plan ${ID}1.md`));
    expect(notionKeyOf(`Plan ${ID}1.html`)).not.toBe(notionKeyOf(`Plan ${ID}1.md`));
    expect(notionKeyOf('Notes/map.png')).toBeNull();
    expect(notionIdOf('map.png')).toBeNull();
  });

  it('give the id of the page that an address leads to', () => {
    const page = `${ID}1`;
    const dashed = `${page.slice(0, 8)}-${page.slice(8, 12)}-${page.slice(12, 16)}-${page.slice(16, 20)}-${page.slice(20)}`;
    for (const address of [
      `https://www.notion.so/team/Boat-house-${page}?pvs=4`,
      `https://www.notion.so/${page}#part`,
      `https://www.notion.so/${dashed}`,
      `https://team.notion.site/Boat-house-${page}`,
      `https://www.notion.so/team/${ID}2?v=${ID}3&p=${page}&pm=s`,
    ])
      expect(linkedPageOf(address), address).toBe(page);
    expect(linkedPageOf(`https://example.org/${page}`)).toBeNull();
    expect(linkedPageOf(`https://notion.so.example.org/${page}`)).toBeNull();
    expect(linkedPageOf('https://www.notion.so/help')).toBeNull();
  });

  it('take the file with all rows of a database for the one with those of its page', () => {
    const paths = [
      `A ${ID}1.csv`,
      `A ${ID}1_all.csv`,
      `B ${ID}2.csv`,
      `C ${ID}3_all.csv`,
      'D.csv',
      `E ${ID}4.md`,
    ];
    expect([...databasesOf(paths)]).toEqual([
      [`A ${ID}1.csv`, `A ${ID}1_all.csv`],
      [`B ${ID}2.csv`, `B ${ID}2.csv`],
      [`C ${ID}3_all.csv`, `C ${ID}3_all.csv`],
    ]);
  });

  it('make no databases of files of other programs', () => {
    expect(databasesOf([`${ID}1.csv`, 'page.md']).size).toBe(0);
  });

  it('are read in a time that grows with their length', () => {
    const start = process.cpuUsage().user;
    for (const name of [`${' '.repeat(100_000)}x`, 'a'.repeat(200_000), `${'0123 '.repeat(40_000)}x`]) {
      withoutId(name);
      linkedPageOf(`https://www.notion.so/${name}`);
      notionKeyOf(name);
    }
    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  });

  it('are read in no time, however many slashes and dashes they have', () => {
    const begun = performance.now();
    for (const many of ['/'.repeat(200_000), '-'.repeat(200_000), `\n${'-'.repeat(200_000)}`]) {
      linkedPageOf(`https://notion.so/${many}x`);
      notionKeyOf(`a${many}x.md`);
    }
    // Five seconds and more for a tenth of them, when they took as long as the square of their number.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
