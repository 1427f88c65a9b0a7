// `npm start` on a machine with nothing but Node ≥ 20 and npm: installs what is missing, then hands over to the
// Node that the project pins. No dependency may be imported here.
import { installMissing, runPinned } from './install.mjs'

await installMissing()
await runPinned('scripts/start/serve.ts', process.argv.slice(2))
