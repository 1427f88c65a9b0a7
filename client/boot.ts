import { startButtons } from './boot/buttons.ts'
import { keepCampaign } from './boot/campaign.ts'
import { loadOnIntent } from './boot/intent.ts'
import { reloadOnMissingChunk } from './boot/missing-chunk.ts'
import { askForConsent, suggestLocale } from './boot/notices.ts'
import { keepOffline } from './boot/offline.ts'
import { refresh } from './boot/refresh.ts'
import { suggestOnIntent } from './boot/search-on-intent.ts'

/** What every page runs, without React; what is larger comes once the visitor reaches for it. */
reloadOnMissingChunk()
startButtons()
loadOnIntent()
suggestOnIntent()
askForConsent()
suggestLocale()
refresh()
keepCampaign()
keepOffline()
