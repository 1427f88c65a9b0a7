import { posix } from 'node:path'
import { folderProblem } from './folders.ts'

/**
 * The rooms that a room may import. A room is a folder or file of `src/`, or another folder of the
 * project; the most specific name counts. `folderArrows` has the rules within a room.
 */
export const arrows: { readonly [room: string]: readonly string[] } = {
  content: [],
  domain: [],
  locale: ['content', 'domain'],
  contract: ['domain', 'locale'],
  requests: [],
  config: ['domain', 'locale'],
  api: ['domain', 'locale', 'contract', 'requests'],
  ui: ['content', 'domain', 'locale', 'contract'],
  forms: ['domain', 'locale'],
  'share-picture': ['domain', 'png'],
  'coverage-map': ['domain', 'client/styles'],
  png: [],
  backend: ['domain', 'locale', 'contract', 'requests', 'config', 'png'],
  http: [
    'domain',
    'locale',
    'contract',
    'requests',
    'config',
    'api',
    'ui',
    'forms',
    'share-picture',
    'coverage-map',
    'client/styles',
  ],
  pages: ['content', 'domain', 'locale', 'contract', 'api', 'ui', 'forms', 'coverage-map', 'http'],
  routes: ['domain', 'locale', 'http', 'pages'],
  app: ['domain', 'locale', 'contract', 'config', 'api', 'ui', 'http', 'routes'],
  admin: [
    'content',
    'domain',
    'locale',
    'contract',
    'requests',
    'config',
    'ui',
    'backend',
    'http',
    'client/styles',
  ],
  worker: ['domain', 'locale', 'contract', 'config', 'api', 'backend', 'http', 'app', 'admin'],
  client: ['domain', 'locale', 'forms'],
  'client/styles': [],
  catalogue: ['domain', 'locale', 'contract'],
  scripts: [
    'content',
    'domain',
    'locale',
    'contract',
    'config',
    'ui',
    'backend',
    'catalogue',
    'coverage-map',
  ],
  // Journeys use the shop's addresses and words, not its code.
  'test/e2e': ['content', 'domain', 'locale', 'scripts'],
}

/**
 * The room of `test/` and of every `*.test.*` file. It may import all rooms, and no room may import
 * it.
 */
export const testRoom = 'test'

export const packageUsers: { readonly [name: string]: readonly string[] } = {
  zod: [
    'content',
    'contract',
    'requests',
    'config',
    'api',
    'ui',
    'forms',
    'backend',
    'http',
    'pages',
    'admin',
  ],
  rosetta: ['locale'],
  'libphonenumber-js': ['locale', 'client', 'backend/sessions'],
  react: ['ui', 'forms', 'backend/dev-tools', 'backend/mail', 'http', 'pages', 'client', 'admin'],
  'react-dom': ['ui', 'backend/dev-tools', 'backend/mail', 'client', 'admin'],
  '@preact/signals-core': ['client'],
  '@preact/signals-react': ['client'],
  hono: ['requests', 'backend', 'http', 'pages', 'routes', 'app', 'admin'],
  jose: ['admin/sign-in'],
  '@simplewebauthn/server': ['backend/referrers'],
  '@hono/react-renderer': ['http'],
  '@hono/zod-validator': ['requests'],
  micromark: ['pages'],
  stripe: ['backend/payments'],
  '@block65/webcrypto-web-push': ['backend/carriers'],
  'csv-parse': ['backend/imports'],
  uqr: ['ui', 'backend/mail'],
  'cloudflare:workers': ['worker'],
  'node:async_hooks': ['worker'],
  'virtual:client-scripts': ['http'],
}

/** Folders that run neither in browsers nor in Workers. They may import any package. */
export const tools: readonly string[] = ['catalogue', 'scripts', 'test/e2e', testRoom]

/**
 * Returns why `file` may not import `specifier`, or null if it may.
 * @param file path from the project's root, with slashes: `src/pages/about.tsx`
 */
export function wallProblem(file: string, specifier: string): string | null {
  const room = roomOf(file)
  if (room === null) return isProduct(file) ? `${file} belongs to no room` : null
  if (!specifier.startsWith('.')) return packageProblem(file, room, specifier)
  if (room === testRoom) return null
  const imported = posix.join(posix.dirname(file), specifier)
  const target = roomOf(imported)
  if (target === room) return folderProblem(nameOf(file), nameOf(imported))
  const allowed = arrows[room] ?? []
  if (target !== null && allowed.includes(target)) return null
  return `${room} may import only ${['itself', ...allowed].join(', ')}`
}

function packageProblem(file: string, room: string, specifier: string): string | null {
  if (tools.includes(room)) return null
  const name = Object.keys(packageUsers).find((each) => isIn(each, specifier))
  const users = packageUsers[name ?? ''] ?? []
  if (users.some((user) => isIn(user, nameOf(file)))) return null
  return users.length === 0
    ? `the product does not use ${specifier}`
    : `only ${users.join(', ')} may import ${specifier}`
}

function roomOf(file: string): string | null {
  const name = nameOf(file)
  const [room = null] = [...Object.keys(arrows), testRoom]
    .filter((each) => isIn(each, name))
    .toSorted((a, b) => b.length - a.length)
  return name.endsWith('.test') && room !== 'test/e2e' ? testRoom : room
}

/** Returns `http/page/head` for src/http/page/head.tsx, and `app` for src/app.ts. */
function nameOf(file: string): string {
  return file.replace(/^src\//, '').replace(/\.\w+$/, '')
}

function isProduct(file: string): boolean {
  return /^(src|client|content)\//.test(file) && !file.endsWith('.d.ts')
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
