import { startButtons } from './boot/buttons.ts'
import { storeUtm } from './boot/store-utm.ts'
import { startFlags } from './boot/flags.ts'
import { loadOnIntent } from './boot/intent.ts'
import { reloadOnMissingChunk } from './boot/missing-chunk.ts'
import { showLocalTimes } from './boot/local-times.ts'
import { showNotices } from './boot/notices.ts'
import { startOffline } from './boot/offline-copies.ts'
import { prefetchOnIntent } from './boot/prefetch.ts'
import { loadOnDemand } from './boot/on-demand.ts'
import { loadSearchOnIntent } from './boot/search-on-intent.ts'

reloadOnMissingChunk()
startButtons()
loadOnIntent()
loadSearchOnIntent()
prefetchOnIntent()
showNotices()
loadOnDemand()
storeUtm()
startOffline()
startFlags()
showLocalTimes()
