import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './sources.ts';

it('.editorconfig indents and breaks lines as biome.json does', () => {
  const { formatter } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  const [, forAll = ''] = /^\[\*\]\n([^[]*)/m.exec(readFileSync(join(ROOT, '.editorconfig'), 'utf8')) ?? [];
  const settings = Object.fromEntries(
    forAll.split('\n').flatMap((line) => {
      const [name, value] = line.split(' = ');
      return value === undefined ? [] : [[name, value]];
    }),
  );
  expect(settings).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
    // What Biome does where nothing else is set.
    end_of_line: formatter.lineEnding ?? 'lf',
    insert_final_newline: 'true',
  });
});
