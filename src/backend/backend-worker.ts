import type { Bindings } from '../config/bindings.ts'
import { backend } from './backend.ts'
import { runScheduledJobs } from './scheduled-jobs.ts'

/** The backend as a worker of its own, for another storefront or an app: `npm run backend`. */
export default {
  fetch: backend.fetch,
  scheduled: async (_, env) => runScheduledJobs(env, new Date()),
} satisfies ExportedHandler<Bindings>
