// `npm run backend`: the embedded backend alone, on its own port.
import { installMissing, runPinned } from './install.mjs'

await installMissing()
await runPinned('scripts/backend.ts', process.argv.slice(2))
