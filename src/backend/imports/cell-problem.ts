import { fileProblem } from '../../locale/file-problem-texts.ts'
import type {
  FileProblem,
  FileProblemArgs,
  FileProblemCode,
} from '../../locale/file-problem-texts.ts'

/** Returns a cell's problem as a zod message. It is JSON, because zod messages are strings. */
export function cellProblem<Code extends FileProblemCode>(
  code: Code,
  ...args: FileProblemArgs<Code>
): string {
  return JSON.stringify(fileProblem(code, ...args))
}

export function readCellProblem(message: string): FileProblem {
  return JSON.parse(message) as FileProblem // `cellProblem` writes every message of a cell.
}
