import { postMultipart } from './api.ts';
import { appendFile } from './file-part.ts';

function pictureForm(file: File): FormData {
  const form = new FormData();
  appendFile(form, 'file', file);
  return form;
}

/** Stores a picture for the comments on an item. @returns its address */
export const sendCommentPicture = async (itemId: string, file: File): Promise<string> =>
  (await postMultipart(`items/${itemId}/comment-pictures/`, pictureForm(file))).data.path;

/** Stores a picture for the discussions of a space. @returns its address */
export const sendPostPicture = async (slug: string, file: File): Promise<string> =>
  (await postMultipart(`spaces/${encodeURIComponent(slug)}/post-pictures/`, pictureForm(file))).data.path;
