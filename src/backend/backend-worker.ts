import type { Bindings } from '../config/bindings.ts'
import { backend } from './backend.ts'
import { runScheduledJobs } from './scheduled-jobs.ts'

export default {
  fetch: backend.fetch,
  scheduled: async (_, env) => runScheduledJobs(env, new Date()),
} satisfies ExportedHandler<Bindings>
