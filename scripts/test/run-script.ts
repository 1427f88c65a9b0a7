import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

type Output = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs a script in a new process, and returns its output and its exit code. */
export async function runScript(file: string, ...args: string[]): Promise<Output> {
  const result = promisify(execFile)(process.execPath, [file, ...args])
  return result.then(
    (output) => ({ code: 0, ...output }),
    // Node adds the exit code and the output to the error.
    (error: Output) => error,
  )
}
