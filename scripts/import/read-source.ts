import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { problemOfFile } from '../../src/plans/read-csv.ts'
import type { Problem, SourceFile } from '../../src/plans/read-csv.ts'
import { unreadable } from '../command/unreadable.ts'
import { fileProblem } from '../../src/words/office-texts.ts'

export type ReadSource = {
  readonly file: SourceFile
  /** The problem of text that is not UTF-8, or null. */
  readonly encoding: Problem | null
}

/**
 * Reads a file relative to the folder in which npm was started. Decoding replaces the letters of
 * text that is not UTF-8, which must not be imported. Codes and idents stay, so the other problems
 * of the file are found in the same pass, and other files can reference its rows.
 */
export async function readSource(path: string): Promise<ReadSource> {
  const name = basename(path)
  const bytes = await readFile(resolve(process.env['INIT_CWD'] ?? '.', path)).catch(() => null)
  if (bytes === null) throw unreadable(path)
  const file = { name, text: bytes.toString() }
  return { file, encoding: isUtf8(bytes) ? null : wrongEncoding(name, bytes) }
}

function wrongEncoding(name: string, bytes: Buffer): Problem {
  const lines = bytes.toString('latin1').split('\n')
  const wrong = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
  return { ...problemOfFile({ name }, fileProblem('no-utf8')), line: wrong + 1 }
}
