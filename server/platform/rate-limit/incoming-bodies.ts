import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { clientAddress } from './client-address.ts';
import { createByteBudget, type IncomingBytes } from './incoming-bytes.ts';

const MEBIBYTE = 1024 ** 2;

/** How much of this process’s memory bodies being received may use; visitors have a share of their own. */
const MEMORY_OF_ANONYMOUS = { ofOneSender: 64 * MEBIBYTE, ofAll: 128 * MEBIBYTE };
const MEMORY_OF_ACCOUNTS = { ofOneSender: 64 * MEBIBYTE, ofAll: 256 * MEBIBYTE };

/** How much of the disk files being received may use, in files of the largest size. */
const FILES_OF_ANONYMOUS = { ofOneSender: 2, ofAll: 10 };
const FILES_OF_ACCOUNTS = { ofOneSender: 10, ofAll: 40 };

/** The part of the disk that visitors' files leave free, and its maximum in bytes. */
const FREE_PART = 0.05;
const FREE_MOST = 2_000_000_000;
/** How long a measurement of the disk stays valid, in milliseconds. */
const LOOK_MS = 500;

/** The sender of a body: an account, or all visitors at one address. */
export type Sender = { key: string; isAnonymous: boolean };

/** Bounds the bodies that this process is receiving, by sender and in all. */
export type IncomingBodies = {
  /** For bodies that are held in memory until they are handled. */
  inMemory(sender: Sender): IncomingBytes;
  /** For files that are written to the disk as they arrive. */
  onDisk(sender: Sender): Promise<IncomingBytes>;
};

/** The sender of a request, for counting its bytes. */
export function senderOf(request: FastifyRequest, { user }: { user: { id: string } | null }): Sender {
  return user ? { key: user.id, isAnonymous: false } : { key: clientAddress(request.ip), isAnonymous: true };
}

export function createIncomingBodies(
  { maxUploadBytes }: Pick<Config, 'maxUploadBytes'>,
  storage: Pick<Storage, 'capacity'>,
): IncomingBodies {
  const files = ({ ofOneSender, ofAll }: typeof FILES_OF_ACCOUNTS) => ({
    ofOneSender: ofOneSender * maxUploadBytes,
    ofAll: ofAll * maxUploadBytes,
  });
  const freeSpace = createFreeSpace(storage);
  const memory = {
    ofAnonymous: createByteBudget(MEMORY_OF_ANONYMOUS),
    ofAccounts: createByteBudget(MEMORY_OF_ACCOUNTS),
  };
  const disk = {
    ofAnonymous: createByteBudget(files(FILES_OF_ANONYMOUS), freeSpace.left),
    ofAccounts: createByteBudget(files(FILES_OF_ACCOUNTS)),
  };
  return {
    inMemory: ({ key, isAnonymous }) => (isAnonymous ? memory.ofAnonymous : memory.ofAccounts).open(key),
    async onDisk({ key, isAnonymous }) {
      if (!isAnonymous) return disk.ofAccounts.open(key);
      await freeSpace.look();
      return disk.ofAnonymous.open(key);
    },
  };
}

/** The free space on the disk minus the reserved part, at the last measurement. */
function createFreeSpace(storage: Pick<Storage, 'capacity'>) {
  let left = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const { free, size } = await storage.capacity();
    left = free - Math.min(FREE_MOST, size * FREE_PART);
  };
  return {
    look,
    left: () => {
      const now = performance.now();
      if (now - lookedAt > LOOK_MS) {
        lookedAt = now;
        // What comes after these bytes is limited by what they left.
        void look().catch(() => undefined);
      }
      return left;
    },
  };
}
