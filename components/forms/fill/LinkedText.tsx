'use no memo';

import { Fragment } from 'react';

/** Addresses of the web and of mail as people write them into a text. */
const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’”])/;

/** A text that somebody wrote, with the web addresses in it as links; nothing else in it means anything. */
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
