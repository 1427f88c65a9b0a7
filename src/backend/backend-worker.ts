import type { Bindings } from '../config/bindings.ts'
import { backend, everyMinute } from './backend.ts'

/** The backend on its own, for a storefront elsewhere (API_BASE_URL) or a mobile app: `npm run backend`. */
export default {
  fetch: backend.fetch,
  scheduled: async (_, env) => everyMinute(env, new Date()),
} satisfies ExportedHandler<Bindings>
