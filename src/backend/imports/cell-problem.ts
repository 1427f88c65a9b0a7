import { fileProblem } from '../../locale/file-problem-texts.ts'
import type {
  FileProblem,
  FileProblemArgs,
  FileProblemCode,
} from '../../locale/file-problem-texts.ts'

/** A problem of a cell as the message of its schema. zod's messages are text, so it is JSON. */
export function cellProblem<Code extends FileProblemCode>(
  code: Code,
  ...args: FileProblemArgs<Code>
): string {
  return JSON.stringify(fileProblem(code, ...args))
}

export function readCellProblem(message: string): FileProblem {
  return JSON.parse(message) as FileProblem // Every message of a cell comes from `cellProblem`.
}
