// `npm run dev`: the shop with hot reload.
import { installMissing, runPinned } from './install.mjs'

await installMissing()
await runPinned('scripts/start/dev.ts', process.argv.slice(2))
