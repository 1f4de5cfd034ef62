/**
 * Adds a file to a body of several parts, the fields before it. A quotation mark, a percent sign and a backslash can not be
 * told apart in the head of a part: a name with one of them is sent beside it, as it is.
 */
export function appendFile(body: FormData, part: 'file' | 'files', file: File): void {
  if (/["%\\/\p{Cc}]/u.test(file.name)) body.append('name', file.name);
  body.append(part, file, file.name);
}
