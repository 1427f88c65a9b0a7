// `npm run backend`: the embedded backend alone, on its own port.
import { installMissing, runPinned } from './install.mjs'

await installMissing()
await runPinned('scripts/start/backend.ts', process.argv.slice(2))
