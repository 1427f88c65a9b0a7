// `npm run dev`: the shop with hot reload.
import { installMissing, runPinned } from './install.mjs'

await installMissing()
await runPinned('scripts/dev.ts', process.argv.slice(2))
