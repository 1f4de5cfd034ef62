/**
 * Adds a file to a multipart body, after its fields. A quotation mark, a percent sign and a backslash are
 * ambiguous in a part's header: a name with one of them is sent as a separate field, unchanged.
 */
export function appendFile(body: FormData, part: 'file' | 'files', file: File): void {
  if (/["%\\/\p{Cc}]/u.test(file.name)) body.append('name', file.name);
  body.append(part, file, file.name);
}
