const LANGUAGES_MAX = 20;

/** The languages of an `Accept-Language` header, the preferred first (RFC 9110 §12.5.4). */
export function acceptedLanguages(header = ''): string[] {
  return header
    .split(',')
    .slice(0, LANGUAGES_MAX)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) && quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}
