import { ApiError } from './api-error.ts';

const MEBIBYTE = 1024 ** 2;

/** The refusal of a file that has more than `maxBytes`. */
export function fileTooLarge(maxBytes: number): ApiError {
  const size = maxBytes < MEBIBYTE ? `${maxBytes} bytes` : `${Math.floor(maxBytes / MEBIBYTE)} MB`;
  return new ApiError(413, 'file_too_large', `The file is larger than ${size}, the most this hub takes.`);
}
