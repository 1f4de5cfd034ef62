import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { StorageConfig } from '#server/platform/config/storage-url.ts';
import { isNotFound, storageErrors } from './s3-errors.ts';
import type { ByteRange } from './storage.ts';

/** An object of the store as a listing has it; `key` is without the prefix of STORAGE_URL. */
export type ListedObject = { key: string; size: number; changedAt: Date };

/** An object that is being written part by part, in order; each but the last has at least 5 MiB. */
export type ObjectParts = {
  add(part: Buffer): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
};

/** The objects of one bucket. What fails because the store is away or refuses is an ApiError 503. */
export type Objects = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  putParts(key: string): Promise<ObjectParts>;
  /** @returns null where there is none */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** @returns its size in bytes; null where there is none */
  size(key: string): Promise<number | null>;
  /** Copies within the store; onto itself, it becomes younger. */
  copy(from: string, to: string): Promise<void>;
  /** Every object whose key begins so, in the order of keys, page by page. */
  list(prefix: string): AsyncIterable<ListedObject>;
  remove(keys: readonly string[]): Promise<void>;
  /** Ends uploads of parts that began before a time and were never completed, where the store can list them. */
  abortParts(prefix: string, before: Date): Promise<void>;
  /** @throws ApiError 503 where the bucket does not answer */
  check(): Promise<void>;
};

const CONNECT_MS = 3_000;
/** Without a byte for so long, a request has failed, in milliseconds. */
const SILENT_MS = 30_000;
const ATTEMPTS = 3;
/** S3 deletes so many objects in one request. */
const DELETE_BATCH = 1_000;

function createClient({ endpoint, region, credentials, isPathStyle }: StorageConfig): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: isPathStyle,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // Not every compatible store knows the checksums that Amazon's added later; content is checked by its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Opens a bucket, without asking it anything yet. */
export function openObjects(config: StorageConfig): Objects {
  const { bucket: Bucket, prefix } = config;
  const client = createClient(config);
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  async function putParts(key: string): Promise<ObjectParts> {
    const { UploadId } = await storageErrors(client.send(new CreateMultipartUploadCommand(at(key))));
    const upload = { ...at(key), UploadId };
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    return {
      async add(Body) {
        const PartNumber = parts.length + 1;
        const { ETag } = await storageErrors(
          client.send(new UploadPartCommand({ ...upload, PartNumber, Body })),
        );
        parts.push({ PartNumber, ETag });
      },
      async complete() {
        const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
        await storageErrors(client.send(command));
      },
      async abort() {
        await storageErrors(client.send(new AbortMultipartUploadCommand(upload)));
      },
    };
  }

  async function* list(start: string): AsyncIterable<ListedObject> {
    let ContinuationToken: string | undefined;
    do {
      const page = await storageErrors(
        client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix + start, ContinuationToken })),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
        if (LastModified) yield { key: Key.slice(prefix.length), size: Size, changedAt: LastModified };
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  return {
    async put(key, Body) {
      await storageErrors(client.send(new PutObjectCommand({ ...at(key), Body })));
    },
    putParts,
    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await storageErrors(client.send(new GetObjectCommand({ ...at(key), Range })));
        // In Node it is one; the type is also that of a browser.
        return Body && 'pipe' in Body ? Body : null;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async size(key) {
      try {
        const { ContentLength = 0 } = await storageErrors(client.send(new HeadObjectCommand(at(key))));
        return ContentLength;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async copy(from, to) {
      const CopySource = encodeURI(`${Bucket}/${prefix}${from}`);
      const MetadataDirective = from === to ? 'REPLACE' : 'COPY';
      await storageErrors(client.send(new CopyObjectCommand({ ...at(to), CopySource, MetadataDirective })));
    },
    list,
    async remove(keys) {
      for (let done = 0; done < keys.length; done += DELETE_BATCH) {
        const some = keys.slice(done, done + DELETE_BATCH);
        const Delete = { Objects: some.map((key) => ({ Key: prefix + key })), Quiet: true };
        await storageErrors(client.send(new DeleteObjectsCommand({ Bucket, Delete })));
      }
    },
    async abortParts(start, before) {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix + start });
      // A store that can't list them has a rule of its own for them (docs/growing.md).
      const { Uploads = [] } = await client.send(command).catch(() => ({ Uploads: [] }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Initiated && Initiated < before)
          await storageErrors(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      }
    },
    async check() {
      await storageErrors(client.send(new HeadBucketCommand({ Bucket })));
    },
  };
}
