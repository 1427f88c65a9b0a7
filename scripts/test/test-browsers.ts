import { runCheck } from './run-check.ts'
import { installOtherBrowsers } from './browsers.ts'

/**
 * `npm run test:browsers` runs journeys in WebKit and Firefox. Passes its arguments to Playwright.
 */
installOtherBrowsers()
const args = ['test', '--config', 'playwright.browsers.config.ts', ...process.argv.slice(2)]
const hasSucceeded = await runCheck('other browsers', 'playwright', args)
process.exitCode = hasSucceeded ? 0 : 1
