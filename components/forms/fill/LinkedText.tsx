'use no memo';

import { Fragment } from 'react';

/** Web addresses as they are written in a text. */
const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’”])/;

/** A plain text with its web addresses as links; no other markup is interpreted. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else to be known by
      <a key={at} href={part} rel="noopener nofollow ugc" target="_blank">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
