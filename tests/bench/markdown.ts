import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import type { Bench } from './bench.ts';

/** The maximum length of a document. */
const LONGEST = 500_000;

const filled = (unit: string) => unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST);

const NATURAL = filled(
  '## A heading\n\nThe **boathouse** opens at eight, see [the rules](https://example.test/rules).\n\n- one\n- two\n\n',
);

/**
 * The worst cases for a Markdown parser: marks that open something and never close it, in every part of the
 * grammar.
 */
const HOSTILE: Record<string, string> = {
  '![[': filled('![['),
  '![': filled('!['),
  '[': filled('['),
  'nested brackets': '['.repeat(LONGEST / 2) + ']'.repeat(LONGEST / 2),
  'nested links': filled('[a](b '),
  'open label': filled('[a\n'),
  'title without an end': `[a]: b "${filled('x\n')}`,
  emphasis: filled('**a_b__ '),
  'mixed emphasis': filled('*_'),
  'ticks of growing length': Array.from({ length: 1000 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  quotes: filled('>'),
  'quotes of lists': filled('> - '),
  table: `|a|b|\n|-|-|\n${filled('|a|b|\n')}`,
  'wide table': `${filled('a|').slice(0, LONGEST / 2)}\n${filled('-|').slice(0, LONGEST / 2)}\n`,
  autolinks: filled('<http://a'),
  addresses: filled('http://a.bc '),
  'long address': `http://a.com/${filled('()')}`,
  mails: filled('a@'),
  entities: filled('&amp'),
  html: filled('<!--'),
};

/** Long Markdown, rendered like documents and forms: in a process with limits. */
export const markdownBench: Bench = {
  name: 'markdown',
  async run() {
    const extraction = createExtraction();
    const timed = async (text: string) => {
      const begun = performance.now();
      await extraction.renderMarkdown([text]);
      return performance.now() - begun;
    };
    await extraction.renderMarkdown(['warm']);
    const stall = monitorEventLoopDelay({ resolution: 1 });
    stall.enable();
    const natural = await timed(NATURAL);
    let worst = { what: '', ms: 0 };
    for (const [what, text] of Object.entries(HOSTILE)) {
      const ms = await timed(text);
      if (ms > worst.ms) worst = { what, ms };
    }
    stall.disable();
    extraction.close();
    return [
      {
        work: 'render the costliest of 20 hostile texts of 500,000 characters',
        value: worst.ms,
        unit: 'ms',
        goal: { value: 8_000, atMost: true },
        floor: { what: 'natural text of that length', value: natural },
        note: worst.what,
      },
      {
        work: 'longest stall of the server meanwhile',
        value: stall.max / 1e6,
        unit: 'ms',
        goal: { value: 50, atMost: true },
      },
    ];
  },
};
