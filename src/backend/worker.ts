import { backend } from './backend.ts'

/** The backend on its own, for a storefront elsewhere (API_BASE_URL) or a mobile app: `npm run backend`. */
export default { fetch: backend.fetch } satisfies ExportedHandler<Env>
