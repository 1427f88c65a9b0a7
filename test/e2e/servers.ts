export type ServerName =
  | 'shop'
  | 'api'
  | 'shopOverApi'
  | 'services'
  | 'shopWithServices'
  | 'shopInMoreLanguages'
export type Origins = { readonly [name in ServerName]?: string }

/** The origins of the servers that start-servers.ts has started, for playwright.config.ts and tests. */
export const origins: Origins = JSON.parse(process.env['JOURNEY_ORIGINS'] ?? '{}')
