// `npm run bench:catalogue`: what every query of the backend costs with ten thousand plans and with a million.
import { installMissing, runPinned } from '../install.mjs'

await installMissing()
await runPinned('scripts/bench/million-plans.ts', process.argv.slice(2))
