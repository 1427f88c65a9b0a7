import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** macOS has no /proc. CPU time is measured on Linux only. */
const isLinux = process.platform === 'linux'

/** Returns the ids of the workerd processes that this process has started. */
export async function workerdProcesses(): Promise<string[]> {
  if (!isLinux) return processesByPs()
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    ids.map(async (id) => ({ id, stat: await statOf(id).catch(() => null) })),
  )
  return stats
    .filter(({ stat }) => stat?.name === 'workerd' && stat.parent === process.pid)
    .map(({ id }) => id)
}

async function processesByPs(): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,comm='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, command]) => Number(parent) === process.pid && command?.endsWith('workerd'))
    .map(([id = '']) => id)
}

/** Returns the CPU time of the process in milliseconds, which Linux counts in nanoseconds. */
export async function cpuOf(id: string): Promise<number> {
  const threads = await readdir(`/proc/${id}/task`)
  const times = await Promise.all(
    threads.map(async (thread) => readFile(`/proc/${id}/task/${thread}/schedstat`, 'utf8')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1_000_000
}

export async function memoryOf(id: string): Promise<number> {
  if (isLinux) return (await statOf(id)).memory
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', id])
  return Number(stdout) * 1024
}

const pageBytes = 4096

/** See proc_pid_stat(5). The name is in parentheses and may contain spaces. */
async function statOf(id: string) {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8')
  const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
  const fields = rest.split(' ').map(Number)
  return {
    name,
    parent: fields[1] ?? 0,
    memory: (fields[21] ?? 0) * pageBytes,
  }
}
