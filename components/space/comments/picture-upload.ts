import { createContext } from 'react';

/** Stores a picture where a text is written, and returns its address; null where texts have no pictures. */
export const PictureUpload = createContext<((file: File) => Promise<string>) | null>(null);

const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

export const isPicture = ({ type }: Pick<File, 'type'>) => TYPES.has(type);

/** What stands in a text for a picture; its name is the text for who can't see it. */
export const pictureMarkdown = (name: string, path: string) =>
  `![${name.replace(/\.[a-z]+$/i, '').replace(/[[\]\\]/g, ' ')}](${path})`;
