// `npm run bench:bytes`: what pages of each kind cost before and after a visitor reaches for something, in Chromium.
import { installMissing, runPinned } from '../install.mjs'

await installMissing()
await runPinned('scripts/bench/page-bytes.ts', process.argv.slice(2))
