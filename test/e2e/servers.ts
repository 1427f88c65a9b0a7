export type ServerName =
  | 'shop'
  | 'api'
  | 'shopOverApi'
  | 'services'
  | 'shopWithServices'
  | 'shopInMoreLanguages'
  | 'airalo'
  | 'access'
  | 'shopOfAiralo'
export type Origins = { readonly [name in ServerName]?: string }

export const origins: Origins = JSON.parse(process.env['JOURNEY_ORIGINS'] ?? '{}')
