import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compileAhead, compiledAhead } from './compile-ahead.mjs';

const CHUNK =
  '(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,' +
  '12,e=>{"use strict";e.s(["a",0,()=>1])},34,(e,t,r)=>{t.exports=")"},56,function(e){e.v(7)},[78,9],99]);';

test('puts the function of each module in parentheses, and changes nothing else', () => {
  const written = compiledAhead(CHUNK);
  expect(written).toContain(
    ',12,(e=>{"use strict";e.s(["a",0,()=>1])}),34,((e,t,r)=>{t.exports=")"}),56,(function(e){',
  );
  expect(written.length).toBe(CHUNK.length + 6);
  expect(compiledAhead(written)).toBe(written);
  const [before, after] = [CHUNK, written].map((source) => {
    const loaded = { TURBOPACK: [] };
    runInNewContext(source, loaded);
    return loaded.TURBOPACK.flat().map((part) => (typeof part === 'function' ? String(part) : part));
  });
  expect(after).toEqual(before);
});

test('leaves files of another form as they are', () => {
  for (const source of ['', 'let a = [() => 1];', 'start();', 'start(() => 1, [() => 2]);'])
    expect(compiledAhead(source)).toBe(source);
});

test('rewrites the files that are loaded later, and not those that a page begins with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hubkeep-compile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chunks = join(folder, 'static', 'chunks');
  mkdirSync(chunks, { recursive: true });
  const damaged = `${CHUNK.slice(0, 100)}#`;
  const files = {
    'first.js': CHUNK,
    'later.js': CHUNK,
    'runtime.js': '(()=>{})();',
    'a.css': 'a{}',
    'z.js': damaged,
  };
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  for (const [name, text] of Object.entries(files)) writeFileSync(join(chunks, name), text);
  const pages = { '/': ['static/chunks/first.js'] };
  writeFileSync(join(folder, 'build-manifest.json'), JSON.stringify({ pages }));
  compileAhead(folder);
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('z.js'));
  for (const [name, text] of Object.entries(files)) {
    const written = readFileSync(join(chunks, name), 'utf8');
    expect(written, name).toBe(name === 'later.js' ? compiledAhead(text) : text);
  }
});
