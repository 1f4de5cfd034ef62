import { expect, test } from 'vitest';
import { DEEPEST, droppedFiles, MOST_FILES } from './dropped-files.ts';

type Tree = { [name: string]: string | Tree };

/** An entry in the form of the browser's API: a folder's reader returns two entries at a time, then none. */
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
  (await droppedFiles(dropOf(tree))).files.map(({ file, folders }) => [...folders, file.name].join('/'));

test('files that are dropped by themselves lie in no folder', async () => {
  expect(await paths({ 'a.txt': 'a', 'b.txt': 'b' })).toEqual(['a.txt', 'b.txt']);
});

test('returns all files of a folder when its reader returns them in several batches', async () => {
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

test('leaves out files that operating systems create in folders', async () => {
  expect(await paths({ May: { '.DS_Store': 'x', 'note.md': 'x' } })).toEqual(['May/note.md']);
});

const leftOut = async (tree: Tree) => {
  const { isTooMany, isTooDeep } = await droppedFiles(dropOf(tree));
  return { isTooMany, isTooDeep };
};

/** A file inside this many folders. */
const fileUnder = (folders: number): Tree =>
  Array.from({ length: folders }).reduce<Tree>((tree) => ({ more: tree }), { 'deep.txt': 'x' });

test('follows folders only so deep, and says that deeper ones are left out', async () => {
  expect(await paths({ ...fileUnder(40), 'top.txt': 'x' })).toEqual(['top.txt']);
  expect(await leftOut(fileUnder(DEEPEST + 1))).toEqual({ isTooMany: false, isTooDeep: true });
  expect(await paths(fileUnder(DEEPEST))).toHaveLength(1);
  expect(await leftOut(fileUnder(DEEPEST))).toEqual({ isTooMany: false, isTooDeep: false });
});

test('takes only so many files, and says that others are left out, unless those are hidden', async () => {
  const many = Object.fromEntries(Array.from({ length: MOST_FILES }, (_, at) => [`${at}.txt`, 'x']));
  expect(await leftOut({ May: { ...many, '.DS_Store': 'x' } })).toEqual({
    isTooMany: false,
    isTooDeep: false,
  });
  const tooMany = { May: many, June: { 'one-more.txt': 'x' } };
  expect(await paths(tooMany)).toHaveLength(MOST_FILES);
  expect(await leftOut(tooMany)).toEqual({ isTooMany: true, isTooDeep: false });
});
