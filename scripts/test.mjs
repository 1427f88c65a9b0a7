// `npm test` on a machine with nothing but Node ≥ 20 and npm: installs what is missing, then runs every check.
import { installMissing, runPinned } from './install.mjs'

await installMissing()
await runPinned('scripts/test/run-tests.ts', process.argv.slice(2))
