import type { ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { parseCommand } from '../command.ts'
import { targetFlags, targetOf, type Target } from '../database/target.ts'

/** A command of `npm run shop`. */
export type Command = {
  /** One or two words, such as `person erase`. */
  readonly name: string
  /** The arguments and options. */
  readonly usage: string
  readonly about: string
  readonly run: (args: readonly string[]) => Promise<void>
}

type Flags<Options extends ParseArgsOptionsConfig> = Options &
  typeof targetFlags & { readonly as: { readonly type: 'string' } }

type Input<Options extends ParseArgsOptionsConfig> = {
  /** The arguments without options. */
  readonly words: readonly string[]
  readonly values: ReturnType<typeof parseArgs<{ readonly options: Flags<Options> }>>['values']
  readonly target: Target
}

type Definition<Options extends ParseArgsOptionsConfig> = Omit<Command, 'run'> & {
  /** The smallest and the largest number of arguments. */
  readonly words: readonly [number, number]
  readonly options: Options
  readonly run: (input: Input<Options>) => Promise<void>
}

/** Returns a command that checks its arguments, and shows its usage with an error about them. */
export function defineCommand<const Options extends ParseArgsOptionsConfig>({
  name,
  usage,
  about,
  words: [least, most],
  options,
  run,
}: Definition<Options>): Command {
  const line = `Usage: npm run shop -- ${name} ${usage}\nAdd --help for every command.`
  return {
    name,
    usage,
    about,
    async run(args) {
      const flags = { ...options, ...targetFlags, as: { type: 'string' } } as Flags<Options>
      const config = { args: [...args], options: flags, allowPositionals: true } as const
      const { values, positionals: words } = parseCommand(line, config)
      if (words.length < least) throw new Error(`${name}: an argument is missing.\n${line}`)
      if (words.length > most) throw new Error(`${name}: there are too many arguments.\n${line}`)
      const target = targetOf(values as Parameters<typeof targetOf>[0])
      await run({ words, values, target })
    },
  }
}
