import { targetFlags } from '../database/target.ts'

/**
 * Returns the error for arguments that a command does not accept: the problem, and the part of the
 * usage about the action. Without a known action it contains the whole usage.
 */
export function invalidArguments(
  usage: string,
  action: string | undefined,
  problem = `${action}: arguments are missing or wrong.`,
): Error {
  const part = usageOf(usage, action)
  if (action === undefined) return new Error(`Name an action.\n${usage}`)
  if (part === null) return new Error(`There is no action ${action}.\n${usage}`)
  return new Error(`${problem}\nUsage:\n${part}\nAdd --help for every action and option.`)
}

/** Returns the lines of an action, with the lines below that explain them, or null. */
function usageOf(usage: string, action: string | undefined): string | null {
  const lines = usage.split('\n')
  const part: string[] = []
  let isPart = false
  for (const line of lines) {
    const [, name] = /^  npm run \S+ -- (\S+)/.exec(line) ?? []
    if (name !== undefined) isPart = name === action
    else if (!line.startsWith('   ')) isPart = false
    if (isPart) part.push(line)
  }
  return part.length === 0 ? null : part.join('\n')
}

/** Every action uses these options, or ignores them harmlessly. */
const common: readonly string[] = [...Object.keys(targetFlags), 'as']

type Options = { readonly [name: string]: unknown }

/**
 * Rejects an option that has no effect on the action. Otherwise the command would ignore a part of
 * its input.
 */
export function rejectUnused(action: string, options: Options, used: readonly string[]): void {
  const unused = Object.entries(options).find(
    ([name, value]) =>
      value !== undefined && value !== false && !common.includes(name) && !used.includes(name),
  )
  if (unused) throw new Error(`--${unused[0]} has no effect with ${action}. Remove it.`)
}
