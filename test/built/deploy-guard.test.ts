import { execFile } from 'node:child_process'
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Files that are copied. The other files of the project are symbolic links. */
const copied = ['dist', '.wrangler', '.git', 'wrangler.toml']
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-guard-'))
  for (const name of (await readdir('.')).filter((each) => !copied.includes(each)))
    await symlink(resolve(name), join(folder, name))
  await cp('dist', join(folder, 'dist'), { recursive: true })
  await cp('.wrangler/deploy', join(folder, '.wrangler/deploy'), { recursive: true })
  await copyFile('wrangler.toml', join(folder, 'wrangler.toml'))
})
afterAll(async () => rm(folder, { recursive: true }))

async function deployDry(): Promise<string> {
  const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' }
  const { stdout, stderr } = await promisify(execFile)('wrangler', ['deploy', '--dry-run'], {
    cwd: folder,
    env,
  }).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

/**
 * Creates the files that `wrangler dev` leaves next to the build while it runs, or after it was
 * killed.
 */
async function leaveBundle(): Promise<void> {
  const bundle = join(folder, 'dist/esim_storefront/.wrangler/tmp/dev-left/assets')
  await mkdir(bundle, { recursive: true })
  await writeFile(join(bundle, 'left.js'), '//# sourceMappingURL=left.js.map\n')
}

it('allows wrangler to deploy only a build of the current settings', async () => {
  await leaveBundle()
  const deployment = await deployDry()
  expect(deployment).toContain('--dry-run: exiting now.')
  expect(deployment).toMatch(/ assets\/backend-[\w-]+\.js /)
  expect(deployment).not.toContain('.wrangler/tmp')
  await appendFile(join(folder, 'wrangler.toml'), '# a setting has changed\n')
  const refusal = await deployDry()
  expect(refusal).toContain('dist/ was built from other sources or settings. Run npm run build.')
  expect(refusal).not.toContain('--dry-run: exiting now.')
}, 120_000)
