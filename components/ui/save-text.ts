/** Has the browser save a text as a file. @param type its media type */
export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun with the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
