// oxlint-disable-next-line import/no-unassigned-import -- it sets the languages for later imports
import './words/shop-languages.ts'
import type { Bindings } from './context.ts'
import { backend } from './backend.ts'
import { productionSources } from './create-context.ts'
import { runScheduledJobs } from './jobs.ts'

export default {
  fetch: backend.fetch,
  scheduled: async ({ scheduledTime }, env) =>
    runScheduledJobs(env, new Date(scheduledTime), { clock: productionSources.now }),
} satisfies ExportedHandler<Bindings>
