// Runs a TypeScript file on a machine that has only Node 20 and npm: `node scripts/run.mjs FILE
// [ARGUMENT …]`. Installs the dependencies first, so this file and install.mjs may import only
// Node's own modules.
import { installMissing, run } from './install.mjs'

await installMissing()
await run('node', ['scripts/content/registry.ts'])
await run('node', process.argv.slice(2))
