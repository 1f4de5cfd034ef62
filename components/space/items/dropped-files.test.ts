import { expect, test } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

type Tree = { [name: string]: string | Tree };

/** An entry as browsers give it: a folder hands out two of its own at a time, then none. */
function entryOf(name: string, content: string | Tree): object {
  if (typeof content === 'string') {
    const file = (done: (file: File) => void) => done(new File([content], name));
    return { name, isFile: true, isDirectory: false, file };
  }
  const createReader = () => {
    const rest = Object.entries(content).map(([inner, value]) => entryOf(inner, value));
    return { readEntries: (done: (entries: object[]) => void) => done(rest.splice(0, 2)) };
  };
  return { name, isFile: false, isDirectory: true, createReader };
}

function dropOf(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, content]) => ({
    kind: 'file',
    webkitGetAsEntry: () => entryOf(name, content),
  }));
  const files = Object.entries(tree).map(([name, content]) => new File([String(content)], name));
  return Object.assign(Object.create(null), { items, files });
}

const paths = async (tree: Tree) =>
  (await droppedFiles(dropOf(tree))).map(({ file, folders }) => [...folders, file.name].join('/'));

test('files that are dropped by themselves lie in no folder', async () => {
  expect(await paths({ 'a.txt': 'a', 'b.txt': 'b' })).toEqual(['a.txt', 'b.txt']);
});

test('a folder brings all that lies in it, however many times its reader has to be asked', async () => {
  const tree = {
    'loose.txt': 'x',
    May: { '1.txt': 'x', '2.txt': 'x', '3.txt': 'x', Photos: { 'boat.jpg': 'x' } },
  };
  expect(await paths(tree)).toEqual([
    'loose.txt',
    'May/1.txt',
    'May/2.txt',
    'May/3.txt',
    'May/Photos/boat.jpg',
  ]);
});

test('what systems leave behind in folders stays there', async () => {
  expect(await paths({ May: { '.DS_Store': 'x', 'note.md': 'x' } })).toEqual(['May/note.md']);
});

test('folders without end are followed only so deep', async () => {
  let tree: Tree = { 'deep.txt': 'x' };
  for (let depth = 0; depth < 40; depth += 1) tree = { more: tree };
  expect(await paths({ ...tree, 'top.txt': 'x' })).toEqual(['top.txt']);
});
