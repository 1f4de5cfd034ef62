/** The same address with another value of a parameter, or without it (null). */
export function pathWith(path: string, name: string, value: string | null): string {
  const [address = '', query = ''] = path.replace(/#.*$/s, '').split('?');
  const params = new URLSearchParams(query);
  if (value === null) params.delete(name);
  else params.set(name, value);
  const text = params.toString();
  return text ? `${address}?${text}` : address;
}
