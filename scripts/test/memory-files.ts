import { accessSync, constants, statfsSync } from 'node:fs'

/** Linux's file system in memory. */
const memory = '/dev/shm'
/** The databases, browser profiles and pictures of a run take less than a quarter of it. */
const neededBytes = 2 * 1024 ** 3

/**
 * Keeps temporary files of this process, and of those that it starts, in memory: databases of tests
 * write thousands of times a minute, and would wait for a disk. Does nothing if TMPDIR is set, or
 * without enough memory of this kind. A container of Docker has 64 MB.
 */
export function useMemoryForTemporaryFiles(): void {
  if (!process.env['TMPDIR'] && hasRoom()) process.env['TMPDIR'] = memory
}

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
