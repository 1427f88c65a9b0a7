import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline/promises'
import { exitOnError, parseCommand } from '../command.ts'

const usage = `Usage: npm run upgrade -- [VERSION] [--from REMOTE] [--yes] [-- DEPLOY OPTION …]
Brings the newest version (a tag such as v1.1.0) of a git remote, by default upstream or origin, into
this clone: shows what changes, backs up the shop, merges, deploys, and prints the way back.`

await exitOnError(async () => {
  const { values, positionals } = parseCommand(usage, {
    allowPositionals: true,
    options: { from: { type: 'string' }, yes: { type: 'boolean', default: false } },
  })
  const wanted = positionals.find((each) => /^v\d/.test(each))
  const deployOptions = positionals.filter((each) => each !== wanted)
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '')
    throw new Error('Commit your changes first, so that the way back leads to them.')
  const before = await git('rev-parse', '--short', 'HEAD')
  const version = await findVersion(wanted, values.from)
  if (version === null) return console.log('This is the newest version.')
  console.log(await describeChanges(version))
  if (!values.yes && !(await agrees(`Back up the shop, merge ${version} and deploy it?`))) return
  await run('npm', 'run', 'shop', '--', 'backup', '--remote')
  await merge(version)
  const wayBack = `The way back: git reset --hard ${before} && npm ci, then docs/deploy.md#roll-back.`
  try {
    await run('npm', 'ci')
    // A process of its own, because the code has changed.
    await run('npm', 'run', 'deploy', '--', ...deployOptions)
  } catch (error) {
    throw new Error(`${String(error)}\n${wayBack}`, { cause: error })
  }
  console.log(`The shop runs ${version}. ${wayBack}`)
})

/** Returns the wanted or newest version of a remote, or null when this clone has it. */
async function findVersion(wanted?: string, from?: string): Promise<string | null> {
  const remotes = (await git('remote')).split('\n')
  const remote = from ?? ['upstream', 'origin'].find((name) => remotes.includes(name))
  if (remote === undefined)
    throw new Error('No remote has newer versions: git remote add upstream URL, then try again.')
  await git('fetch', '--quiet', '--tags', remote)
  const tags = (await git('tag', '--list', 'v*', '--sort=version:refname')).split('\n')
  if (wanted !== undefined && !tags.includes(wanted))
    throw new Error(`${remote} has no version ${wanted}. It has ${tags.join(', ')}.`)
  const version = wanted ?? tags.filter((tag) => !tag.includes('-')).at(-1)
  if (!version) throw new Error(`${remote} has no version: no tag starts with v.`)
  const known = (await git('tag', '--merged', 'HEAD')).split('\n')
  return known.includes(version) ? null : version
}

/** Returns the notes of a version, and what it changes in the database and the settings. */
async function describeChanges(version: string): Promise<string> {
  const notes = await git('tag', '--list', '-n99', '--format=%(contents)', version)
  const files = await git('diff', '--name-only', `HEAD...${version}`, '--', 'src/schema')
  const settings = await git('diff', '-U0', `HEAD...${version}`, '--', 'wrangler.toml')
  const added = settings.split('\n').flatMap((line) => /^\+(\w+ = .*)/.exec(line)?.[1] ?? [])
  const commits = await git('log', '--format=- %s', '--no-merges', `HEAD..${version}`)
  return [
    `${version}: ${notes}`,
    commits,
    files === '' ? 'The database stays as it is.' : `Migrations:\n${files}`,
    ...(added.length > 0 ? [`Settings:\n${added.join('\n')}`] : []),
  ].join('\n\n')
}

async function merge(version: string): Promise<void> {
  try {
    await git('merge', '--no-edit', '--quiet', version)
  } catch {
    const files = await git('diff', '--name-only', '--diff-filter=U')
    await git('merge', '--abort')
    throw new Error(
      `Nothing was changed. You and ${version} changed the same lines of these files:\n${files}\nRun git merge ${version}, correct and commit them, then npm run deploy.`,
    )
  }
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function git(...args: readonly string[]): Promise<string> {
  const child = spawn('git', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((end, reject) => child.once('error', reject).once('close', end))
  const [output, complaints, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${complaints}${output}`)
  return output.trim()
}

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit' })
  const code = await new Promise((end, reject) => child.once('error', reject).once('close', end))
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed.`)
}
